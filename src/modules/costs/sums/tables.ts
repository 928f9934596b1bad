import { bigint, boolean, date, text } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

/** How many costs there are of each state, by month. A trigger of `costs` adds rows; rows of equal keys add up. */
export const costSums = table('cost_sums', {
  account_id: bigint(),
  id: bigint().identity(),
  month: date(),
  accounting_status: text(),
  show_api: boolean(),
  costs: bigint(),
});
