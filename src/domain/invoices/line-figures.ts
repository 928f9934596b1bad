import type { Decimal } from '../values/money.ts';
import type { VatCode, VatRates } from './vat.ts';

export interface LineFigures {
  qty: Decimal;
  unitPrice: Decimal;
  tax: VatCode;
  discount?: Decimal | undefined;
  /** Without this flag the discount is an amount off the whole line, not off each unit. */
  discountIsPercent?: boolean;
}

export interface InvoiceDiscount {
  /** A percentage, or a net amount that is split over the lines in proportion to their net. */
  value: Decimal;
  isPercent: boolean;
}

export interface TotalsOptions {
  discount?: InvoiceDiscount | undefined;
  taxExempt?: boolean | undefined;
  /** Those of the issue date; without them the newest. */
  rates?: VatRates | undefined;
}
