import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/** Source Sans 3 is open source, covers Latin, Greek and Cyrillic, and has tabular figures, which columns need. */
const FILES = {
  regular: './fonts/SourceSans3-Regular.ttf',
  bold: './fonts/SourceSans3-SemiBold.ttf',
};

export type FontWeight = keyof typeof FILES;

const fonts = new Map<FontWeight, Font>();
/** Size limit of the cache of shaped words; rarer words are seldom printed again. */
const MAX_CACHED_WORDS = 5000;

/**
 * Caches the parsed font, because parsing it takes longer than printing an invoice. fontkit is a direct dependency
 * for this: pdfkit accepts a parsed font, but has no public function to parse one.
 */
export function loadFont(weight: FontWeight): Font {
  const cached = fonts.get(weight);
  if (cached) return cached;
  const font = create(readFileSync(new URL(FILES[weight], import.meta.url)));
  if (!('layout' in font)) throw new Error(`${FILES[weight]} is a collection and not a font`);
  fixCodePoints(font);
  cacheShapedWords(font);
  fonts.set(weight, font);
  return font;
}

/**
 * fontkit caches a glyph with the code points for which it was first requested, which may be none or those of a
 * look-alike character. The ToUnicode table, and with it copying and searching, would then depend on what was
 * printed before. Therefore each glyph gets its lowest code point in the font's cmap, and a ligature the code
 * points of its parts.
 */
function fixCodePoints(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  const fixed = new Set<number>();
  font.getGlyph = (id, characters = []) => {
    const glyph = getGlyph(id, characters);
    if (fixed.has(id)) return glyph;
    const mapped = font.stringsForGlyph(id).map((text) => text.codePointAt(0) ?? 0);
    const codePoints = mapped.length > 0 ? [Math.min(...mapped)] : characters;
    if (codePoints.length > 0) {
      glyph.codePoints = codePoints;
      fixed.add(id);
    }
    return glyph;
  };
}

/**
 * Caches shaped words, because shaping is most of the work and invoices repeat their words. Runs may be shared
 * between documents: pdfkit scales them by 1000 / unitsPerEm, which is 1 for this font, so it does not change
 * them.
 */
function cacheShapedWords(font: Font): void {
  if (font.unitsPerEm !== 1000) return;
  const shape = font.layout.bind(font);
  const words = new Map<string, ReturnType<Font['layout']>>();
  font.layout = (text, ...rest) => {
    if (rest.some((option) => option !== undefined)) return shape(text, ...rest);
    let run = words.get(text);
    if (!run) {
      run = shape(text);
      if (words.size >= MAX_CACHED_WORDS) words.clear();
      words.set(text, run);
    }
    return run;
  };
}
