import type { Lang } from '../words/lang.ts';

const GROUP = { is: '.', en: ',' };
const POINT = { is: ',', en: '.' };
const MONTHS = {
  is: ['jan.', 'feb.', 'mars', 'apríl', 'maí', 'júní', 'júlí', 'ágúst', 'sept.', 'okt.', 'nóv.', 'des.'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

/** 1.234,5 in Icelandic, 1,234.5 in English. */
export function formatNumber(value: number, lang: Lang, least = 0, most = 4): string {
  const [whole = '', decimals = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(least, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUP[lang]);
  const sign = value < 0 && /[1-9]/.test(whole + decimals) ? '−' : '';
  return `${sign}${grouped}${kept && POINT[lang] + kept}`;
}

/** 1.234.567 kr. in Icelandic, ISK 1,234,567 in English; other currencies with two decimals. */
export function formatMoney(amount: number, currency: string, lang: Lang): string {
  const figure = currency === 'ISK' ? formatNumber(amount, lang, 0, 0) : formatNumber(amount, lang, 2, 2);
  if (lang === 'en') return `${currency}\u00a0${figure}`;
  return currency === 'ISK' ? `${figure}\u00a0kr.` : `${figure}\u00a0${currency}`;
}

/** 1,2 m.kr. where there is little room. */
export function formatShort(amount: number, lang: Lang): string {
  const size = Math.abs(amount);
  if (size >= 1_000_000)
    return `${formatNumber(amount / 1_000_000, lang, 0, 1)}${lang === 'is' ? ' m.' : 'M'}`;
  if (size >= 1000) return `${formatNumber(amount / 1000, lang, 0, 0)}${lang === 'is' ? ' þ.' : 'k'}`;
  return formatNumber(amount, lang, 0, 0);
}

/** 5. mars 2026, or 5 Mar 2026. */
export function formatDate(date: string, lang: Lang): string {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number);
  const name = MONTHS[lang][month - 1] ?? '';
  return lang === 'is' ? `${day}. ${name} ${year}` : `${day} ${name} ${year}`;
}

/** mars ’26, for axes. */
export function formatMonth(month: string, lang: Lang, full = false): string {
  const [year = '', number = '1'] = month.split('-');
  const name = MONTHS[lang][Number(number) - 1] ?? '';
  return full ? `${name} ${year}` : name;
}

export function formatTime(at: string, lang: Lang): string {
  return `${formatDate(at, lang)} ${at.slice(11, 16)}`;
}

/** 550123-4520. */
export function formatKennitala(kennitala: string): string {
  return /^\d{10}$/.test(kennitala) ? `${kennitala.slice(0, 6)}-${kennitala.slice(6)}` : kennitala;
}

/** 0162-26-012345. */
export function formatBankAccount(account: string): string {
  return account.replace(/^(\d{4})(\d{2})(\d{6})$/, '$1-$2-$3');
}

/** What people type as a number in either language, as the wire has it: 1.234,50 and 1,234.50 are 1234.50. */
export function parseNumber(typed: string, lang: Lang): string {
  const plain = typed.replace(/[\s\u00a0]/g, '').replace('−', '-');
  if (lang === 'en') return plain.replaceAll(',', '');
  // A single point before other than three digits can only be meant as a decimal point.
  if (/^-?\d*\.\d{1,2}$|^-?\d+\.\d{4}$/.test(plain)) return plain;
  return plain.replaceAll('.', '').replace(',', '.');
}

export function compareNames(a: string, b: string): number {
  return COLLATOR.compare(a, b);
}

const COLLATOR = new Intl.Collator('is');
