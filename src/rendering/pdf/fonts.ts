import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/** Source Sans 3: open, all of Latin, Greek and Cyrillic, and figures of one width, which columns need. */
const FILES = {
  regular: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  bold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
};

export type Face = keyof typeof FILES;

const opened = new Map<Face, Font>();
/** Words that are kept; more are seldom seen again. */
const MOST_WORDS = 5000;

/** Read once: to parse a font takes longer than to print an invoice with it. */
export function fontOf(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(FILES[face]))));
  if (!('layout' in font)) throw new Error(`${FILES[face]} is a collection and not a font`);
  nameLetters(font);
  rememberWords(font);
  opened.set(face, font);
  return font;
}

/**
 * A letter's shape is made once and keeps the character that it was first asked for by, which may be none or
 * another one that looks alike; then copying and searching would depend on what was printed before. So each shape
 * gets its first character in the font's own table, and a ligature the characters that it is made of.
 */
function nameLetters(font: Font): void {
  const shapeOf = font.getGlyph.bind(font);
  const named = new Set<number>();
  font.getGlyph = (id, characters = []) => {
    const glyph = shapeOf(id, characters);
    if (named.has(id)) return glyph;
    const own = font.stringsForGlyph(id).map((text) => text.codePointAt(0) ?? 0);
    const codePoints = own.length > 0 ? [Math.min(...own)] : characters;
    if (codePoints.length > 0) {
      glyph.codePoints = codePoints;
      named.add(id);
    }
    return glyph;
  };
}

/**
 * Shaping a word is most of the work, and invoices repeat their words. Runs may be shared between documents: the
 * printer scales them to a thousandth of the size, which this font is drawn in already.
 */
function rememberWords(font: Font): void {
  if (font.unitsPerEm !== 1000) return;
  const shape = font.layout.bind(font);
  const words = new Map<string, ReturnType<Font['layout']>>();
  font.layout = (text, ...rest) => {
    if (rest.some((option) => option !== undefined)) return shape(text, ...rest);
    let run = words.get(text);
    if (!run) {
      run = shape(text);
      if (words.size >= MOST_WORDS) words.clear();
      words.set(text, run);
    }
    return run;
  };
}
