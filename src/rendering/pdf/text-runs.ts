import { FALLBACKS, type FontName, type FontWeight, findFont, loadFont } from './fonts.ts';

/** A part of a line that is written in one font. */
export interface TextRun {
  text: string;
  font: FontName;
}

/** Latin letters, figures and punctuation, which the main font is known to have. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u017f]*$/;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Drawn for a character that no font has. PDF/A forbids the font's own box, the glyph .notdef. */
const PLACEHOLDERS = ['\u25a1', '?'];

/** Splits a line by the fonts that its characters need, in the order in which the parts are drawn from left to right. */
export function textRuns(text: string, weight: FontWeight): TextRun[] {
  if (PLAIN.test(text)) return [{ text, font: weight }];
  const ordered = RIGHT_TO_LEFT.test(text) ? visualOrder(text) : [text];
  return ordered.flatMap((part) => splitByFont(part, weight));
}

/**
 * The words of a line as they stand beside each other. Words in a script that runs from right to left come in reverse
 * order; the letters within a word are put in order when it is shaped. The lines themselves run from left to right.
 */
function visualOrder(text: string): string[] {
  const words = text.split(/(?<= )/);
  const ordered: string[] = [];
  let reversed: string[] = [];
  const flush = () => {
    ordered.push(...reversed);
    reversed = [];
  };
  for (const word of words) {
    if (RIGHT_TO_LEFT.test(word)) {
      reversed.unshift(`${word.trimEnd()} `);
      continue;
    }
    flush();
    ordered.push(word);
  }
  flush();
  return ordered;
}

function splitByFont(text: string, weight: FontWeight): TextRun[] {
  const runs: TextRun[] = [];
  for (const char of text) {
    const { font, drawn } = fontFor(char, weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += drawn;
    else runs.push({ text: drawn, font });
  }
  return runs;
}

const known = new Map<string, { font: FontName; drawn: string }>();
const MAX_KNOWN = 20_000;

function fontFor(char: string, weight: FontWeight): { font: FontName; drawn: string } {
  const key = `${weight} ${char}`;
  let found = known.get(key);
  if (!found) {
    found = lookUpFont(char, weight);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
  }
  return found;
}

function lookUpFont(char: string, weight: FontWeight): { font: FontName; drawn: string } {
  for (const drawn of [char, ...PLACEHOLDERS]) {
    const codePoint = drawn.codePointAt(0) ?? 0;
    if (loadFont(weight).hasGlyphForCodePoint(codePoint)) return { font: weight, drawn };
    const font = FALLBACKS[weight].find((name) => findFont(name)?.hasGlyphForCodePoint(codePoint));
    if (font) return { font, drawn };
  }
  throw new Error('Every font has a question mark');
}
