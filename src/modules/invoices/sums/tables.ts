import { bigint, boolean, date, numeric, text } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

/** Sums of settled documents by the month of issue. A trigger of `invoices` adds rows; rows of equal keys add up. */
export const settledSums = table('settled_sums', {
  account_id: bigint(),
  id: bigint().identity(),
  month: date(),
  kind: text(),
  status: text(),
  currency: text(),
  is_imported: boolean(),
  documents: bigint(),
  amount: numeric(),
  amount_isk: numeric(),
  payable: numeric(),
  payable_isk: numeric(),
});

/** What came in less what was paid back, by month, without fees and interest. A trigger of `payments` adds rows. */
export const receivedSums = table('received_sums', {
  account_id: bigint(),
  id: bigint().identity(),
  month: date(),
  amount_isk: numeric(),
});
