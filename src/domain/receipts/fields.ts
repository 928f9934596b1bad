import type { PlainDate } from '../dates.ts';

/** One thing that was read: how sure it is, from 0 to 1, and where it stands in the document. */
export interface ReadField<T> {
  value: T;
  confidence: number;
  found: string;
}

/** What a receipt says. What could not be read is absent; nothing here is made up. */
export interface ReceiptFields {
  supplier_name?: ReadField<string>;
  /** Kennitala, ten digits. */
  supplier_id?: ReadField<string>;
  issue_date?: ReadField<PlainDate>;
  /** The total with VAT, never negative: `is_credit_note` tells which way the money goes. */
  amount?: ReadField<string>;
  currency?: ReadField<string>;
  /** Amounts of VAT in the document's own currency. */
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
  'amount',
  'currency',
  'vat_24',
  'vat_11',
  'invoice_number',
  'is_credit_note',
] as const satisfies readonly FieldName[];

/** From here on a value may be filled in without a person looking at it first. */
export const CONFIDENT = 0.8;

/** How far the evidence goes, before the quality of the reading itself is counted. */
export const LEVEL = {
  /** A checksum, or sums that meet. */
  proven: 0.97,
  labelled: 0.9,
  /** Nothing else it could be, but nothing says so either. */
  likely: 0.84,
  unsure: 0.65,
  contradicted: 0.4,
} as const;

const MOST_FOUND = 100;

export function field<T>(value: T, confidence: number, found: string): ReadField<T> {
  return {
    value,
    confidence: hundredths(Math.min(Math.max(confidence, 0), 0.99)),
    found: found.slice(0, MOST_FOUND),
  };
}

export function capped<T>(read: ReadField<T>, most: number): ReadField<T> {
  return read.confidence <= most ? read : { ...read, confidence: most };
}

export function hundredths(n: number): number {
  return Math.round(n * 100) / 100;
}
