const COUNTRY = 'IS';
const CHECK_DIGIT_BASE = 98n;
const MODULUS = 97n;

/**
 * The IBAN of an Icelandic bank account: country, two check digits, the account's twelve digits and its owner's
 * kennitala. Empty if either is missing.
 */
export function ibanOf(bankAccount: string, kennitala: string): string {
  if (!/^\d{12}$/.test(bankAccount) || !/^\d{10}$/.test(kennitala)) return '';
  const bban = `${bankAccount}${kennitala}`;
  const check = CHECK_DIGIT_BASE - (BigInt(`${bban}${digitsOf(COUNTRY)}00`) % MODULUS);
  return `${COUNTRY}${String(check).padStart(2, '0')}${bban}`;
}

/** IS14 0159 2600 7654 5510 7303 39: groups of four, as printed. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** ISO 13616 replaces letters by numbers, with A as 10. */
function digitsOf(letters: string): string {
  return [...letters].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10).join('');
}
