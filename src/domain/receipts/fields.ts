import type { PlainDate } from '../values/dates.ts';

/** A value with its confidence from 0 to 1 and a quotation of its source line. */
export interface ReadField<T> {
  value: T;
  confidence: number;
  found: string;
  /** Where the value stands on the document, if its text has a place there. */
  box?: Box;
}

/** A rectangle on a page, in fractions of its width and height from the top left corner. Pages count from 1. */
export interface Box {
  page: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** The fields of a receipt. A field that could not be read is absent; readers never guess. */
export interface ReceiptFields {
  supplier_name?: ReadField<string>;
  /** Kennitala, ten digits. */
  supplier_id?: ReadField<string>;
  issue_date?: ReadField<PlainDate>;
  due_date?: ReadField<PlainDate>;
  /** The account that the supplier wants to be paid on. */
  payee_account?: ReadField<string>;
  payee_iban?: ReadField<string>;
  /** The total including VAT, never negative: `is_credit_note` holds the direction of the payment. */
  amount?: ReadField<string>;
  currency?: ReadField<string>;
  /** VAT amounts in the document's own currency. */
  vat_24?: ReadField<string>;
  vat_11?: ReadField<string>;
  invoice_number?: ReadField<string>;
  is_credit_note?: ReadField<boolean>;
}
export type FieldName = keyof ReceiptFields;

export const FIELD_NAMES = [
  'supplier_name',
  'supplier_id',
  'issue_date',
  'due_date',
  'payee_account',
  'payee_iban',
  'amount',
  'currency',
  'vat_24',
  'vat_11',
  'invoice_number',
  'is_credit_note',
] as const satisfies readonly FieldName[];

/** A value of at least this confidence is filled in without review by a person. */
export const AUTO_FILL_THRESHOLD = 0.8;

/** Confidence by the strength of the evidence, before the legibility of the text is taken into account. */
export const CONFIDENCE = {
  /** A checksum, or sums that match. */
  proven: 0.97,
  labelled: 0.9,
  /** The only candidate, but without a label. */
  likely: 0.84,
  unsure: 0.65,
  contradicted: 0.4,
} as const;

const MAX_QUOTE_LENGTH = 100;

export function makeField<T>(value: T, confidence: number, found: string, box?: Box): ReadField<T> {
  return {
    value,
    confidence: roundToHundredths(Math.min(Math.max(confidence, 0), 0.99)),
    found: found.slice(0, MAX_QUOTE_LENGTH),
    ...(box && { box }),
  };
}

export function capConfidence<T>(field: ReadField<T>, cap: number): ReadField<T> {
  return field.confidence <= cap ? field : { ...field, confidence: cap };
}

function roundToHundredths(n: number): number {
  return Math.round(n * 100) / 100;
}
