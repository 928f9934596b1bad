import { col } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';

/** Sums of settled documents by the month of issue. A trigger of `invoices` adds rows; rows of equal keys add up. */
export const settledSums = table('settled_sums', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  month: col.date(),
  kind: col.text(),
  status: col.text(),
  currency: col.text(),
  is_imported: col.boolean(),
  documents: col.bigint(),
  amount: col.numeric(),
  amount_isk: col.numeric(),
  payable: col.numeric(),
  payable_isk: col.numeric(),
});

/** What came in less what was paid back, by month, without fees and interest. A trigger of `payments` adds rows. */
export const receivedSums = table('received_sums', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  month: col.date(),
  amount_isk: col.numeric(),
});
