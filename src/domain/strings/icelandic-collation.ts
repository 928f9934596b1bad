/**
 * The Icelandic alphabet: accented vowels are letters of their own, ð follows d, and þ, æ and ö come last. The
 * available collations differ between databases, so SQL maps every letter to its rank instead of using one.
 */
const ALPHABET = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæö';
/** Letters of other languages sort with the Icelandic letter that they resemble. */
const FOREIGN_LETTERS: Readonly<Record<string, string>> = {
  à: 'a',
  â: 'a',
  ä: 'æ',
  ã: 'a',
  å: 'a',
  ç: 'c',
  è: 'e',
  ê: 'e',
  ë: 'e',
  ñ: 'n',
  ò: 'o',
  ô: 'o',
  õ: 'o',
  ø: 'ö',
  ù: 'u',
  û: 'u',
  ü: 'u',
  ł: 'l',
};

/** Ranks are ASCII characters, which every database compares in the same order. */
const FIRST_RANK = 'A'.charCodeAt(0);

const icelandicRanks = [...ALPHABET].map(
  (letter, index) => [letter, String.fromCharCode(FIRST_RANK + index)] as const,
);
const rankOf = new Map<string, string>(icelandicRanks);
const allRanks = [
  ...icelandicRanks,
  ...Object.entries(FOREIGN_LETTERS).map(([letter, base]) => [letter, rankOf.get(base) ?? base] as const),
];

/** Arguments for SQL's translate(): both cases of every letter, and the rank of each at the same index. */
export const COLLATION_LETTERS = allRanks.map(([letter]) => letter + letter.toUpperCase()).join('');
export const COLLATION_RANKS = allRanks.map(([, rank]) => rank + rank).join('');
