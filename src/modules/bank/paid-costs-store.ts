import { anyGuid } from '../../kernel/database/any-of.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';

/** What the action `a` pays of its cost, in the currency of the cost. */
export const paidOfCostSql = sql`coalesce((a.done->>'cost_amount')::numeric, a.amount)`;

const paidCost = row({ cost_guid: col.uuid(), amount: col.numeric() });

/** What lines of the bank have paid of each of these costs. */
export async function listPaidByBank(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await tx.query(
    paidCost,
    sql`select a.cost_guid, sum(${paidOfCostSql}) as amount from bank_actions a
      where a.account_id = ${accountId} and a.is_active and a.cost_guid = ${anyGuid(guids)} group by a.cost_guid`,
  );
  return new Map(found.map(({ cost_guid, amount }) => [cost_guid, amount]));
}
