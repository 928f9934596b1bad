import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { SALE_TYPES } from '../../domain/sales/selling.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { Requirable } from './schema.ts';

/** A question that the page of a sale asks its buyers. */
export interface SaleField {
  label: string;
  required: boolean;
}

/** A buyer's answer to such a question. */
export interface BuyerAnswer {
  label: string;
  value: string;
}

export const productSales = table('product_sales', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  type: col.oneOf(SALE_TYPES),
  item_id: col.bigint(),
  is_open: col.boolean(),
  description: col.text(),
  terms: col.text(),
  amount: col.numeric(),
  tax: col.oneOf(VAT_CODES),
  inventory_control: col.boolean(),
  inventory_count: col.integer(),
  fields: col.jsonb<SaleField[]>(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
  event_date: col.date().nullable(),
  event_minute: col.smallint().nullable(),
  event_place: col.text().withDefault(),
  requires: col.textArray<Requirable>().withDefault(),
  image: col.uuid().nullable().withDefault(),
  hold_days: col.smallint().nullable(),
  vat_kind: col.oneOf(VAT_KINDS).nullable(),
});

export const saleOrders = table('sale_orders', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  sale_id: col.bigint(),
  invoice_id: col.bigint(),
  qty: col.integer(),
  name: col.text(),
  email: col.text(),
  phone_number: col.text(),
  kennitala: col.text(),
  address: col.text(),
  zip: col.text(),
  city: col.text(),
  message: col.text(),
  fields: col.jsonb<BuyerAnswer[]>(),
  attended: col.boolean().withDefault(),
  created_at: col.timestamp(),
  seats_in: col.integerArray().withDefault(),
  pay_by: col.date().nullable(),
  took_stock: col.boolean().withDefault(),
  released_at: col.timestamp().nullable().withDefault(),
});

export const saleImages = table('sale_images', {
  account_id: col.bigint(),
  guid: col.uuid(),
  content_type: col.text(),
  size: col.integer(),
  sha256: col.bytea(),
  bytes: col.bytea(),
});
