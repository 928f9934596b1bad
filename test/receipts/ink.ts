import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import sharp from 'sharp';

const require = createRequire(import.meta.url);

type Typeface =
  | 'DejaVuSansMono'
  | 'DejaVuSansMono-Bold'
  | 'DejaVuSansCondensed'
  | 'DejaVuSerif'
  | 'DejaVuSans';

const faces = new Map<Typeface, opentype.Font>();

function face(name: Typeface): opentype.Font {
  let font = faces.get(name);
  if (!font) {
    const file = readFileSync(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
    font = opentype.parse(
      file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
    );
    faces.set(name, font);
  }
  return font;
}

export interface Print {
  face?: Typeface;
  size?: number;
  /** Line height as a multiple of the font size. */
  pitch?: number;
  width?: number;
  margin?: number;
  ink?: string;
  paper?: string;
  /** SVG on top of the text. */
  over?: string;
}

/**
 * Prints lines on paper, as a PNG. Letters are converted to outlines, so no system fonts are needed. A line that
 * begins with # is printed larger.
 */
export async function printed(text: string, print: Print = {}): Promise<Buffer> {
  const { face: name = 'DejaVuSansMono', size = 24, pitch = 1.45, margin = 36 } = print;
  const { ink = '#1a1a1a', paper = '#fdfdfb', over = '' } = print;
  const font = face(name);
  let outlines = '';
  let y = margin + size;
  let widest = 0;
  for (const line of text.split('\n')) {
    const height = line.startsWith('#') ? size * 1.35 : size;
    const letters = line.replace(/^# ?/, '');
    let x = margin;
    // Places each glyph separately, because the library does not support all ligature tables of these fonts.
    for (const letter of letters) {
      const glyph = font.charToGlyph(letter);
      outlines += written(glyph.getPath(x, y, height).commands);
      x += ((glyph.advanceWidth ?? 0) * height) / font.unitsPerEm;
    }
    widest = Math.max(widest, x - margin);
    y += height * pitch;
  }
  const width = print.width ?? Math.ceil(widest + 2 * margin);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.ceil(y + margin)}">
    <rect width="100%" height="100%" fill="${paper}"/><path d="${outlines}" fill="${ink}"/>${over}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function written(commands: readonly opentype.PathCommand[]): string {
  return commands
    .map(
      ({ type, ...at }) =>
        type + [at.x1, at.y1, at.x2, at.y2, at.x, at.y].flatMap((n) => n?.toFixed(2) ?? []).join(' '),
    )
    .join('');
}
