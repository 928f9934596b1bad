import { readFileSync } from 'node:fs';

/**
 * The words that most passwords are made of, lower-case and without accents. A password that is one of them with a few
 * digits or signs around it is among the first that an attacker tries.
 */
let words: ReadonlySet<string> | undefined;

function commonWords(): ReadonlySet<string> {
  words ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split(/\s+/));
  return words;
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** More than this around a word makes it a password that is not common. */
const MAX_AROUND = 5;

/** Whether everybody would guess the password soon: `about` are the names and numbers of the person and the company. */
export function isCommonPassword(password: string, about: readonly string[]): boolean {
  const folded = fold(password);
  return (
    isSequence(folded) ||
    isDate(folded) ||
    isRepetition(folded) ||
    [bareWord(folded), replaceLookalikes(bareWord(folded)), bareWord(replaceLookalikes(folded))].some(
      isCommon,
    ) ||
    about.some((one) => isAbout(folded, fold(one)))
  );
}

function isCommon(word: string): boolean {
  return word !== '' && (commonWords().has(word) || commonWords().has(shortestUnit(word)));
}

function replaceLookalikes(text: string): string {
  return [...text].map((one) => LOOKALIKES[one] ?? one).join('');
}

/** The word inside the digits and signs around it; empty where too much is around it. */
function bareWord(text: string): string {
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return text.length - word.length <= MAX_AROUND || word.length === 0 ? word : '';
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o');
}

/** `abcabcabc` is made of `abc`. */
function shortestUnit(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}

/** Made of one or two characters, or of a short part that is repeated. */
function isRepetition(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const unit = shortestUnit(text);
  return unit !== text && unit.length <= 4;
}

/** Each character follows the one before it, upwards or downwards, as in 12345678 and hgfedcba. */
function isSequence(text: string): boolean {
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0);
  const follows = (step: number) =>
    codes.every((code, n) => n === 0 || code - (codes[n - 1] ?? 0) === step || isWrap(text, n, step));
  return follows(1) || follows(-1);
}

/** After 9 comes 0 on a keyboard. */
function isWrap(text: string, n: number, step: number): boolean {
  const pair = text.slice(n - 1, n + 1);
  return step === 1 ? pair === '90' : pair === '09';
}

/** Eight digits that are a day, with the year first or last. */
function isDate(text: string): boolean {
  return /^(?:(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d|[0-3]\d(?:0\d|1[0-2])(?:19|20)\d\d)$/.test(
    text.replace(/[\s./-]/g, ''),
  );
}

/** The name or number itself, with little around it. */
function isAbout(password: string, name: string): boolean {
  const [typed, known] = [password, name].map((text) => text.replace(/[^\p{L}\p{N}]/gu, '')) as [
    string,
    string,
  ];
  if (known.length < 3) return false;
  const digitsAround = typed.replace(known, '');
  return typed.includes(known) && digitsAround.length <= MAX_AROUND && /^\d*$/.test(digitsAround);
}
