import type { z } from 'zod';
import { CURRENCIES, LANGS, OUTPUT_SELECT } from '../../domain/values/codes.ts';
import { choice, flag, integer, longText, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

/** About 750 kB of image: a profile photo, not an archive. */
const MAX_PHOTO = 1_000_000;
const MAX_OFFSET_DAYS = 3650;

/** Descriptions of the fields, for requests and answers. */
const MEANING = {
  name: 'Name of the customer',
  customer_number: 'Your own number for the customer; need not be unique',
  output_select: 'How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only',
  address: 'Street and house number',
  zip: 'Postal code',
  city: 'Town',
  registration_no: 'Kennitala: 10 digits, or empty',
  email: 'E-mail address; may be empty only when output_select is 4',
  term: 'The usual terms of payment: the terms of documents that are made without any',
  photo: 'Profile photo, base64',
  due_date: 'Days from the invoice date to the due date',
  settlement_date: 'Days from the invoice date to the final due date',
  trading_partner_id:
    'Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789',
  phone_number: 'Telephone',
  vat: 'VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789',
  lang: 'Language of invoices and letters',
  currency: 'Usual currency',
  tax_exempt: 'No VAT is added to invoices',
  is_claim: 'Documents that do not say how they are paid are collected by a bank claim',
  is_discount: 'A discount_value counts on documents that do not send is_discount',
  active: 'In use; a kennitala finds the newest profile that is',
};

/** Every field that a client may set; an update sends only the changes. */
export const customerPatch = object({
  name: text(200).optional(MEANING.name),
  customer_number: text(50).optional(MEANING.customer_number),
  output_select: choice(OUTPUT_SELECT).optional(MEANING.output_select),
  address: text(200).optional(MEANING.address),
  zip: text(20).optional(MEANING.zip),
  city: text(100).optional(MEANING.city),
  registration_no: text(20).optional(MEANING.registration_no),
  kennitala: text(20).optional('The same as registration_no, which counts where both are sent'),
  email: text(200).optional(MEANING.email),
  term: text(100).optional(MEANING.term),
  photo: longText(MAX_PHOTO, { contentEncoding: 'base64' }).optional(MEANING.photo),
  due_date: integer(0, MAX_OFFSET_DAYS).optional(MEANING.due_date),
  settlement_date: integer(0, MAX_OFFSET_DAYS).optional(MEANING.settlement_date),
  final_date: integer(0, MAX_OFFSET_DAYS).optional(
    'The same as settlement_date, which counts where both are sent',
  ),
  trading_partner_id: text(60).optional(MEANING.trading_partner_id),
  phone_number: text(50).optional(MEANING.phone_number),
  vat: text(50).optional(MEANING.vat),
  lang: choice(LANGS).optional(MEANING.lang),
  currency: choice(CURRENCIES).optional(MEANING.currency),
  tax_exempt: flag.optional(MEANING.tax_exempt),
  is_claim: flag.optional(MEANING.is_claim),
  is_discount: flag.optional(MEANING.is_discount),
  active: flag.optional(MEANING.active),
}).meta({ id: 'CustomerChanges', examples: [{ address: 'Laugavegur 7', zip: '101', city: 'Reykjavík' }] });
export type CustomerPatch = z.infer<typeof customerPatch>;

export const customerInput = customerPatch.extend({ name: text(200)(MEANING.name) }).meta({
  id: 'NewCustomer',
  examples: [
    {
      name: 'Bakarí Guðrúnar ehf.',
      output_select: '3',
      email: 'gudrun@bakari.example',
      address: 'Skólavörðustígur 8',
      zip: '101',
      city: 'Reykjavík',
      lang: 'is',
      currency: 'ISK',
    },
  ],
});

/** The agent API's new customer: more fields are required, because no person completes the profile later. */
export const fullCustomerInput = customerPatch
  .omit({ registration_no: true })
  .extend({
    kennitala: text(20)('Kennitala: 10 digits'),
    name: text(200)(MEANING.name),
    output_select: choice(OUTPUT_SELECT)(MEANING.output_select),
    lang: choice(LANGS)(MEANING.lang),
    currency: choice(CURRENCIES)(MEANING.currency),
  })
  .meta({
    id: 'FullCustomer',
    examples: [
      {
        kennitala: '5501234520',
        name: 'Bakarí Guðrúnar ehf.',
        output_select: '3',
        lang: 'is',
        currency: 'ISK',
        email: 'gudrun@bakari.example',
      },
    ],
  });

/** A customer as both APIs return it. */
export const customer = component('Customer', {
  guid: out.guid('Identifies the profile'),
  customer_number: out.own(MEANING.customer_number, 'B-17'),
  name: out.ofCustomer('guid', MEANING.name, 'Bakarí Guðrúnar ehf.'),
  output_select: out.code(OUTPUT_SELECT, MEANING.output_select).meta({ examples: ['3'] }),
  address: out.ofCustomer('guid', MEANING.address, 'Skólavörðustígur 8'),
  zip: out.ofCustomer('guid', MEANING.zip, '101'),
  city: out.ofCustomer('guid', MEANING.city, 'Reykjavík'),
  registration_no: out.ofCustomer('guid', MEANING.registration_no, '5501234520'),
  email: out.ofCustomer('guid', MEANING.email, 'gudrun@bakari.example'),
  term: out.own(MEANING.term),
  photo: out.own(MEANING.photo),
  due_date: out.integer(MEANING.due_date, 14),
  settlement_date: out.integer(MEANING.settlement_date, 21),
  trading_partner_id: out.own(MEANING.trading_partner_id),
  phone_number: out.ofCustomer('guid', MEANING.phone_number, '+354 555 1234'),
  vat: out.own(MEANING.vat),
  lang: out.code(LANGS, MEANING.lang),
  currency: out.code(CURRENCIES, MEANING.currency),
  tax_exempt: out.flag(MEANING.tax_exempt),
  active: out.flag(MEANING.active, true),
  updated_timestamp: out.time('Last change'),
  credits: out.list(
    'What is owed to the customer: surplus of payments, and credit notes that are still to be paid back',
    {
      currency: out.own('Currency', 'ISK'),
      amount: out.number('How much', 5000),
    },
  ),
  unverified: out.flag(
    'A buyer typed it on a public selling page and nobody confirmed it; it is not found by its kennitala',
  ),
  possible_match: out
    .guid('Of an unverified profile: the customer with the kennitala that the buyer typed')
    .nullable(),
  is_claim: out.flag(`${MEANING.is_claim}. Shown with the claim subscription`, true).optional(),
  is_discount: out.flag(`${MEANING.is_discount}. Shown with the discount subscription`).optional(),
});
export type Customer = z.infer<typeof customer>;
