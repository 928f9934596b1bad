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
const LONG_SIDE = { min: 1_500, max: 2_600, maxOfNarrow: 3_600 };
const MAX_ENLARGEMENT = 2;
/** The illumination is measured on an image this many times smaller, as the lightest pixel within this reach. */
const LIGHT_STEP = 4;
const LIGHT_REACH = 10;
const LIGHT_BLUR = 2;
/** Pixels darker than this fraction of the lightest paper are probably not paper. */
const DARKEST_PAPER = 0.4;
const CLEAR_MARK = 0.6;
/** The percentiles that become black and white, and what they are after libvips has rounded them up to whole per cents. */
const CONTRAST = { lower: 1, upper: 98 };
const BLACK_SHARE = 0.02;
const WHITE_SHARE = 0.99;
/** Large enough that the 256 levels are less than one per cent of its pixels. */
const SAMPLE = { width: 256, height: 256, channels: 1 as const };

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

/** The paper on a page, upright and in its original size, and which part of the upright image it covers, in fractions. */
interface Paper extends Picture {
  crop: Omit<Box, 'page'>;
}

/** Decodes an image once for all passes; twelve megapixels take 0.4 s. */
export async function openPaper(source: PageImage): Promise<Paper> {
  const opened = await open(source);
  try {
    const { data, info } = await opened
      .autoOrient()
      .flatten({ background: '#fff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const paper = await findPaper({ width, height, pixels: data });
    if (!paper) return { width, height, pixels: data, crop: { x0: 0, y0: 0, x1: 1, y1: 1 } };
    const pixels = await sharp(data, { raw: { width, height, channels: 1 } })
      .extract(paper)
      .greyscale()
      .raw()
      .toBuffer();
    const crop = {
      x0: paper.left / width,
      y0: paper.top / height,
      x1: (paper.left + paper.width) / width,
      y1: (paper.top + paper.height) / height,
    };
    return { width: paper.width, height: paper.height, pixels, crop };
  } catch (error) {
    throw new UnreadableReceipt('The picture is broken or too large', { cause: error });
  }
}

/** Prepares pixels for Tesseract: large enough, evenly lit and with full contrast. `scale` multiplies the default size. */
export async function prepare(paper: Paper, scale = 1): Promise<PreparedPicture> {
  const factor = scale * sizeFactor(paper.width, paper.height);
  const width = Math.max(1, Math.round(paper.width * factor));
  const height = Math.max(1, Math.round(paper.height * factor));
  try {
    const pixels = await sharp(paper.pixels, {
      raw: { width: paper.width, height: paper.height, channels: 1 },
    })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .greyscale()
      .raw()
      .toBuffer();
    const even = evenOut(pixels, await illumination({ width, height, pixels }));
    await stretchContrast(even);
    return { width, height, pixels: even, crop: paper.crop, quarterTurns: 0 };
  } catch (error) {
    throw new UnreadableReceipt('The picture is broken or too large', { cause: error });
  }
}

/** Turns a prepared picture clockwise. */
export async function turn(picture: PreparedPicture, quarterTurns: number): Promise<PreparedPicture> {
  if (quarterTurns === 0) return picture;
  const { width, height, pixels, crop } = picture;
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .rotate(quarterTurns * 90)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data, crop, quarterTurns };
}

/** Receipts are long and narrow: the width determines the size of the letters, but the length must stay in bounds. */
function sizeFactor(width: number, height: number): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (long > LONG_SIDE.max && short > SHORT_SIDE) return LONG_SIDE.max / long;
  const enlarged = Math.max(1, SHORT_SIDE / short, LONG_SIDE.min / long);
  return Math.min(enlarged, MAX_ENLARGEMENT, LONG_SIDE.maxOfNarrow / long);
}

/** The illumination of the paper without its letters. */
async function illumination({ width, height, pixels }: Picture): Promise<Buffer> {
  const small = { width: Math.ceil(width / LIGHT_STEP), height: Math.ceil(height / LIGHT_STEP) };
  const paper = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(small.width, small.height, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
  // A maximum filter removes the letters; a minimum filter then restores the edges of the paper
  // (morphological closing). Otherwise a dark frame remains, and Tesseract takes the amounts next to it for
  // part of a drawing.
  const lighter = minMaxFilter(paper, small.width, small.height, LIGHT_REACH, 'max');
  const light = minMaxFilter(lighter, small.width, small.height, LIGHT_REACH, 'min');
  return sharp(light, { raw: { ...small, channels: 1 } })
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
function evenOut(pixels: Uint8Array, light: Uint8Array): Uint8Array {
  const even = new Uint8Array(pixels.length);
  let max = 0;
  for (let i = 0; i < light.length; i++) max = Math.max(max, light[i] ?? 0);
  for (let i = 0; i < pixels.length; i++) {
    const level = light[i] ?? 255;
    const share = (pixels[i] ?? 0) / Math.max(level, 8);
    even[i] = share > 1 || (level < max * DARKEST_PAPER && share > CLEAR_MARK) ? 255 : share * 255;
  }
  return even;
}

/**
 * Makes the darkest marks black and the paper white, in place. libvips converts every pixel to Lab and back for that,
 * so it is given a small sample: all grey levels once, and otherwise only the two that become black and white.
 */
async function stretchContrast(pixels: Uint8Array): Promise<void> {
  const histogram = new Uint32Array(256);
  for (let i = 0; i < pixels.length; i++) {
    const level = pixels[i] ?? 0;
    histogram[level] = (histogram[level] ?? 0) + 1;
  }
  const percentile = (share: number) => {
    let [level, below] = [0, histogram[0] ?? 0];
    while (below < share * pixels.length && level < 255) below += histogram[++level] ?? 0;
    return level;
  };
  const sample = new Uint8Array(SAMPLE.width * SAMPLE.height).fill(percentile(WHITE_SHARE));
  sample.fill(percentile(BLACK_SHARE), 0, sample.length / 2);
  for (let level = 0; level < 256; level++) sample[level] = level;
  const stretched = await sharp(sample, { raw: SAMPLE }).normalise(CONTRAST).greyscale().raw().toBuffer();
  for (let i = 0; i < pixels.length; i++) pixels[i] = stretched[pixels[i] ?? 0] ?? 0;
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
