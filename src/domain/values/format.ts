import type { Lang } from './codes.ts';
import { currencyPlaces, type Decimal, decimalPlaces, isNegative, roundTo } from './money.ts';

/**
 * 1.234.567,5 in Icelandic, 1,234,567.5 in English. The sign is U+2212, which is as wide as a digit, so that
 * columns align.
 */
export function groupDigits(written: string, lang: Lang): string {
  const [whole = '', decimals] = written.replace(/^-/, '').split('.');
  const [group, point] = lang === 'is' ? ['.', ','] : [',', '.'];
  const figure = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const sign = written.startsWith('-') ? '−' : '';
  return decimals === undefined ? `${sign}${figure}` : `${sign}${figure}${point}${decimals}`;
}

/** An amount without its currency: no decimals for currencies without a minor unit, and two for all others. */
export function formatFigure(
  amount: Decimal,
  currency: string,
  lang: Lang,
  places: number = currencyPlaces(currency),
): string {
  return groupDigits(roundTo(amount, places).toFixed(places), lang);
}

/** 1.234.567 kr. in Icelandic, ISK 1,234,567 in English; other currencies have two decimals. */
export function formatMoney(amount: Decimal, currency: string, lang: Lang): string {
  return withCurrency(formatFigure(amount, currency, lang), currency, lang);
}

export function withCurrency(figure: string, currency: string, lang: Lang): string {
  if (lang === 'en') return `${currency} ${figure}`;
  return currency === 'ISK' ? `${figure} kr.` : `${figure} ${currency}`;
}

/** A unit price has the decimals that it needs, because the line total is computed from them: 349, 349,50 or 0,1234. */
export function formatPrice(price: Decimal, currency: string, lang: Lang): string {
  const needed = decimalPlaces(price);
  return formatFigure(price, currency, lang, needed === 0 ? undefined : Math.max(2, needed));
}

/** 2,5 in Icelandic, 2.5 in English. */
export function formatQuantity(quantity: Decimal, lang: Lang): string {
  return groupDigits(quantity.toFixed(), lang);
}

/** 12,5% in Icelandic, 12.5% in English. */
export function formatPercent(percent: Decimal, lang: Lang): string {
  return `${groupDigits(percent.toFixed(), lang)}%`;
}

/** A deduction with a minus sign; zero has none. */
export function formatDeduction(amount: Decimal, currency: string, lang: Lang, places?: number): string {
  const figure = formatFigure(amount.abs(), currency, lang, places);
  if (/^[0.,]+$/.test(figure)) return figure;
  return isNegative(amount) ? figure : `−${figure}`;
}

/** 5.3.2026 in Icelandic, 2026-03-05 in English. */
export function formatDate(date: string, lang: Lang): string {
  if (lang === 'en') return date;
  const [year, month, day] = date.split('-').map(Number);
  return `${day}.${month}.${year}`;
}

const MONTHS: Readonly<Record<Lang, readonly string[]>> = {
  is: 'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};
const WEEKDAYS: Readonly<Record<Lang, readonly string[]>> = {
  is: 'sunnudagur mánudagur þriðjudagur miðvikudagur fimmtudagur föstudagur laugardagur'.split(' '),
  en: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
};

/** 5. mars 2026 in Icelandic, 5 March 2026 in English: for running text, where dates are not compared. */
export function formatDay(date: string, lang: Lang): string {
  const [year, month = 1, day] = date.split('-').map(Number);
  return `${day}${lang === 'is' ? '.' : ''} ${MONTHS[lang][month - 1]} ${year}`;
}

/** fimmtudagur 5. mars 2026 in Icelandic, Thursday 5 March 2026 in English. */
export function formatWeekday(date: string, lang: Lang): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return `${WEEKDAYS[lang][weekday]} ${formatDay(date, lang)}`;
}

/** 0101-26-123456 for twelve digits. */
export function formatBankAccount(digits: string): string {
  return digits.replace(/^(\d{4})(\d{2})(\d{6})$/, '$1-$2-$3');
}

/** 19:30 for minutes after midnight. */
export function formatClock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Parses whole krónur as people type them: 5000, 5.000, 5,000,- or 5 000 kr.; null for anything else. */
export function parseKronur(typed: string): string | null {
  const figure = typed.trim().replace(/^ISK\s*|\s*(kr\.?|ISK|,-)$/gi, '');
  if (!/^\d+$|^\d{1,3}([., \u00a0]\d{3})+$/.test(figure)) return null;
  return figure.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
}
