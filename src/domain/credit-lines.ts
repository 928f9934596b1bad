import type { LineFigures } from './line-figures.ts';
import type { Decimal } from './money.ts';
import type { VatCode } from './vat.ts';
import type { Violation } from './violation.ts';

/** A line of the invoice to credit; `credited` is the quantity on earlier credit notes. */
export interface OriginalLine extends LineFigures {
  id: string;
  credited: Decimal;
  uom: string;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
}

/**
 * A line of a credit note as requested by the client. The client may send one guid without saying whether it is a
 * line's or an item's; such a guid is put into both fields. Price and tax are optional assertions: they must equal
 * those of the original line.
 */
export interface RequestedLine {
  lineGuid?: string | null | undefined;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
  qty: Decimal;
  unitPrice?: Decimal | undefined;
  tax?: VatCode | undefined;
}

/** Wording of the refusals. The same rules serve credit notes of invoices and part invoices of sales documents. */
export interface CreditWording {
  document: 'invoice' | 'order' | 'draft' | 'quote';
  noun: 'a credit' | 'an invoice';
  verb: 'credit' | 'invoice';
  participle: 'credited' | 'invoiced';
}

export const CREDIT_NOTE_WORDING: CreditWording = {
  document: 'invoice',
  noun: 'a credit',
  verb: 'credit',
  participle: 'credited',
};

export type CreditProblem = Violation<
  | 'nothing_left'
  | 'no_lines'
  | 'bad_quantity'
  | 'unknown_line'
  | 'price_differs'
  | 'tax_differs'
  | 'over_credited'
  | 'negative_credit'
  | 'exceeds_invoice'
>;
