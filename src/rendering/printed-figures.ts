import { apportion } from '../domain/invoices/apportion.ts';
import { payableAmount } from '../domain/invoices/payments.ts';
import type { VatCode } from '../domain/invoices/vat.ts';
import {
  currencyPlaces,
  type Decimal,
  decimalPlaces,
  isZero,
  roundTo,
  sum,
  ZERO,
} from '../domain/values/money.ts';
import type { DocumentFigures } from './document-figures.ts';
import { type InvoiceDocument, isInvoiceForm } from './invoice-document.ts';

/** The figures of an invoice as they are printed. Every column adds up to its printed sum. */
export interface PrintedFigures {
  /** The decimals of all figures but the amount, which has those of its currency. */
  places: 0 | 2;
  /** Quantity times price less its discount, of each line in their order. */
  lines: Decimal[];
  /** Sum of the lines before the discount on the whole invoice; null without one. */
  subtotal: Decimal | null;
  discount: Decimal | null;
  /** By VAT rate; net and VAT of a row add up to its gross, and each column to its sum. */
  rates: { code: VatCode; percent: Decimal; net: Decimal; vat: Decimal; gross: Decimal }[];
  net: Decimal;
  /** What net and VAT miss to the amount to pay. */
  rounding: Decimal;
  /** The amount to pay. */
  amount: Decimal;
}

/**
 * The figures of a document for PDF, mails, pages and the console. Lines, net and VAT are what a reader computes from
 * them, and the rounding makes up the amount to pay, as in the e-invoice. Krónur are printed whole where all lines and
 * the discount are whole; then only the VAT is rounded. Where a line has aurar, all figures above the amount have two
 * decimals: the net would otherwise miss the one in the books by half a króna for each line.
 */
export function printedFigures({ currency, lines, vat, discount, amount }: DocumentFigures): PrintedFigures {
  const nets = lines.map((line) => line.net);
  const isWhole = [...nets, discount?.amount ?? ZERO].every((figure) => decimalPlaces(figure) === 0);
  const places = isWhole ? currencyPlaces(currency) : 2;
  const subtotal = sum(nets);
  const net = subtotal.minus(discount?.amount ?? ZERO);
  // The share of a rate in a whole discount may have aurar.
  const netByRate = apportion(
    vat.map((share) => share.net),
    net,
    places,
  );
  const rates = vat.map(({ code, percent, vat: booked }, index) => {
    const taxable = netByRate[index] ?? ZERO;
    const rounded = roundTo(booked, places);
    return { code, percent, net: taxable, vat: rounded, gross: taxable.plus(rounded) };
  });
  const payable = payableAmount(amount, currency);
  return {
    places,
    lines: nets,
    subtotal: discount && subtotal,
    discount: discount?.amount ?? null,
    rates,
    net,
    rounding: payable.minus(sum(rates.map(({ gross }) => gross))),
    amount: payable,
  };
}

/** Whether less is owed than the invoice was issued for: every rendition then says what was credited and what is left. */
export function isPartlyCredited({ kind, form, mark, credited }: InvoiceDocument): boolean {
  return kind === 'invoice' && isInvoiceForm({ form }) && mark === null && !isZero(credited);
}

/**
 * What was credited, as it is printed between the amount and what is left to pay. Each of these is rounded as it is paid,
 * so the credited part is their difference.
 */
export function printedCredited({
  amount,
  paymentFee,
  due,
  currency,
}: Pick<InvoiceDocument, 'amount' | 'paymentFee' | 'due' | 'currency'>): Decimal {
  return payableAmount(amount, currency).plus(payableAmount(paymentFee, currency)).minus(due);
}
