import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const customers = table('customers', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  customer_number: col.text(),
  name: col.text(),
  output_select: col.smallint(),
  address: col.text(),
  zip: col.text(),
  city: col.text(),
  registration_no: col.text(),
  email: col.text(),
  term: col.text(),
  photo: col.base64(),
  due_days: col.integer(),
  settlement_days: col.integer(),
  trading_partner_id: col.text(),
  phone_number: col.text(),
  vat: col.text(),
  lang: col.text(),
  currency: col.text(),
  tax_exempt: col.boolean(),
  is_claim: col.boolean(),
  is_discount: col.boolean(),
  active: col.boolean(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
  unverified: col.boolean().withDefault(),
  merged_into: col.bigint().nullable().withDefault(),
  secondary: col.boolean().withDefault(),
});

export const customerNotes = table('customer_notes', {
  account_id: col.bigint(),
  guid: col.uuid(),
  customer_id: col.bigint(),
  person_id: col.bigint().nullable(),
  text: col.text(),
  created_at: col.timestamp(),
});

export const customerContacts = table('customer_contacts', {
  account_id: col.bigint(),
  guid: col.uuid(),
  customer_id: col.bigint(),
  name: col.text(),
  role: col.text(),
  email: col.text(),
  phone_number: col.text(),
  created_at: col.timestamp(),
});
