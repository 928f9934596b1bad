import type { Lang } from '../domain/codes.ts';
import {
  formatDeduction,
  formatFigure,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '../domain/format.ts';
import { type Decimal, isZero, roundTo, sum, ZERO } from '../domain/money.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { LABELS, unitName } from './labels.ts';

export interface SumRow {
  label: string;
  value: string;
  isTotal: boolean;
}

/** Rounds amount and VAT to the printed decimals. The net absorbs the difference, so that the printed sums add up. */
export function printedTotals(
  amount: Decimal,
  vatByRate: readonly Decimal[],
  currency: string,
): { net: Decimal; vat: Decimal } {
  const places = currency === 'ISK' ? 0 : 2;
  const vat = sum(vatByRate.map((one) => roundTo(one, places)));
  return { net: roundTo(amount, places).minus(vat), vat };
}

/** The rows of the totals block: from the sum of the lines to the total, the fee and the balance. */
export function sumRows(document: InvoiceDocument, lang: Lang = document.lang): SumRow[] {
  const { currency, discount, lines, vat, amount, isOutsideVat } = document;
  const labels = LABELS[lang];
  const figure = (of: Decimal) => formatFigure(of, currency, lang);
  const rows: SumRow[] = [];
  const add = (label: string, value: string) => rows.push({ label, value, isTotal: false });
  if (discount) {
    const percent = discount.percent ? ` ${formatPercent(discount.percent, lang)}` : '';
    add(labels.subtotal, figure(sum(lines.map((line) => line.net))));
    add(`${labels.wholeDiscount}${percent}`, formatDeduction(discount.amount, currency, lang));
  }
  if (!isOutsideVat) {
    const taxed = vat.filter(({ percent }) => !isZero(percent));
    const rates = taxed.map((share) => share.vat);
    add(labels.net, figure(printedTotals(amount, rates, currency).net));
    for (const share of taxed) {
      add(`${labels.vat} ${formatPercent(share.percent, lang)}`, figure(share.vat));
    }
  }
  rows.push({
    label: isOutsideVat ? labels.plainTotal : labels.total,
    value: formatMoney(amount, currency, lang),
    isTotal: true,
  });
  return [...rows, ...balanceRows(document, lang)];
}

/** The fee is for collecting an unpaid amount, so it is not printed after payment. */
function balanceRows({ currency, amount, paymentFee, mark }: InvoiceDocument, lang: Lang): SumRow[] {
  const labels = LABELS[lang];
  const money = (of: Decimal) => formatMoney(of, currency, lang);
  if (mark?.kind === 'paid') {
    return [
      { label: labels.alreadyPaid, value: formatDeduction(amount, currency, lang), isTotal: false },
      { label: labels.balance, value: money(ZERO), isTotal: true },
    ];
  }
  if (isZero(paymentFee)) return [];
  return [
    { label: labels.fee, value: formatFigure(paymentFee, currency, lang), isTotal: false },
    { label: labels.withFee, value: money(amount.plus(paymentFee)), isTotal: true },
  ];
}

export interface LineText {
  description: string;
  qty: string;
  amount: string;
}

/** Short line texts, for mails and the payment page. */
export function lineTexts({ lines, currency }: InvoiceDocument, lang: Lang): LineText[] {
  return lines.map(({ description, qty, uom, net }) => ({
    description,
    qty: `${formatQuantity(qty, lang)} ${unitName(uom, lang)}`,
    amount: formatFigure(net, currency, lang),
  }));
}
