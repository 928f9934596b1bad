import { col } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

/** How many costs there are of each state, by month. A trigger of `costs` adds rows; rows of equal keys add up. */
export const costSums = table('cost_sums', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  month: col.date(),
  accounting_status: col.text(),
  show_api: col.boolean(),
  costs: col.bigint(),
});
