import type { Lang } from '../domain/codes.ts';
import {
  formatDeduction,
  formatFigure,
  formatMoney,
  formatPercent,
  formatQuantity,
} from '../domain/format.ts';
import { type Decimal, isZero, roundTo, sum, ZERO } from '../domain/money.ts';
import { LABELS, unitName } from './labels.ts';
import type { InvoiceDocument } from './model.ts';

export interface SumRow {
  label: string;
  value: string;
  isTotal: boolean;
}

/** Amount and VAT are rounded to the decimals that people see, and the net gives way, so that what is read adds up. */
export function printedTotals(
  amount: Decimal,
  vatByRate: readonly Decimal[],
  currency: string,
): { net: Decimal; vat: Decimal } {
  const places = currency === 'ISK' ? 0 : 2;
  const vat = sum(vatByRate.map((one) => roundTo(one, places)));
  return { net: roundTo(amount, places).minus(vat), vat };
}

/** How the amount comes about from its lines, and what is asked for besides it. */
export function sumRows(document: InvoiceDocument, lang: Lang = document.lang): SumRow[] {
  const { currency, discount, lines, vat, amount, outsideVat } = document;
  const labels = LABELS[lang];
  const figure = (of: Decimal) => formatFigure(of, currency, lang);
  const rows: SumRow[] = [];
  const add = (label: string, value: string) => rows.push({ label, value, isTotal: false });
  if (discount) {
    const percent = discount.percent ? ` ${formatPercent(discount.percent, lang)}` : '';
    add(labels.subtotal, figure(sum(lines.map((line) => line.net))));
    add(`${labels.wholeDiscount}${percent}`, formatDeduction(discount.amount, currency, lang));
  }
  if (!outsideVat) {
    const taxed = vat.filter(({ percent }) => !isZero(percent));
    const rates = taxed.map((share) => share.vat);
    add(labels.net, figure(printedTotals(amount, rates, currency).net));
    for (const share of taxed) {
      add(`${labels.vat} ${formatPercent(share.percent, lang)}`, figure(share.vat));
    }
  }
  rows.push({
    label: outsideVat ? labels.plainTotal : labels.total,
    value: formatMoney(amount, currency, lang),
    isTotal: true,
  });
  return [...rows, ...rowsAfter(document, lang)];
}

/** The fee is for collecting what is owed; once nothing is, it is history. */
function rowsAfter({ currency, amount, paymentFee, mark }: InvoiceDocument, lang: Lang): SumRow[] {
  const labels = LABELS[lang];
  const money = (of: Decimal) => formatMoney(of, currency, lang);
  if (mark?.kind === 'paid') {
    return [
      { label: labels.alreadyPaid, value: formatDeduction(amount, currency, lang), isTotal: false },
      { label: labels.left, value: money(ZERO), isTotal: true },
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

/** What was sold, where there is no room for more. */
export function lineTexts({ lines, currency }: InvoiceDocument, lang: Lang): LineText[] {
  return lines.map(({ description, qty, uom, net }) => ({
    description,
    qty: `${formatQuantity(qty, lang)} ${unitName(uom, lang)}`,
    amount: formatFigure(net, currency, lang),
  }));
}
