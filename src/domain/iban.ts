const COUNTRY = 'IS';
const WHOLE = 98n;
const MODULUS = 97n;

/**
 * An Icelandic account as it is known abroad: its twelve digits and the kennitala of its owner, after two digits
 * that check them. Empty where either is missing.
 */
export function ibanOf(bankAccount: string, kennitala: string): string {
  if (!/^\d{12}$/.test(bankAccount) || !/^\d{10}$/.test(kennitala)) return '';
  const owned = `${bankAccount}${kennitala}`;
  const check = WHOLE - (BigInt(`${owned}${digitsOf(COUNTRY)}00`) % MODULUS);
  return `${COUNTRY}${String(check).padStart(2, '0')}${owned}`;
}

/** IS14 0159 2600 7654 5510 7303 39: in groups of four, as it is read aloud and typed. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Letters count from 10 on. */
function digitsOf(letters: string): string {
  return [...letters].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10).join('');
}
