import { z } from 'zod';
import { decimal } from '../../domain/money.ts';
import { type ConfidentValues, confidentValues } from '../../domain/receipts/confident-values.ts';
import { FIELD_NAMES } from '../../domain/receipts/fields.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object, text } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { ReceiptReading } from '../../kernel/ports/receipt-reader.ts';
import { type CostFields, lockCost } from './store.ts';
import { showCost } from './write-store.ts';

// What the job that reads receipts writes down. A second run finds the cost shown already, and is refused.
export const recordReading = defineWrite({
  name: 'record-reading',
  summary: 'The receipt of a cost was read, or cannot be: it comes into lists with what is known.',
  scope: null,
  input: object({
    guid: guid(),
    reading: z.custom<ReceiptReading>().optional(),
    problem: text(500).optional(),
  }),
  output: createdRecord,
  async run(ctx, { guid: asked, reading, problem = '' }) {
    const cost = await lockCost(ctx.tx, ctx.account.id, asked);
    if (!cost || cost.show_api) fail('cost_not_found');
    const fields = reading ? completed(cost, reading) : cost;
    const kept = reading ? evidence(reading) : { problem };
    const statement = showCost(ctx.account.id, cost.id, fields, kept, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: cost.guid, ...statement })) ?? fail('cost_not_found');
  },
});

/** What the client has said stands; the receipt fills in the rest. */
function completed(cost: CostFields, reading: ReceiptReading): CostFields {
  const sure = confidentValues(reading);
  return {
    ...cost,
    supplier_name: storable(sure.supplier_name ?? ''),
    supplier_id: sure.supplier_id ?? '',
    issue_date: cost.issue_date ?? sure.issue_date ?? null,
    ...figuresOf(cost, sure),
    credit_note: sure.credit_note ?? false,
    invoice_number: storable(sure.invoice_number ?? ''),
  };
}

/** VAT and currency of a receipt belong to its own amount, and say nothing of another that the client has said. */
function figuresOf({ amount, currency }: CostFields, sure: ConfidentValues) {
  const isAnother = amount !== null && (!sure.amount || !decimal(sure.amount).eq(decimal(amount)));
  if (isAnother) return { amount, currency };
  return {
    amount: sure.amount ?? null,
    currency: sure.currency ?? currency,
    vat_11: sure.vat_11 ?? '0',
    vat_24: sure.vat_24 ?? '0',
  };
}

/** Every field as it was read, the unsure ones too, for the person who approves the cost. */
function evidence(reading: ReceiptReading): object {
  const fields = FIELD_NAMES.flatMap((name) => {
    const read = reading[name];
    if (!read) return [];
    const value = typeof read.value === 'string' ? storable(read.value) : read.value;
    return [[name, { value, confidence: read.confidence, found: storable(read.found) }]];
  });
  return { engine: reading.engine, fields: Object.fromEntries(fields) };
}

const MOST_TEXT = 300;

/** Text of a receipt may hold what no text of the database can. */
function storable(text: string): string {
  return text.replaceAll('\0', '').slice(0, MOST_TEXT).toWellFormed().trim();
}
