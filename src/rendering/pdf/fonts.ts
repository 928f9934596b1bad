import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph } from 'fontkit';
import { toError } from '../../domain/values/errors.ts';

/**
 * Source Sans 3 is open source, covers Latin, Greek and Cyrillic, and has tabular figures, which columns need. The
 * others are fallback fonts for what it does not cover: DejaVu for Arabic, Hebrew, Armenian, Georgian and symbols, Noto
 * for Chinese, Japanese and Korean. They are large, so they are read when a text first needs one.
 */
const FONTS = {
  regular: () => new URL('./fonts/SourceSans3-Regular.ttf', import.meta.url),
  bold: () => new URL('./fonts/SourceSans3-SemiBold.ttf', import.meta.url),
  symbols: () => new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  symbolsBold: () => new URL(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  han: () => new URL('../fonts/NotoSansHans-Regular.otf', import.meta.resolve('@embedpdf/fonts-sc')),
  hangul: () => new URL('../fonts/NotoSansKR-Regular.otf', import.meta.resolve('@embedpdf/fonts-kr')),
};

export type FontName = keyof typeof FONTS;
export type FontWeight = 'regular' | 'bold';

/** In the order in which they are tried. The Noto fonts are used in one weight only. */
export const FALLBACKS: Readonly<Record<FontWeight, readonly FontName[]>> = {
  regular: ['symbols', 'han', 'hangul'],
  bold: ['symbolsBold', 'han', 'hangul'],
};

const fonts = new Map<FontName, Font | null>();
/** Size limit of the cache of shaped words; rarer words are seldom printed again. */
const MAX_CACHED_WORDS = 5000;

/**
 * Caches the parsed font, because parsing it takes longer than printing an invoice. fontkit is a direct dependency
 * for this: pdfkit accepts a parsed font, but has no public function to parse one.
 */
export function loadFont(name: FontName): Font {
  return findFont(name) ?? missingFont(name);
}

function missingFont(name: FontName): never {
  throw new Error(`The font ${name} is not installed`);
}

/** Null for a fallback font that is not installed: they are optional, and text is then printed with placeholders. */
export function findFont(name: FontName): Font | null {
  const cached = fonts.get(name);
  if (cached !== undefined) return cached;
  const font = readFont(name);
  fonts.set(name, font);
  if (font) {
    fixCodePoints(font);
    cacheShapedWords(font);
    cacheOutlines(font);
  }
  return font;
}

function readFont(name: FontName): Font | null {
  const isOptional = name === 'han' || name === 'hangul';
  try {
    const font = create(readFileSync(FONTS[name]()));
    if (!('layout' in font)) throw new Error(`The font ${name} is a collection and not a font`);
    return font;
  } catch (error) {
    const { code } = toError(error);
    if (isOptional && (code === 'ERR_MODULE_NOT_FOUND' || code === 'ENOENT')) return null;
    throw error;
  }
}

/**
 * fontkit caches a glyph with the code points for which it was first requested, which may be none or those of a
 * look-alike character. The ToUnicode table, and with it copying and searching, would then depend on what was
 * printed before. Therefore each glyph gets its lowest code point in the font's cmap, and a ligature the letters that
 * it is made of, also where the ligature has a code point of its own (U+FB00).
 */
function fixCodePoints(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  const fixed = new Set<number>();
  font.getGlyph = (id, characters = []) => {
    const glyph = getGlyph(id, characters);
    if (fixed.has(id)) return glyph;
    const mapped = font.stringsForGlyph(id).map((text) => text.codePointAt(0) ?? 0);
    const codePoints = mapped.length > 0 ? lettersOf(Math.min(...mapped)) : characters;
    if (codePoints.length > 0) {
      glyph.codePoints = codePoints;
      fixed.add(id);
    }
    return glyph;
  };
}

/** The Unicode blocks of ligatures and presentation forms; NFKC replaces them by their letters. */
function lettersOf(codePoint: number): number[] {
  const isForm = (codePoint >= 0xfb00 && codePoint <= 0xfdff) || (codePoint >= 0xfe70 && codePoint <= 0xfefc);
  if (!isForm) return [codePoint];
  return [...String.fromCodePoint(codePoint).normalize('NFKC')].map(
    (char) => char.codePointAt(0) ?? codePoint,
  );
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

/** Caches decoded outlines, because the subset of every document decodes each of its glyphs again. */
function cacheOutlines(font: Font): void {
  const getGlyph = font.getGlyph.bind(font);
  const cached = new Set<number>();
  font.getGlyph = (id, characters) => {
    // Of TrueType fonts alone, and not in the types.
    const glyph = getGlyph(id, characters) as Glyph & { _decode?(): object | null };
    const decode = glyph._decode?.bind(glyph);
    if (!decode || cached.has(id)) return glyph;
    let outline: object | null = null;
    glyph._decode = () => {
      outline ??= decode();
      return outline;
    };
    cached.add(id);
    return glyph;
  };
}
