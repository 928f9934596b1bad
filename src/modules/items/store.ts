import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export interface ItemFields {
  item_number: string;
  description: string;
  uom: string;
  tax: string;
  unit_price: string;
  product_cost: string;
  category: string;
  active: boolean;
}

export interface ItemRow extends ItemFields {
  id: number;
  guid: string;
  updated_at: string;
}

export const itemColumns = sql`id, guid, item_number, description, uom, tax, unit_price::text,
  product_cost::text, category, active, updated_at`;

export function listItems(
  db: Queryable,
  accountId: number,
  take: number,
  skip: number,
  after: ItemRow | null,
): Promise<ItemRow[]> {
  return db.query<ItemRow>(sql`
    select ${itemColumns} from items
    where account_id = ${accountId} ${after ? sql`and id > ${after.id}` : EMPTY}
    order by id limit ${take} offset ${skip}`);
}

export async function countItems(db: Queryable, accountId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from items where account_id = ${accountId}`,
  );
  return row?.count ?? 0;
}

export async function findItemGuidById(db: Queryable, accountId: number, id: number): Promise<string | null> {
  const [row] = await db.query<{ guid: string }>(
    sql`select guid from items where account_id = ${accountId} and id = ${id}`,
  );
  return row?.guid ?? null;
}

export async function findItem(db: Queryable, accountId: number, guid: string): Promise<ItemRow | null> {
  const [row] = await db.query<ItemRow>(
    sql`select ${itemColumns} from items where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ?? null;
}

export async function lockItem(tx: Queryable, accountId: number, guid: string): Promise<ItemRow | null> {
  const [row] = await tx.query<ItemRow>(
    sql`select ${itemColumns} from items where account_id = ${accountId} and guid = ${guid} for update`,
  );
  return row ?? null;
}

/**
 * The next generated item number. A client may have taken it for an item of its own, so the counter is
 * moved past every number that is in use.
 */
export async function nextItemNumber(tx: Queryable, accountId: number): Promise<string> {
  const [next] = await tx.query<{ last: number; taken: boolean }>(sql`
    insert into counters (account_id, series, last) values (${accountId}, 'item', 1)
    on conflict (account_id, series) do update set last = counters.last + 1
    returning last, ${isTaken(accountId, sql`last`)} as taken`);
  if (!next?.taken) return String(next?.last);
  const [free] = await tx.query<{ last: number }>(sql`
    update counters set last = (
      with recursive used as (
        select ${next.last}::bigint as number
        union all
        select number + 1 from used where ${isTaken(accountId, sql`number + 1`)})
      select max(number) + 1 from used)
    where account_id = ${accountId} and series = 'item'
    returning last`);
  return String(free?.last);
}

function isTaken(accountId: number, number: Sql): Sql {
  return sql`exists (select from items where account_id = ${accountId} and item_number = (${number})::text)`;
}

/** A step that inserts the item and yields its id and guid. */
export function insertItem(accountId: number, guid: string, i: ItemFields, now: Date): Sql {
  return sql`
    insert into items (account_id, guid, item_number, description, uom, tax, unit_price, product_cost, category, active,
      created_at, updated_at)
    values (${accountId}, ${guid}, ${i.item_number}, ${i.description}, ${i.uom}, ${i.tax}, ${i.unit_price},
      ${i.product_cost}, ${i.category}, ${i.active}, ${now}, ${now})
    returning id, guid`;
}

export function updateItem(accountId: number, id: number, i: ItemFields, now: Date): Sql {
  return sql`
    update items set item_number = ${i.item_number}, description = ${i.description}, uom = ${i.uom}, tax = ${i.tax},
      unit_price = ${i.unit_price}, product_cost = ${i.product_cost}, category = ${i.category},
      active = ${i.active}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}
    returning id, guid`;
}
