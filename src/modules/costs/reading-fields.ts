import { type ConfidentValues, confidentValues } from '../../domain/receipts/confident-values.ts';
import { type Box, FIELD_NAMES } from '../../domain/receipts/fields.ts';
import { toOneLine } from '../../domain/strings/one-line.ts';
import { decimal } from '../../domain/values/money.ts';
import type { ReceiptReading } from '../../kernel/ports/receipt-reader.ts';
import type { CostFields } from './store.ts';

/** Values from the client take precedence; the receipt fills in the rest. */
export function completeFields(cost: CostFields, reading: ReceiptReading): CostFields {
  const read = confidentValues(reading);
  return {
    ...cost,
    supplier_name: toStorableText(read.supplier_name ?? ''),
    supplier_id: read.supplier_id ?? '',
    issue_date: cost.issue_date ?? read.issue_date ?? null,
    due_date: cost.due_date ?? read.due_date ?? null,
    ...mergePayee(cost, read),
    ...mergeFigures(cost, read),
    credit_note: read.credit_note ?? false,
    invoice_number: toStorableText(read.invoice_number ?? ''),
  };
}

function mergePayee({ payee_account, payee_iban }: CostFields, read: ConfidentValues) {
  if (payee_account !== '' || payee_iban !== '') return { payee_account, payee_iban };
  return { payee_account: read.payee_account ?? '', payee_iban: read.payee_iban ?? '' };
}

/** VAT and currency of a receipt belong to the receipt's amount, so they are dropped where the client sent another. */
function mergeFigures({ amount, currency }: CostFields, read: ConfidentValues) {
  const isOtherAmount = amount !== null && (!read.amount || !decimal(read.amount).eq(decimal(amount)));
  if (isOtherAmount) return { amount, currency };
  return {
    amount: read.amount ?? null,
    currency: read.currency ?? currency,
    vat_aa: read.vat_11 ?? '0',
    vat_s: read.vat_24 ?? '0',
  };
}

/** Every field as it was read, whatever the confidence, for the person who approves the cost. */
export function toStoredReading(reading: ReceiptReading): object {
  const fields = FIELD_NAMES.flatMap((name) => {
    const field = reading[name];
    if (!field) return [];
    const value = typeof field.value === 'string' ? toStorableText(field.value) : field.value;
    const box = field.box && roundBox(field.box);
    const found = toStorableText(field.found);
    return [[name, { value, confidence: field.confidence, found, ...(box && { box }) }]];
  });
  return { engine: reading.engine, fields: Object.fromEntries(fields) };
}

/** A ten-thousandth of a page is finer than a picture shows. */
function roundBox({ page, ...edges }: Box): Box {
  const rounded = Object.entries(edges).map(([name, edge]) => [name, Math.round(edge * 10_000) / 10_000]);
  return { page, ...(Object.fromEntries(rounded) as typeof edges) };
}

const MAX_TEXT_LENGTH = 300;

/** One line, as names that people type. PostgreSQL text cannot hold lone surrogates, which text from a receipt may have. */
function toStorableText(text: string): string {
  return toOneLine(text.slice(0, MAX_TEXT_LENGTH).toWellFormed());
}
