export const ICELAND = 'IS';

/**
 * The VAT number with its country prefix. Words around an Icelandic number, as in "VSK-nr. 145678", are removed; a
 * text without digits is not a number.
 */
export function vatNumber(given: string): string {
  const [icelandic] = /(?<!\d)\d{5,6}(?!\d)/.exec(given) ?? [];
  if (icelandic) return `${ICELAND}${icelandic}`;
  const bare = given.replace(/[^0-9a-z]/gi, '').toUpperCase();
  if (!/\d/.test(bare)) return '';
  // A number with the letters of another country is not an Icelandic one.
  return /^[A-Z]{2}\d/.test(bare) ? bare : `${ICELAND}${bare}`;
}

/** The customer's VAT field may also contain a rate or a remark, so only an Icelandic VAT number is accepted. */
export function buyersVatNumber(given: string): string {
  return /^(IS)?\s*\d{5,6}$/i.test(given.trim()) ? vatNumber(given) : '';
}
