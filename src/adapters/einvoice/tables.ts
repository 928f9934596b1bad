import { HUB_STATES } from '../../domain/invoices/einvoice-states.ts';
import { bigint, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxEinvoices = table('sandbox_einvoices', {
  account_id: bigint(),
  invoice_guid: uuid(),
  transmission: text(),
  recipient: text(),
  xml: text(),
  status: oneOf(HUB_STATES),
  reason: text().withDefault(),
  created_at: timestamp().withDefault(),
});
