import { bigint, date, numeric, text } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxTransactions = table('sandbox_transactions', {
  account_id: bigint(),
  id: bigint().identity(),
  account_no: text(),
  booked_on: date(),
  amount: numeric(),
  text: text(),
  reference: text(),
  counterparty_name: text(),
  counterparty_id: text(),
  counterparty_account: text(),
});
