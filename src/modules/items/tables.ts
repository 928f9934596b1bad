import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { bigint, boolean, numeric, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const items = table('items', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  item_number: text(),
  description: text(),
  uom: text(),
  tax: oneOf(VAT_CODES),
  vat_kind: oneOf(VAT_KINDS).nullable(),
  unit_price: numeric(),
  product_cost: numeric(),
  category: text(),
  active: boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
