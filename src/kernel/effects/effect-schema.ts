import { z } from 'zod';
import { component, out, textSources } from '../fields/output-fields.ts';
import { EFFECT_KINDS, RECORD_KINDS } from './effect.ts';

const record = z.object({
  kind: out.code(RECORD_KINDS, 'What it is'),
  guid: out.guid('Identifies it'),
  number: out.own('Its number; empty where it has none', '107'),
  name: out.outside('Its customer or supplier, or its own name', 'Jón Jónsson'),
});

const receiver = z.object({
  kennitala: out.own('Empty where none is known', '5501234520'),
  name: out.outside('Who receives it', 'Jón Jónsson'),
  customer: out.guid('The profile of a receiver who has no kennitala').optional(),
  addresses: z
    .array(out.own('An address', 'email:jon@example.is'))
    .describe('Where it goes: email:… or einvoice:…'),
});

const line = z.object({
  item_number: out.own('The number of the item', 'RAD-1'),
  description: out.own('What is sold', 'Ráðgjöf'),
  qty: out.own('The quantity', '2.5'),
  uom: out.own('The unit', 'HUR'),
  unit_price: out.own('Net price of a unit', '15000'),
  discount: out.own('The discount: an amount, or a percentage', '10%'),
  tax: out.own('The code of its VAT', 'S'),
  vat_kind: out.own('Why it has no VAT').optional(),
  category: out.own('Its account').optional(),
  product_cost: out.own('The cost of the item').optional(),
  task_guid: out.own('The billed task').optional(),
});

const vat = z.object({
  tax: out.own('The code of the rate', 'S'),
  rate: out.number('In percent', 24),
  net: out.number('Without VAT', 37500),
  vat: out.number('The VAT', 9000),
});

const field = z.object({
  name: out.own('Name of the field, as it is sent', 'terms'),
  from: z
    .unknown()
    .register(textSources, { by: 'outside' })
    .optional()
    .describe('The old value; left out in a new record'),
  to: z.unknown().describe('The new value'),
});

/** What a write does with one document or record. */
const documentDescription = component(
  'DocumentEffect',
  {
    kind: out.code(EFFECT_KINDS, 'The record that is made, or what is done with `record`'),
    name: out.own('What the new record is called; empty where it has lines', 'Jón Jónsson'),
    record: record.nullable().describe('The record that it acts on; null where it makes a new one by itself'),
    receiver: receiver.nullable().describe('Who receives the document'),
    amount: out.number('With VAT; null where there is no sum', 46500).nullable(),
    fee: out.number('Charged on top of the amount when it is paid', 300).nullable(),
    currency: out.own('Currency of all sums', 'ISK').nullable(),
    exchange_rate: out.number('ISK for one unit of the currency', 143.5).nullable(),
    lines: z.array(line).describe('The lines of the document'),
    vat: z.array(vat).describe('Net and VAT of each rate'),
    dates: z
      .record(z.string(), out.own('A date', '2026-12-01').nullable())
      .describe('The dates of the document'),
    deliver: out.list('What is sent, and where', {
      channel: out.code(['email', 'einvoice'], 'How it is sent'),
      to: out.own('The address that it is sent to', 'jon@example.is'),
    }),
    claim: out.flag('Whether a claim is made at the bank'),
    payment: z
      .object({
        amount: out.number('How much', 46500),
        method: out.integer('How it is paid, by its code', 1).nullable(),
      })
      .nullable()
      .describe('The payment or refund that is recorded at once'),
    files: out.list('What is attached', {
      name: out.own('Its name', 'contract.pdf'),
      sha256: out.own('Its digest'),
    }),
    fields: z.array(field).describe('Other fields that are stored or changed'),
    defaults: z
      .array(out.own('Its name', 'due_date'))
      .describe('Dates and fields that were not sent: an approval uses the values of its own day'),
  },
  'What a write does with one document.',
);
export type DocumentDescription = z.infer<typeof documentDescription>;

/** All that a write does, as it is shown and stored. */
export const effectDescription = documentDescription
  .extend({
    documents: z
      .array(documentDescription)
      .optional()
      .describe('The documents of a write that makes several, in their order'),
  })
  .meta({ id: 'Effect', description: 'All that a write does.' });
export type EffectDescription = z.infer<typeof effectDescription>;

/** What it was, for whom, and how much. */
export const effectSummary = component('EffectSummary', {
  kind: out.code(EFFECT_KINDS, 'The record that is made, or what is done with another one'),
  record: out.code(RECORD_KINDS, 'The kind of record that it acts on').optional(),
  number: out.own('The number of that record', '107').optional(),
  name: out.outside('The receiver, or the name of the record', 'Jón Jónsson'),
  amount: out.number('With VAT', 46500).optional(),
  currency: out.own('Its currency', 'ISK').optional(),
});
export type EffectSummary = z.infer<typeof effectSummary>;
