import { type Decimal, fixed2, roundTo } from '../../domain/money.ts';

/** 1.234.567 kr. in Icelandic, ISK 1,234,567 in English; other currencies with two decimals. */
export function formatMoney(amount: Decimal, currency: string, lang: 'is' | 'en'): string {
  const written = currency === 'ISK' ? roundTo(amount, 0).toFixed(0) : fixed2(amount);
  const [whole = '', decimals] = written.split('.');
  const [group, point] = lang === 'is' ? ['.', ','] : [',', '.'];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  const figure = decimals === undefined ? grouped : `${grouped}${point}${decimals}`;
  if (lang === 'en') return `${currency} ${figure}`;
  return currency === 'ISK' ? `${figure} kr.` : `${figure} ${currency}`;
}

/** 2,5 in Icelandic, 2.5 in English. */
export function formatQuantity(quantity: string, lang: 'is' | 'en'): string {
  return lang === 'is' ? quantity.replace('.', ',') : quantity;
}

/** 5.3.2026 in Icelandic, 2026-03-05 in English. */
export function formatDate(date: string, lang: 'is' | 'en'): string {
  if (lang === 'en') return date;
  const [year, month, day] = date.split('-').map(Number);
  return `${day}.${month}.${year}`;
}
