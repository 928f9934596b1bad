import { HUB_STATES } from '../../domain/invoices/einvoice-states.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const sandboxEinvoices = table('sandbox_einvoices', {
  account_id: col.bigint(),
  invoice_guid: col.uuid(),
  transmission: col.text(),
  recipient: col.text(),
  xml: col.text(),
  status: col.oneOf(HUB_STATES),
  reason: col.text().withDefault(),
  created_at: col.timestamp().withDefault(),
});
