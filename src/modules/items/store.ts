import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { items } from './tables.ts';

export const itemRow = items.omit('account_id', 'created_at');
export type ItemRow = RowOf<typeof itemRow>;
/** The columns that a client may set. */
export type ItemFields = Omit<ItemRow, 'id' | 'guid' | 'updated_at'>;

/** The columns of `itemRow` for a subquery that becomes JSON. */
export const itemColumns = itemRow.listForJson();

export function listItems(db: Queryable, accountId: number, { take, skip, after }: BatchRange<ItemRow>) {
  return db.query(
    itemRow,
    pageOf(
      sql`select ${itemRow.list()} from items
      where account_id = ${accountId} ${after ? sql`and id > ${after.id}` : EMPTY}
      order by id`,
      take,
      skip,
    ),
  );
}

export function countItems(db: Queryable, accountId: number): Promise<number> {
  return countOf(db, sql`select count(*) from items where account_id = ${accountId}`);
}

export async function findItemGuidById(db: Queryable, accountId: number, id: number): Promise<string | null> {
  const [found] = await db.query(
    items.pick('guid'),
    sql`select guid from items where account_id = ${accountId} and id = ${id}`,
  );
  return found?.guid ?? null;
}

export function findItem(db: Queryable, accountId: number, guid: string): Promise<ItemRow | null> {
  return db.find(itemRow, itemByGuid(accountId, guid));
}

export function lockItem(tx: Queryable, accountId: number, guid: string): Promise<ItemRow | null> {
  return tx.find(itemRow, sql`${itemByGuid(accountId, guid)} for update`);
}

function itemByGuid(accountId: number, guid: string): Sql {
  return sql`select ${itemRow.list()} from items where account_id = ${accountId} and guid = ${guid}`;
}

/**
 * The next generated item number. A client may have given it to an item of its own, so the counter is moved past every
 * number that is in use.
 */
export async function nextItemNumber(tx: Queryable, accountId: number): Promise<string> {
  const [next] = await tx.query(
    row({ last: col.bigint(), is_used: col.boolean() }),
    sql`insert into counters (account_id, series, last) values (${accountId}, 'item', 1)
      on conflict (account_id, series) do update set last = counters.last + 1
      returning last, ${isUsed(accountId, sql`last`)} as is_used`,
  );
  if (!next?.is_used) return String(next?.last);
  const [free] = await tx.query(
    row({ last: col.bigint() }),
    sql`update counters set last = (
        with recursive used as (
          select ${next.last}::bigint as number
          union all
          select number + 1 from used where ${isUsed(accountId, sql`number + 1`)})
        select max(number) + 1 from used)
      where account_id = ${accountId} and series = 'item'
      returning last`,
  );
  return String(free?.last);
}

function isUsed(accountId: number, number: Sql): Sql {
  return sql`exists (select from items where account_id = ${accountId} and item_number = (${number})::text)`;
}

/** Inserts the item and returns its id and guid. */
export function insertItem(accountId: number, guid: string, fields: ItemFields, now: Date): Sql {
  const record = { account_id: accountId, guid, ...fields, created_at: now, updated_at: now };
  return sql`${items.insert(record)} returning id, guid`;
}

export function updateItemStatement(accountId: number, id: number, fields: ItemFields, now: Date): Sql {
  return sql`${items.update({ ...fields, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning id, guid`;
}
