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
import { type InvoiceDocument, isPaidMark } from './invoice-document.ts';
import { LABELS } from './labels.ts';
import { isPartlyCredited, printedCredited, printedFigures } from './printed-figures.ts';

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

/** What follows the total: what was paid for it, or what was credited since, what is left and the fee for collecting it. */
function balanceRows(document: InvoiceDocument, lang: Lang): SumRow[] {
  const { currency, mark } = document;
  if (isPaidMark(mark)) return paidRows(document, lang);
  const labels = LABELS[lang];
  const money = (of: Decimal) => formatMoney(of, currency, lang);
  const hasFee = !isZero(document.paymentFee);
  const rows: SumRow[] = [];
  if (isPartlyCredited(document)) {
    const credited = formatDeduction(printedCredited(document), currency, lang);
    const left = { label: hasFee ? labels.balance : labels.toPay, value: money(transferAmount(document)) };
    rows.push({ label: labels.creditedLater, value: credited, isTotal: false }, { ...left, isTotal: true });
  }
  if (!hasFee) return rows;
  const isOptional = hasOptionalFee(document);
  const fee = formatFigure(payableAmount(document.paymentFee, currency), currency, lang);
  return [
    ...rows,
    { label: isOptional ? labels.linkFee : labels.fee, value: fee, isTotal: false },
    { label: isOptional ? labels.linkTotal : labels.withFee, value: money(document.due), isTotal: true },
  ];
}

/** The fee is for collecting an unpaid amount, so it is not printed after payment. */
function paidRows({ amount, currency, paid }: InvoiceDocument, lang: Lang): SumRow[] {
  const labels = LABELS[lang];
  const credited = payableAmount(amount, currency).minus(paid);
  const off = (of: Decimal) => formatDeduction(of, currency, lang);
  return [
    ...(isZero(credited) ? [] : [{ label: labels.creditedLater, value: off(credited), isTotal: false }]),
    { label: labels.alreadyPaid, value: off(paid), isTotal: false },
    { label: labels.balance, value: formatMoney(ZERO, currency, lang), isTotal: true },
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
