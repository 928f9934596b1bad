import {
  base64,
  bigint,
  boolean,
  integer,
  smallint,
  text,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const customers = table('customers', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  customer_number: text(),
  name: text(),
  output_select: smallint(),
  address: text(),
  zip: text(),
  city: text(),
  registration_no: text(),
  email: text(),
  term: text(),
  photo: base64(),
  due_days: integer(),
  settlement_days: integer(),
  trading_partner_id: text(),
  phone_number: text(),
  vat: text(),
  lang: text(),
  currency: text(),
  tax_exempt: boolean(),
  is_claim: boolean(),
  is_discount: boolean(),
  active: boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
  unverified: boolean().withDefault(),
  merged_into: bigint().nullable().withDefault(),
  secondary: boolean().withDefault(),
});

export const customerNotes = table('customer_notes', {
  account_id: bigint(),
  guid: uuid(),
  customer_id: bigint(),
  person_id: bigint().nullable(),
  text: text(),
  created_at: timestamp(),
});

export const customerContacts = table('customer_contacts', {
  account_id: bigint(),
  guid: uuid(),
  customer_id: bigint(),
  name: text(),
  role: text(),
  email: text(),
  phone_number: text(),
  created_at: timestamp(),
});
