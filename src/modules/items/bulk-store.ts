import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { ItemFields } from './store.ts';
import { items } from './tables.ts';

const knownItem = items.omit('account_id', 'created_at', 'updated_at');
export type KnownItem = RowOf<typeof knownItem>;

export function lockNumberedItems(
  tx: Queryable,
  accountId: number,
  numbers: readonly string[],
): Promise<KnownItem[]> {
  return tx.query(
    knownItem,
    sql`select ${knownItem.list()} from items
      where account_id = ${accountId} and item_number = any(${numbers}::text[]) order by id for update`,
  );
}

/** The step that inserts them, with the events of each; none where there are none. */
export function insertItems(ctx: WriteContext, records: readonly (ItemFields & { guid: string })[]): Sql[] {
  if (records.length === 0) return [];
  const shared = { account_id: ctx.account.id, created_at: ctx.now, updated_at: ctx.now };
  ctx.emit('item.created', { guid: sql`new_items.guid` }, cte('new_items'));
  return [sql`new_items as (${items.insertEach(shared, records)} returning guid)`];
}

export function updateItems(ctx: WriteContext, records: readonly (ItemFields & { id: number })[]): Sql[] {
  if (records.length === 0) return [];
  const updated_at = ctx.now.toISOString();
  ctx.emit('item.updated', { guid: sql`changed_items.guid` }, cte('changed_items'));
  return [
    sql`changed_items as (${items.updateEach(records.map((record) => ({ ...record, updated_at })))}
      where items.account_id = ${ctx.account.id} and items.id = record.id returning items.guid)`,
  ];
}
