import { apportion } from '../domain/apportion.ts';
import { currencyPlaces, type Decimal, roundTo, sum, ZERO } from '../domain/money.ts';
import { payableAmount } from '../domain/payments.ts';
import type { VatCode } from '../domain/vat.ts';
import type { InvoiceDocument } from './invoice-document.ts';

/** The figures of an invoice as they are printed. Every column adds up to its printed sum. */
export interface PrintedFigures {
  /** The net amount of each line, in their order. */
  lines: Decimal[];
  /** Sum of the lines before the discount on the whole invoice; null without one. */
  subtotal: Decimal | null;
  discount: Decimal | null;
  /** By VAT rate; net and VAT of a row add up to its gross, and each column to its sum. */
  rates: { code: VatCode; percent: Decimal; net: Decimal; vat: Decimal; gross: Decimal }[];
  net: Decimal;
  /** From the sums to the amount, which is rounded once while its parts are rounded separately. */
  rounding: Decimal;
  amount: Decimal;
}

/**
 * Rounds the figures of a document to the printed decimals. If each were rounded to krónur alone, the columns would
 * miss their sums in more than a third of ordinary invoices. The amount and the VAT of each rate are fixed: one is agreed
 * with the customer, the other is owed to the state. The net figures absorb the difference by the largest remainder.
 * Lines before a discount on the whole invoice add up to their own sum only: no rate of the VAT table includes them.
 * In other currencies the figures are those of the books and of the e-invoice, and the rounding has a row of its own.
 */
export function printedFigures(document: InvoiceDocument): PrintedFigures {
  const { currency, vat, discount } = document;
  const places = currencyPlaces(currency);
  const amount = payableAmount(document.amount, currency);
  const exact = vat.map((share) => share.net.plus(share.vat));
  const grosses = places === 0 ? apportion(exact, amount, places) : exact;
  const rates = vat.map(({ code, percent, vat: exactVat }, index) => {
    const gross = grosses[index] ?? ZERO;
    const rounded = roundTo(exactVat, places);
    return { code, percent, net: gross.minus(rounded), vat: rounded, gross };
  });
  const net = sum(rates.map((rate) => rate.net));
  const off = discount && roundTo(discount.amount, places);
  return {
    lines: off
      ? apportion(
          document.lines.map((line) => line.net),
          net.plus(off),
          places,
        )
      : printedLines(document, rates, places),
    subtotal: off && net.plus(off),
    discount: off,
    rates,
    net,
    rounding: amount.minus(sum(grosses)),
    amount,
  };
}

/** The lines of each rate add up to its net. */
function printedLines({ lines }: InvoiceDocument, rates: PrintedFigures['rates'], places: number): Decimal[] {
  const nets = new Map<number, Decimal>();
  for (const { code, net } of rates) {
    const sameRate = lines.filter((line) => line.code === code);
    const figures = apportion(
      sameRate.map((line) => line.net),
      net,
      places,
    );
    for (const [index, line] of sameRate.entries()) nets.set(line.position, figures[index] ?? ZERO);
  }
  return lines.map(({ position }) => nets.get(position) ?? ZERO);
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
