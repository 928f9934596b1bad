import { currencyPlaces } from '../../../src/domain/values/money.ts';
import type { Lang } from '../i18n/lang.ts';
import { formatMoney } from './format.ts';

/** The sum of rows, one for each currency. Each amount is rounded as it is paid, so that their sum is too. */
export function sumText<Row extends { currency: string }>(
  rows: readonly Row[],
  amountOf: (row: Row) => number,
  lang: Lang,
): string {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const units = Math.round(amountOf(row) * 10 ** currencyPlaces(row.currency));
    sums.set(row.currency, (sums.get(row.currency) ?? 0) + units);
  }
  return [...sums]
    .map(([currency, units]) => formatMoney(units / 10 ** currencyPlaces(currency), currency, lang))
    .join(' + ');
}
