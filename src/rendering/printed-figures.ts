import { apportion } from '../domain/invoices/apportion.ts';
import { payableAmount } from '../domain/invoices/payments.ts';
import type { VatCode } from '../domain/invoices/vat.ts';
import { currencyPlaces, type Decimal, decimalPlaces, roundTo, sum, ZERO } from '../domain/values/money.ts';
import type { DocumentFigures } from './document-figures.ts';
import type { VatShare } from './invoice-document.ts';

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
  const shares = sharesByRate(vat);
  const netByRate = apportion(
    shares.map((share) => share.net),
    net,
    places,
  );
  const rates = shares.map(({ code, percent, vat: booked }, index) => {
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

/** Code Z is one row, whatever the reasons why it has no VAT. */
function sharesByRate(shares: readonly VatShare[]): VatShare[] {
  return [...Map.groupBy(shares, ({ code }) => code).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, net: sum([first, ...others].map(({ net }) => net)) }] : [],
  );
}

/** What became of the amount of an invoice since it was issued, exactly as it is booked. */
export interface SettledSums {
  currency: string;
  amount: Decimal;
  credited: Decimal;
  paid: Decimal;
  /** The remainder that was given up as lost. */
  writtenOff: Decimal;
}

/**
 * The same as it is printed: the amount to pay less what was credited, paid and written off, with the rounding, is what is
 * left.
 */
export interface PrintedSettlement {
  /** Without what was credited of money that had been paid: that is owed to the customer, and settles nothing. */
  credited: Decimal;
  paid: Decimal;
  writtenOff: Decimal;
  /** Each of these figures is rounded as it is paid; this is what they miss to what is left. */
  rounding: Decimal;
  left: Decimal;
}

/** What was settled of an invoice and what is left of it, for PDF, mails, pages and the console. */
export function printedSettlement({
  currency,
  amount,
  credited,
  paid,
  writtenOff,
}: SettledSums): PrintedSettlement {
  const payable = (figure: Decimal) => payableAmount(figure, currency);
  const unpaid = notBelowZero(amount.minus(paid));
  const reduced = credited.lt(unpaid) ? credited : unpaid;
  const printed = { credited: payable(reduced), paid: payable(paid), writtenOff: payable(writtenOff) };
  const left = payable(notBelowZero(unpaid.minus(reduced).minus(writtenOff)));
  const settled = sum(Object.values(printed));
  return { ...printed, left, rounding: left.minus(payable(amount).minus(settled)) };
}

/** Krónur are paid whole, so what was paid may be up to half a króna more than the amount. */
function notBelowZero(amount: Decimal): Decimal {
  return amount.lt(ZERO) ? ZERO : amount;
}
