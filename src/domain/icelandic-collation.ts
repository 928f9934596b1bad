/**
 * The Icelandic order of letters, in which accented vowels are letters of their own, ð comes after d, and þ, æ and
 * ö come last. Databases differ in the collations that they bring along, so the order is told by it letter by letter.
 */
const ALPHABET = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæö';
/** Letters of other languages, sorted with the one that they look like. */
const LIKE: Record<string, string> = {
  à: 'a',
  â: 'a',
  ä: 'æ',
  ã: 'a',
  å: 'a',
  ç: 'c',
  è: 'e',
  ê: 'e',
  ë: 'e',
};
const MORE: Record<string, string> = {
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

/** Ranks are letters of plain ASCII, in whose order every database compares bytes. */
const FIRST_RANK = 'A'.charCodeAt(0);

const ranked = [...ALPHABET].map(
  (letter, place) => [letter, String.fromCharCode(FIRST_RANK + place)] as const,
);
const rankOf = new Map<string, string>(ranked);
const all = [
  ...ranked,
  ...Object.entries({ ...LIKE, ...MORE }).map(
    ([letter, like]) => [letter, rankOf.get(like) ?? like] as const,
  ),
];

/** For SQL's translate(): both cases of every letter, and the rank of each in the same place. */
export const COLLATION_LETTERS = all.map(([letter]) => letter + letter.toUpperCase()).join('');
export const COLLATION_RANKS = all.map(([, rank]) => rank + rank).join('');
