import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { type CostFields, costFields } from './store.ts';
import { costs } from './tables.ts';

const knownCost = costs.pick(
  'guid',
  'supplier_name',
  'supplier_id',
  'invoice_number',
  'issue_date',
  'amount',
);
export type KnownCost = RowOf<typeof knownCost>;

/** The costs of the days that rows name. */
export function listCostsOfDays(
  tx: Queryable,
  accountId: number,
  days: readonly string[],
): Promise<KnownCost[]> {
  return tx.query(
    knownCost,
    sql`select ${knownCost.list()} from costs
      where account_id = ${accountId} and issue_date = any(${days}::date[]) order by id`,
  );
}

/** The step that inserts them, with the events of each; none where there are none. */
export function insertCosts(ctx: WriteContext, records: readonly CostFields[]): Sql[] {
  if (records.length === 0) return [];
  const shared = {
    account_id: ctx.account.id,
    accounting_status: 'New' as const,
    show_api: true,
    auto_approve: false,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const rows = records.map((fields) => ({
    guid: ctx.newGuid(),
    ...costFields.valuesIn(fields),
    listed_on: fields.issue_date ?? ctx.today,
  }));
  ctx.emit('cost.created', { guid: sql`new_costs.guid` }, cte('new_costs'));
  return [sql`new_costs as (${costs.insertEach(shared, rows)} returning guid)`];
}
