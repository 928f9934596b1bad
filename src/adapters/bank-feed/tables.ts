import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxTransactions = table('sandbox_transactions', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  account_no: col.text(),
  booked_on: col.date(),
  amount: col.numeric(),
  text: col.text(),
  reference: col.text(),
  counterparty_name: col.text(),
  counterparty_id: col.text(),
  counterparty_account: col.text(),
});

const CONSENT_STATUSES = [
  'received',
  'rejected',
  'valid',
  'revokedByPsu',
  'expired',
  'terminatedByTpp',
] as const;

export const sandboxConsents = table('sandbox_consents', {
  account_id: col.bigint(),
  guid: col.uuid(),
  account_nos: col.textArray(),
  status: col.oneOf(CONSENT_STATUSES),
  valid_until: col.date(),
  frequency: col.integer(),
  redirect_uri: col.text(),
});
