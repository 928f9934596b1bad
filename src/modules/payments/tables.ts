import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

/** Refunds and disputes of the card provider, each once by its key. */
export const providerReports = table('provider_reports', {
  account_id: col.bigint(),
  key: col.text(),
  payment_guid: col.uuid(),
  is_booked: col.boolean(),
  reported_at: col.timestamp(),
});
