import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { SALE_TYPES } from '../../domain/sales/selling.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  integerArray,
  jsonb,
  numeric,
  oneOf,
  smallint,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
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
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  type: oneOf(SALE_TYPES),
  item_id: bigint(),
  is_open: boolean(),
  description: text(),
  terms: text(),
  amount: numeric(),
  tax: oneOf(VAT_CODES),
  inventory_control: boolean(),
  inventory_count: integer(),
  fields: jsonb<SaleField[]>(),
  created_at: timestamp(),
  updated_at: timestamp(),
  event_date: date().nullable(),
  event_minute: smallint().nullable(),
  event_place: text().withDefault(),
  requires: textArray<Requirable>().withDefault(),
  image: uuid().nullable().withDefault(),
  hold_days: smallint().nullable(),
  vat_kind: oneOf(VAT_KINDS).nullable(),
});

export const saleOrders = table('sale_orders', {
  account_id: bigint(),
  id: bigint().identity(),
  sale_id: bigint(),
  invoice_id: bigint(),
  qty: integer(),
  name: text(),
  email: text(),
  phone_number: text(),
  kennitala: text(),
  address: text(),
  zip: text(),
  city: text(),
  message: text(),
  fields: jsonb<BuyerAnswer[]>(),
  attended: boolean().withDefault(),
  created_at: timestamp(),
  seats_in: integerArray().withDefault(),
  pay_by: date().nullable(),
  took_stock: boolean().withDefault(),
  released_at: timestamp().nullable().withDefault(),
});

export const saleImages = table('sale_images', {
  account_id: bigint(),
  guid: uuid(),
  content_type: text(),
  size: integer(),
  sha256: bytea(),
  bytes: bytea(),
});
