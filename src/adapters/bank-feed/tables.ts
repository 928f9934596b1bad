import { bigint, date, integer, numeric, oneOf, text, textArray, uuid } from '../../kernel/database/row.ts';
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

const CONSENT_STATUSES = [
  'received',
  'rejected',
  'valid',
  'revokedByPsu',
  'expired',
  'terminatedByTpp',
] as const;

export const sandboxConsents = table('sandbox_consents', {
  account_id: bigint(),
  guid: uuid(),
  account_nos: textArray(),
  status: oneOf(CONSENT_STATUSES),
  valid_until: date(),
  frequency: integer(),
  redirect_uri: text(),
});
