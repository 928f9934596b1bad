import type { z } from 'zod';
import { CURRENCIES, LANGS, OUTPUT_SELECT } from '../../domain/codes.ts';
import { choice, flag, integer, object, text } from '../../kernel/fields.ts';

/** About 750 kB of image: a profile photo, not an archive. */
const MAX_PHOTO = 1_000_000;
const MAX_OFFSET_DAYS = 3650;

/** Every field that a client may set. An update sends only what changes. */
export const customerPatch = object({
  name: text(200).optional(),
  customer_number: text(50).optional(),
  output_select: choice(OUTPUT_SELECT).optional(),
  address: text(200).optional(),
  zip: text(20).optional(),
  city: text(100).optional(),
  registration_no: text(20).optional(),
  email: text(200).optional(),
  term: text(100).optional(),
  photo: text(MAX_PHOTO, { contentEncoding: 'base64' }).optional(),
  due_date: integer(0, MAX_OFFSET_DAYS).optional(),
  settlement_date: integer(0, MAX_OFFSET_DAYS).optional(),
  trading_partner_id: text(20).optional(),
  phone_number: text(50).optional(),
  vat: text(50).optional(),
  lang: choice(LANGS).optional(),
  currency: choice(CURRENCIES).optional(),
  tax_exempt: flag.optional(),
  is_claim: flag.optional(),
  is_discount: flag.optional(),
  active: flag.optional(),
});
export type CustomerPatch = z.infer<typeof customerPatch>;

export const customerInput = customerPatch.extend({ name: text(200)() });
export type CustomerInput = z.infer<typeof customerInput>;

/** A customer as both APIs show it. */
export interface Customer {
  guid: string;
  customer_number: string;
  name: string;
  output_select: string;
  address: string;
  zip: string;
  city: string;
  registration_no: string;
  email: string;
  term: string;
  photo: string;
  due_date: number;
  settlement_date: number;
  trading_partner_id: string;
  phone_number: string;
  vat: string;
  lang: string;
  currency: string;
  tax_exempt: boolean;
  active: boolean;
  updated_timestamp: string;
  is_claim?: boolean;
  is_discount?: boolean;
}
