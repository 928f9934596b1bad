import { z } from 'zod';
import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { RECURRING_STATES } from '../../domain/sales/recurrence-states.ts';
import { ATTENDEE_STATUSES, SALE_TYPES, saleTypeCode } from '../../domain/sales/selling.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { textOf } from '../../kernel/fields/field-failures.ts';
import {
  choice,
  clock,
  date,
  flag,
  guid,
  integer,
  listOf,
  longText,
  number,
  object,
  recordOf,
  text,
} from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { VAT_KIND_MEANING, vatKind } from '../items/schema.ts';

export const MAX_QTY = 1000;
const MAX_FIELDS = 20;
const MAX_ANSWER = 1000;
const MAX_LABEL = 100;
const MAX_HOLD_DAYS = 60;

/** The largest price or donation, in krónur. */
export const MAX_AMOUNT = 1_000_000_000;

const price = number({ places: 2, isRounded: true, min: '0', max: String(MAX_AMOUNT) });

const codes = SALE_TYPES.map((type) => `${saleTypeCode(type)} ${type}`).join(', ');

/** Fields that a sale may require besides name and e-mail address. */
const REQUIRABLE = ['kennitala', 'phone_number', 'address'] as const;
export type Requirable = (typeof REQUIRABLE)[number];

/** Fields of every sale that can be changed later. */
export const saleTexts = {
  description: longText(4000).optional('Text of the page for buyers'),
  terms: longText(4000).optional('Terms of the sale; they are put on its invoices'),
  event_date: date.optional('The day of an event'),
  event_time: clock.optional('When an event begins: an hour, or HH:MM'),
  event_place: text(200).optional('Where an event is'),
  requires: listOf(choice(REQUIRABLE)(), REQUIRABLE.length)
    .nullish()
    .describe('Other fields that a buyer must fill in; address stands for street, postal code and town'),
  hold_days: integer(0, MAX_HOLD_DAYS).optional(
    'Within how many days an order must be paid, which lapses after that; 0: it never does; when left out, 7 for subscriptions and donations, and 0 for goods and tickets',
  ),
};

export const saleTax = choice(VAT_CODES).optional(
  'VAT code: S 24 %, AA 11 %, Z none; S when left out, and Z for a donation',
);

export const saleQuestions = listOf(
  object({
    label: text(MAX_LABEL)('What the buyer is asked'),
    required: flag.optional('Whether it must be answered'),
  }),
  MAX_FIELDS,
).nullish();

export const saleInput = object({
  type: choice(SALE_TYPES)('What is sold: STAND goods, SUB a subscription, DONA a donation, EVENT tickets'),
  name: text(500)('What it is called; an item of the catalogue is made by this name'),
  ...saleTexts,
  amount: price('Price of one with VAT, in ISK; of a donation, what is suggested'),
  tax: saleTax,
  vat_kind: vatKind,
  inventory_control: flag.optional('Whether the stock is limited; true when inventory_count is sent'),
  inventory_count: integer(0, 1_000_000).optional('Number in stock; needed to limit the stock'),
  fields: saleQuestions.describe('Questions to each buyer'),
  open: flag.optional('Whether buyers can order at once; true when left out'),
}).meta({
  examples: [
    {
      type: 'EVENT',
      name: 'Vetrartónleikar',
      amount: 4900,
      tax: 'AA',
      inventory_count: 120,
      event_date: '2026-12-12',
      event_time: '19:30',
      event_place: 'Hof',
      fields: [{ label: 'Ofnæmi' }],
    },
  ],
});
export type SaleInput = z.infer<typeof saleInput>;

const answers = recordOf(longText(MAX_ANSWER).optional(), textOf(violation('labelled_answers')))
  .nullish()
  .describe("Answers to the sale's own questions, by their labels");

/** The input of a purchase, on the public page or at the counter. */
export const purchaseInput = object({
  guid: guid('The sale'),
  name: text(200)('Name of the buyer'),
  email: text(200)('E-mail address of the buyer'),
  kennitala: text(20).optional('Kennitala of the buyer; it finds the customer, if there is one'),
  phone_number: text(50).optional('Telephone'),
  qty: integer(1, MAX_QTY).optional('How many; 1 when left out'),
  amount: number({ places: 2, isRounded: true, min: '0.01', max: String(MAX_AMOUNT) }).optional(
    'The amount of a donation; otherwise the total with VAT, which is checked',
  ),
  address: text(200).optional('Street and house number'),
  zip: text(20).optional('Postal code'),
  city: text(100).optional('Town'),
  message: longText(2000).optional('Note of the buyer'),
  fields: answers,
  lang: choice(['is', 'en']).optional(
    'Language of invoice and mails to a buyer who is no customer yet; is when left out',
  ),
  paid: flag.optional('Whether it is paid for already'),
}).meta({
  examples: [{ name: 'Jón Jónsson', email: 'jon@example.is', qty: 2, paid: true }],
});
export type PurchaseInput = z.infer<typeof purchaseInput>;

export const purchase = z.object({
  invoice_guid: out.guid('The invoice that was made'),
  invoice_number: out.own('Its number', '1'),
  payment_link: out.own('Public payment page, unless it is paid').nullable(),
});
export type Purchase = z.infer<typeof purchase>;

/** A product sale in both APIs. */
export const productSale = component('ProductSale', {
  guid: out.guid('Identifies the sale'),
  status: out.integer('1 open, 0 closed', 1).meta({ enum: [0, 1] }),
  is_open: out.flag('Whether buyers can order', true),
  type: out
    .integer(`What is sold: ${codes}`, saleTypeCode('EVENT'))
    .meta({ enum: SALE_TYPES.map(saleTypeCode) }),
  url: out.own('Public page where it is sold', 'https://kvitt.example/sell/AAAAAAAAAAE'),
  terms: out.own('Terms of the sale'),
  name: out.own('Description of its item', 'Vetrartónleikar'),
  description: out.own('Text of the page for buyers'),
  amount: out.number('Price with VAT, in ISK', 4900),
  inventory_control: out.flag('Whether the stock is limited', true),
  inventory_count: out.integer('Number left in stock', 120),
});
export type ProductSale = z.infer<typeof productSale>;

export const attendee = component('Attendee', {
  attendee: out.outside('Name and, in parentheses, e-mail address', 'Jón Jónsson (jon@example.is)'),
  phone_number: out.outside('Telephone'),
  qty: out.integer('How many tickets were bought', 2),
  seats_credited: out.integer('Number of them that were credited and are not valid', 0),
  invoice_number: out.own('Number of the invoice', '1'),
  kennitala: out.outside('Kennitala'),
  invoice_status: out.code(ATTENDEE_STATUSES, 'Whether the tickets are paid'),
  name: out.outside('Name', 'Jón Jónsson'),
  zip: out.outside('Postal code'),
  city: out.outside('Town'),
  address: out.outside('Street and house number'),
  message: out.outside('Note of the buyer'),
  attended: out.code(['false', 'true'], 'Whether the guests arrived'),
  fields: out.list('Answers to the questions of the sale', {
    label: out.own('What the buyer was asked', 'Ofnæmi'),
    value: out.outside('The answer', 'Hnetur'),
  }),
});
export type Attendee = z.infer<typeof attendee>;

/** A product sale in the console, with everything that its page shows and asks. */
export const saleInFull = productSale
  .extend({
    tax: out.code(VAT_CODES, 'VAT code'),
    vat_kind: out.code(VAT_KINDS, `${VAT_KIND_MEANING}. Shown where it is stated`).optional(),
    fields: out.list('Questions to each buyer', {
      label: out.own('What the buyer is asked', 'Ofnæmi'),
      required: out.flag('Whether the field is required'),
    }),
    requires: z.array(z.enum(REQUIRABLE)).describe('Other fields that a buyer must fill in'),
    event_date: out.date('The day of an event').nullable(),
    event_time: out.own('When it begins', '19:30').nullable(),
    event_place: out.own('Where it is', 'Hof'),
    hold_days: out.integer(
      'Within how many days an order must be paid, which lapses after that; 0: it never does',
      3,
    ),
    image: out.own('Address of its picture; empty when it has none'),
    poster: out.own('Address of a poster with the code of the page'),
  })
  .meta({ id: 'SaleInFull' });
export type SaleInFull = z.infer<typeof saleInFull>;

/** An order in the console, for the list at the door. */
export const guest = attendee
  .extend({
    email: out.outside('E-mail address', 'jon@example.is'),
    seats_in: z.array(z.number()).describe('Numbers of the tickets whose guests have arrived'),
    tickets_url: out.own('Public page of the order, with the tickets'),
    invoice_guid: out.guid('The invoice'),
    due_date: out.date('When the invoice is due'),
    pay_by: out.date('The last day for paying before the order lapses').nullable(),
    subscription: z
      .object({
        guid: out.guid('The recurring invoice'),
        state: z.enum(RECURRING_STATES).describe('State of the recurring invoice'),
      })
      .nullable()
      .describe('The subscription that the order began'),
    may_release: out.flag(
      'Whether the order can be cancelled: it is not paid, and none of its guests has arrived',
    ),
  })
  .meta({ id: 'Guest' });
export type Guest = z.infer<typeof guest>;
