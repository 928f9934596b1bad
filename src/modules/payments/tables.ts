import { bigint, boolean, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** Refunds and disputes of the card provider, each once by its key. */
export const providerReports = table('provider_reports', {
  account_id: bigint(),
  key: text(),
  payment_guid: uuid(),
  is_booked: boolean(),
  reported_at: timestamp(),
});
