import { groupDigits, withCurrency } from '../../../src/domain/values/format.ts';
import { currencyPlaces } from '../../../src/domain/values/money.ts';
import type { Lang } from '../i18n/lang.ts';

/** Short names for tables and axes; documents use the full names. */
const SHORT_MONTHS: Readonly<Record<Lang, readonly string[]>> = {
  is: ['jan.', 'feb.', 'mars', 'apríl', 'maí', 'júní', 'júlí', 'ágúst', 'sept.', 'okt.', 'nóv.', 'des.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** 1.234,5 in Icelandic, 1,234.5 in English, with at least `minDecimals` and at most `maxDecimals` decimals. */
export function formatNumber(value: number, lang: Lang, minDecimals = 0, maxDecimals = 4): string {
  const [whole = '', decimals = ''] = value.toFixed(maxDecimals).split('.');
  const significant = decimals.replace(/0+$/, '').padEnd(minDecimals, '0');
  // A negative number that rounds to zero has no sign.
  const unsigned = /[1-9]/.test(whole + decimals) ? whole : whole.replace('-', '');
  return groupDigits(significant ? `${unsigned}.${significant}` : unsigned, lang);
}

/** 1.234.567 kr. in Icelandic, ISK 1,234,567 in English, with a no-break space; currencies with a minor unit have two decimals. */
export function formatMoney(
  amount: number,
  currency: string,
  lang: Lang,
  places: number = currencyPlaces(currency),
): string {
  return withCurrency(formatNumber(amount, lang, places, places), currency, lang).replace(' ', '\u00a0');
}

const SUM = /^(-?\d{1,15}\.\d{2}) ([A-Z]{3})$/;

/** A sum as the server writes it in a text, such as `1234.00 ISK`, as money; undefined for any other text. */
export function formatSum(text: string, lang: Lang): string | undefined {
  const [, amount, currency] = SUM.exec(text) ?? [];
  return amount && currency ? formatMoney(Number(amount), currency, lang) : undefined;
}

/** 4.500,50 kr.: a unit price keeps its decimals, because the amount of the line is computed from them. */
export function formatPrice(price: number, currency: string, lang: Lang): string {
  const minDecimals = Number.isInteger(price) ? currencyPlaces(currency) : 2;
  return withCurrency(formatNumber(price, lang, minDecimals), currency, lang).replace(' ', '\u00a0');
}

/** 1,2 m. or 1.2M, for axes, which have no room for more than four digits. */
export function formatShort(amount: number, lang: Lang): string {
  const size = Math.abs(amount);
  if (size >= 1_000_000_000)
    return `${formatNumber(amount / 1_000_000_000, lang, 0, 1)}${lang === 'is' ? ' ma.' : 'bn'}`;
  if (size >= 1_000_000)
    return `${formatNumber(amount / 1_000_000, lang, 0, 1)}${lang === 'is' ? ' m.' : 'M'}`;
  if (size >= 1000) return `${formatNumber(amount / 1000, lang, 0, 0)}${lang === 'is' ? ' þ.' : 'k'}`;
  return formatNumber(amount, lang, 0, 0);
}

/** 5. mars 2026, or 5 Mar 2026. */
export function formatDate(date: string, lang: Lang): string {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  const name = SHORT_MONTHS[lang][month - 1] ?? '';
  return lang === 'is' ? `${day}. ${name} ${year}` : `${day} ${name} ${year}`;
}

/** mars, or mars 2026 in full. */
export function formatMonth(month: string, lang: Lang, full = false): string {
  const [year = '', number = '1'] = month.split('-');
  const name = SHORT_MONTHS[lang][Number(number) - 1] ?? '';
  return full ? `${name} ${year}` : name;
}

export function formatTime(at: string, lang: Lang): string {
  return `${formatDate(at, lang)} ${at.slice(11, 16)}`;
}

/** The size of a file; a small one is a tenth of a megabyte. */
export function formatMegabytes(bytes: number, lang: Lang): string {
  return `${formatNumber(Math.max(bytes / 1_000_000, 0.1), lang, 0, 1)} MB`;
}
