export const ICELAND = 'IS';
/** Registers of companies and persons have numbers in a list; this is the one of Iceland. */
export const KENNITALA = '0196';

/**
 * The number with its country before it, as it is written between countries. Words that stand beside a number of
 * the Icelandic kind, as in "VSK-nr. 145678", are left out; what has no digit is no number.
 */
export function vatNumber(given: string): string {
  const [icelandic] = /(?<!\d)\d{5,6}(?!\d)/.exec(given) ?? [];
  if (icelandic) return `${ICELAND}${icelandic}`;
  const bare = given.replace(/[^0-9a-z]/gi, '').toUpperCase();
  if (!/\d/.test(bare)) return '';
  return bare.startsWith(ICELAND) ? bare : `${ICELAND}${bare}`;
}

/** A customer's field may also hold a rate or a remark; only what is a number of the Icelandic kind is taken. */
export function buyersVatNumber(given: string): string {
  return /^(IS)?\s*\d{5,6}$/i.test(given.trim()) ? vatNumber(given) : '';
}
