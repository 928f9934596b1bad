import { openRange, wholeMonths } from '../../../domain/values/whole-months.ts';
import type { RunningSums } from '../../../kernel/database/running-sums.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';

/** One row of the sums for each cost. */
function countedCosts(accountId: number, days: Sql = EMPTY): Sql {
  return sql`select date_trunc('month', c.listed_on)::date as month, c.accounting_status, c.show_api, 1 as costs
    from costs c where c.account_id = ${accountId} ${days}`;
}

/**
 * How many costs the lists have of these days, by status, to be added up by whoever selects from them. Whole months come from the
 * running sums, days around them from the costs.
 */
export function costCountsSql(
  accountId: number,
  { from, to }: { from: string | undefined; to: string | undefined },
): Sql {
  const summed = sql`select month, accounting_status, show_api, costs from cost_sums where account_id = ${accountId}`;
  const range = openRange(from, to);
  if (!range) return sql`(${summed})`;
  const { months, edges } = wholeMonths(range);
  const [before, after] = edges.map((edge) => sql`c.listed_on between ${edge.from} and ${edge.to}`);
  return sql`(${summed} and month between ${months.from} and ${months.to}
    union all ${countedCosts(accountId, sql`and ${before}`)}
    union all ${countedCosts(accountId, sql`and ${after}`)})`;
}

export const COST_SUMS: readonly RunningSums[] = [
  {
    insertInto: sql`insert into cost_sums`,
    deleteFrom: sql`delete from cost_sums`,
    from: sql`from cost_sums`,
    keys: ['month', 'accounting_status', 'show_api'],
    sums: ['costs'],
    recount: (accountId) => countedCosts(accountId),
  },
];
