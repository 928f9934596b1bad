import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const items = table('items', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  item_number: col.text(),
  description: col.text(),
  uom: col.text(),
  tax: col.oneOf(VAT_CODES),
  vat_kind: col.oneOf(VAT_KINDS).nullable(),
  unit_price: col.numeric(),
  product_cost: col.numeric(),
  category: col.text(),
  active: col.boolean(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
});
