import type { LineFigures } from './line-figures.ts';
import type { Decimal } from './money.ts';
import type { VatCode } from './vat.ts';
import type { Violation } from './violation.ts';

/** A line of the invoice to credit; `credited` is the quantity that earlier credit notes took. */
export interface OriginalLine extends LineFigures {
  id: string;
  credited: Decimal;
  uom: string;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
}

/**
 * A line of a credit note as the sender wrote it. A guid that may be the line's or the item's goes into both
 * fields. Price and tax only say what the sender believes: they must be those of the original.
 */
export interface RequestedLine {
  lineGuid?: string | null | undefined;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
  qty: Decimal;
  unitPrice?: Decimal | undefined;
  tax?: VatCode | undefined;
}

/** How refusals name what is done with the lines, and what they are lines of. */
export interface CreditedQuantity {
  document: 'invoice' | 'order' | 'draft' | 'quote';
  taker: 'a credit' | 'an invoice';
  take: 'credit' | 'invoice';
  taken: 'credited' | 'invoiced';
}

export const CREDITING: CreditedQuantity = {
  document: 'invoice',
  taker: 'a credit',
  take: 'credit',
  taken: 'credited',
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
