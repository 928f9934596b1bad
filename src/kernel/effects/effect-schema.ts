import { z } from 'zod';
import { out, outsideTexts } from '../fields/output-fields.ts';
import { EFFECT_KINDS, RECORD_KINDS } from './effect.ts';

const record = z.object({
  kind: out.code(RECORD_KINDS, 'What it is'),
  guid: out.guid('Identifies it'),
  number: out.text('Its number; empty where it has none', '107'),
  name: out.outside('Its customer or supplier, or its own name', 'Jón Jónsson'),
});

const receiver = z.object({
  kennitala: out.text('Empty where none is known', '5501234520'),
  name: out.outside('Who receives it', 'Jón Jónsson'),
  customer: out.guid('The profile of a receiver who has no kennitala').optional(),
  addresses: z
    .array(out.text('An address', 'email:jon@example.is'))
    .describe('Where it goes: email:… or einvoice:…'),
});

const line = z.object({
  item_number: out.text('The number of the item', 'RAD-1'),
  description: out.text('What is sold', 'Ráðgjöf'),
  qty: out.text('How much of it', '2.5'),
  uom: out.text('The unit', 'HUR'),
  unit_price: out.text('Net price of a unit', '15000'),
  discount: out.text('An amount, or a percentage', '10%'),
  tax: out.text('The code of its VAT', 'S'),
  category: out.text('Its account').optional(),
  product_cost: out.text('What it cost').optional(),
  task_guid: out.text('The billed task').optional(),
});

const vat = z.object({
  tax: out.text('The code of the rate', 'S'),
  rate: out.number('In percent', 24),
  net: out.number('Without VAT', 37500),
  vat: out.number('The VAT', 9000),
});

const field = z.object({
  name: out.text('As it is sent', 'terms'),
  from: z
    .unknown()
    .register(outsideTexts, { customer: null })
    .optional()
    .describe('What it was before; left out in a new record'),
  to: z.unknown().describe('What it will be'),
});

/** All that a write does, as it is shown and stored. */
export const effectDescription = z
  .object({
    kind: out.code(EFFECT_KINDS, 'The record that is made, or what is done with `record`'),
    name: out.text('What the new record is called; empty where it has lines', 'Jón Jónsson'),
    record: record.nullable().describe('The record that it acts on; null where it makes a new one by itself'),
    receiver: receiver.nullable().describe('Who receives the document'),
    amount: out.number('With VAT; null where there is no sum', 46500).nullable(),
    fee: out.number('Charged on top of the amount when it is paid', 300).nullable(),
    currency: out.text('Of all sums', 'ISK').nullable(),
    exchange_rate: out.number('ISK for one unit of the currency', 143.5).nullable(),
    lines: z.array(line).describe('The lines of the document'),
    vat: z.array(vat).describe('Net and VAT of each rate'),
    dates: z
      .record(z.string(), out.text('A date', '2026-12-01').nullable())
      .describe('The dates of the document'),
    deliver: z
      .array(
        z.object({
          channel: out.code(['email', 'einvoice'], 'How it is sent'),
          to: out.text('Where to', 'jon@example.is'),
        }),
      )
      .describe('What is sent, and where'),
    claim: out.flag('Whether a claim is made at the bank'),
    payment: z
      .object({
        amount: out.number('How much', 46500),
        method: out.integer('How, by its code', 1).nullable(),
      })
      .nullable()
      .describe('It is paid, or given back, at once'),
    files: z
      .array(z.object({ name: out.text('Its name', 'contract.pdf'), sha256: out.text('Its digest') }))
      .describe('What is attached'),
    fields: z.array(field).describe('What else is stored or changed'),
    defaults: z
      .array(out.text('Its name', 'due_date'))
      .describe('Dates and fields that were not sent: an approval takes those of its own day'),
  })
  .meta({ id: 'Effect', description: 'All that a write does.' });
export type EffectDescription = z.infer<typeof effectDescription>;

/** What it was, for whom, and how much. */
export const effectSummary = z
  .object({
    kind: out.code(EFFECT_KINDS, 'The record that is made, or what is done with another one'),
    record: out.code(RECORD_KINDS, 'The kind of record that it acts on').optional(),
    number: out.text('The number of that record', '107').optional(),
    name: out.outside('The receiver, or the name of the record', 'Jón Jónsson'),
    amount: out.number('With VAT', 46500).optional(),
    currency: out.text('Its currency', 'ISK').optional(),
  })
  .meta({ id: 'EffectSummary' });
export type EffectSummary = z.infer<typeof effectSummary>;
