import { payableAmount } from '../domain/invoices/payments.ts';
import type { Lang } from '../domain/values/codes.ts';
import {
  formatDeduction,
  formatFigure,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '../domain/values/format.ts';
import { type Decimal, isZero, ZERO } from '../domain/values/money.ts';
import { unitName } from '../domain/values/units.ts';
import { type InvoiceDocument, isSettled } from './invoice-document.ts';
import { LABELS } from './labels.ts';
import { printedFigures, printedSettlement, type SettledSums } from './printed-figures.ts';

export interface SumRow {
  label: string;
  value: string;
  isTotal: boolean;
}

/** The rows of the totals block: from the sum of the lines to the total, the fee and the balance. */
export function sumRows(document: InvoiceDocument, lang: Lang = document.lang): SumRow[] {
  const { currency, discount, isOutsideVat } = document;
  const printed = printedFigures(document);
  const labels = LABELS[lang];
  const figure = (of: Decimal) => formatFigure(of, currency, lang, printed.places);
  const rows: SumRow[] = [];
  const add = (label: string, value: string) => rows.push({ label, value, isTotal: false });
  if (printed.subtotal && printed.discount) {
    const percent = discount?.percent ? ` ${formatPercent(discount.percent, lang)}` : '';
    add(labels.subtotal, figure(printed.subtotal));
    add(
      `${labels.wholeDiscount}${percent}`,
      formatDeduction(printed.discount, currency, lang, printed.places),
    );
  }
  if (!isOutsideVat) {
    add(labels.net, figure(printed.net));
    for (const { percent, vat } of printed.rates) {
      if (!isZero(percent)) add(`${labels.vat} ${formatPercent(percent, lang)}`, figure(vat));
    }
  }
  if (!isZero(printed.rounding)) add(labels.rounding, figure(printed.rounding));
  rows.push({
    label: isOutsideVat ? labels.plainTotal : labels.total,
    value: formatMoney(printed.amount, currency, lang),
    isTotal: true,
  });
  return [...rows, ...balanceRows(document, lang)];
}

/** Whether the payer chooses between a transfer without the fee and paying online with it. */
export function hasOptionalFee({ payment, hasPaymentLink, paymentFee }: InvoiceDocument): boolean {
  return hasPaymentLink && payment.kind === 'transfer' && !isZero(paymentFee);
}

/** What a transfer pays where the fee is for paying online: all that is left, without the fee. */
export function transferAmount({
  due,
  paymentFee,
  currency,
}: Pick<InvoiceDocument, 'due' | 'paymentFee' | 'currency'>): Decimal {
  return due.minus(payableAmount(paymentFee, currency));
}

/** What changed the amount to pay of an invoice since it was issued; `figure` is negative where less is left by it. */
export interface SettledPart {
  name: 'creditedLater' | 'alreadyPaid' | 'writtenOffAmount' | 'rounding';
  figure: Decimal;
}

/** What was credited, paid and written off of an invoice; empty where nothing was. */
export function settledParts(document: SettledSums & Pick<InvoiceDocument, 'kind'>): SettledPart[] {
  // A credit note says in words what becomes of its amount.
  if (document.kind === 'credit') return [];
  const { credited, paid, writtenOff, rounding } = printedSettlement(document);
  const parts: SettledPart[] = [
    { name: 'creditedLater', figure: ZERO.minus(credited) },
    { name: 'alreadyPaid', figure: ZERO.minus(paid) },
    { name: 'writtenOffAmount', figure: ZERO.minus(writtenOff) },
    { name: 'rounding', figure: rounding },
  ];
  return parts.filter(({ figure }) => !isZero(figure));
}

/** What follows the total: what was settled of it and what is left, and the fee for collecting that. */
function balanceRows(document: InvoiceDocument, lang: Lang): SumRow[] {
  return [...settledRows(document, lang), ...feeRows(document, lang)];
}

function settledRows(document: InvoiceDocument, lang: Lang): SumRow[] {
  const labels = LABELS[lang];
  const { currency } = document;
  const parts = settledParts(document);
  if (parts.length === 0) return [];
  const { left } = printedSettlement(document);
  return [
    ...parts.map(({ name, figure }) => ({
      label: labels[name],
      value: formatFigure(figure, currency, lang),
      isTotal: false,
    })),
    { label: labels.balance, value: formatMoney(left, currency, lang), isTotal: true },
  ];
}

/** The fee is for collecting what is unpaid, so it is not printed once the invoice is settled. */
function feeRows(document: InvoiceDocument, lang: Lang): SumRow[] {
  const { currency, paymentFee, due } = document;
  if (isZero(paymentFee) || isSettled(document)) return [];
  const labels = LABELS[lang];
  const isOptional = hasOptionalFee(document);
  const fee = formatFigure(payableAmount(paymentFee, currency), currency, lang);
  return [
    { label: isOptional ? labels.linkFee : labels.fee, value: fee, isTotal: false },
    {
      label: isOptional ? labels.linkTotal : labels.withFee,
      value: formatMoney(due, currency, lang),
      isTotal: true,
    },
  ];
}

export interface LineText {
  description: string;
  qty: string;
  amount: string;
}

/** Short line texts, for mails and the payment page. */
export function lineTexts(document: InvoiceDocument, lang: Lang): LineText[] {
  const { lines, places } = printedFigures(document);
  return document.lines.map(({ description, qty, uom }, index) => ({
    description,
    qty: `${formatQuantity(qty, lang)} ${unitName(uom, lang, qty.toNumber())}`,
    amount: formatFigure(lines[index] ?? ZERO, document.currency, lang, places),
  }));
}
