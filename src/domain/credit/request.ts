import type { LineFigures } from '../invoices/line-figures.ts';
import type { VatCode } from '../invoices/vat.ts';
import type { Decimal } from '../values/money.ts';
import type { Violation } from '../values/violation.ts';

/** A line of the invoice to credit; `credited` is the quantity on earlier credit notes. */
export interface OriginalLine extends LineFigures {
  id: string;
  credited: Decimal;
  uom: string;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
}

/** The quantity of a line that is not credited yet. */
export function remainingQuantity(line: OriginalLine): Decimal {
  return line.qty.minus(line.credited);
}

/**
 * A line of a credit note as requested by the client. The client may send one guid without saying whether it is a
 * line's or an item's; such a guid is put into both fields. Tax is an optional assertion: it must equal that of the
 * original line. A price may differ on a credit note, where it credits an amount instead of a quantity.
 */
export interface RequestedLine {
  lineGuid?: string | null | undefined;
  itemGuid?: string | null | undefined;
  itemNumber?: string | null | undefined;
  /** A line with a text that matches no original line is a free line. */
  description?: string | null | undefined;
  qty: Decimal;
  unitPrice?: Decimal | undefined;
  tax?: VatCode | undefined;
  /** The discount of a free line or of a price reduction; a credited line takes that of the original. */
  discount?: Decimal | undefined;
  discountIsPercent?: boolean | undefined;
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

export type CreditViolation = Violation<
  | 'nothing_left'
  | 'no_lines'
  | 'bad_quantity'
  | 'unknown_line'
  | 'price_differs'
  | 'price_higher'
  | 'price_not_positive'
  | 'tax_differs'
  | 'over_credited'
  | 'negative_credit'
  | 'exceeds_invoice'
  | 'exceeds_rate'
  | 'exceeds_rest'
  | 'amount_not_positive'
>;
