import sharp, { type Sharp } from 'sharp';
import type { Box } from '../../domain/receipts/fields.ts';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { minMaxFilter } from './min-max-filter.ts';
import type { Picture } from './ocr-types.ts';
import { findPaper } from './paper.ts';

/** No phone sends more than 40 megapixels for a receipt. */
const MAX_PIXELS = 40_000_000;
const FORMATS = new Set(['jpeg', 'png', 'gif', 'webp', 'tiff']);
/** Image sizes at which the letters of a receipt have about the right size for Tesseract. */
const SHORT_SIDE = 1_000;
const LONG_SIDE = { least: 1_500, most: 2_600, mostOfNarrow: 3_600 };
const MAX_ENLARGEMENT = 2;
/** The illumination is measured on an image this many times smaller, as the lightest pixel within this reach. */
const LIGHT_STEP = 4;
const LIGHT_REACH = 10;
const LIGHT_BLUR = 2;
/** Pixels darker than this fraction of the lightest paper are probably not paper. */
const DARKEST_PAPER = 0.4;
const CLEAR_MARK = 0.6;

export interface RawImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
  /** Clockwise, applied first. */
  quarterTurns?: number;
  /** Which part of which page the image covers. */
  onPage: Box;
}
export type PageImage = Buffer | RawImage;

/** A picture for Tesseract, and which part of the upright image it shows, in fractions. */
export interface PreparedPicture extends Picture {
  crop: Omit<Box, 'page'>;
  quarterTurns: number;
}

/** Detects the format by content. Other formats that libvips supports, such as SVG, are refused. */
async function open(source: PageImage): Promise<Sharp> {
  if (!Buffer.isBuffer(source)) {
    const { data, width, height, channels, quarterTurns = 0 } = source;
    const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS });
    return image.rotate(quarterTurns * 90);
  }
  try {
    const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (FORMATS.has(format)) return image;
  } catch (error) {
    throw new UnreadableReceipt('The picture is broken or too large', { cause: error });
  }
  throw new UnreadableReceipt('The file is no picture that can be read');
}

/**
 * Prepares greyscale pixels for Tesseract: upright, large enough, evenly lit and with full contrast. `turned` is
 * in clockwise quarter turns; `scale` multiplies the default size.
 */
export async function prepare(source: PageImage, scale = 1, quarterTurns = 0): Promise<PreparedPicture> {
  const opened = await open(source);
  try {
    const upright = await opened
      .autoOrient()
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const whole = { width: upright.info.width, height: upright.info.height, pixels: upright.data };
    const { width, height } = whole;
    const paper = (await findPaper(whole)) ?? { left: 0, top: 0, width, height };
    const factor = scale * sizeFactor(paper.width, paper.height);
    const wide = Math.max(1, Math.round(paper.width * factor));
    const high = Math.max(1, Math.round(paper.height * factor));
    const pixels = await sharp(whole.pixels, { raw: { width, height, channels: 1 } })
      .extract(paper)
      .resize(wide, high, { fit: 'fill', kernel: 'cubic' })
      .greyscale()
      .raw()
      .toBuffer();
    const light = await illumination({ width: wide, height: high, pixels });
    const even = sharp(evenOut(pixels, light), { raw: { width: wide, height: high, channels: 1 } });
    const { data, info } = await even
      .normalise({ lower: 1, upper: 98 })
      .rotate(quarterTurns * 90)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const crop = {
      x0: paper.left / width,
      y0: paper.top / height,
      x1: (paper.left + paper.width) / width,
      y1: (paper.top + paper.height) / height,
    };
    return { width: info.width, height: info.height, pixels: data, crop, quarterTurns };
  } catch (error) {
    throw new UnreadableReceipt('The picture is broken or too large', { cause: error });
  }
}

/** Receipts are long and narrow: the width determines the size of the letters, but the length must stay in bounds. */
function sizeFactor(width: number, height: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > LONG_SIDE.most && short > SHORT_SIDE) return LONG_SIDE.most / long;
  const enlarged = Math.max(1, SHORT_SIDE / short, LONG_SIDE.least / long);
  return Math.min(enlarged, MAX_ENLARGEMENT, LONG_SIDE.mostOfNarrow / long);
}

/** The illumination of the paper without its letters. */
async function illumination({ width, height, pixels }: Picture): Promise<Buffer> {
  const small = [Math.ceil(width / LIGHT_STEP), Math.ceil(height / LIGHT_STEP)] as const;
  const paper = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(...small, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
  // A maximum filter removes the letters; a minimum filter then restores the edges of the paper
  // (morphological closing). Otherwise a dark frame remains, and Tesseract takes the amounts next to it for
  // part of a drawing.
  const lighter = minMaxFilter(paper, small[0], small[1], LIGHT_REACH, 'max');
  const light = minMaxFilter(lighter, small[0], small[1], LIGHT_REACH, 'min');
  return sharp(light, { raw: { width: small[0], height: small[1], channels: 1 } })
    .blur(LIGHT_BLUR)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
}

/**
 * Divides by the illumination: paper becomes white everywhere, and so does the background, except for clearly
 * darker marks.
 */
function evenOut(pixels: Uint8Array, light: Uint8Array): Buffer {
  const even = Buffer.allocUnsafe(pixels.length);
  let most = 0;
  for (let i = 0; i < light.length; i++) most = Math.max(most, light[i] ?? 0);
  for (let i = 0; i < pixels.length; i++) {
    const level = light[i] ?? 255;
    const share = (pixels[i] ?? 0) / Math.max(level, 8);
    even[i] = share > 1 || (level < most * DARKEST_PAPER && share > CLEAR_MARK) ? 255 : share * 255;
  }
  return even;
}

/** A JPEG for the AI model, which needs no preparation: upright, small, without metadata. */
export async function encodeJpeg(source: PageImage, longestSide: number): Promise<Buffer> {
  const opened = await open(source);
  try {
    return await opened
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch (error) {
    throw new UnreadableReceipt('The picture is broken or too large', { cause: error });
  }
}
