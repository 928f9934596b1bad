import sharp from 'sharp';
import type { Converted, DrawnLogo } from '../../kernel/ports/documents.ts';
import { isTooLarge, openPicture } from './limits.ts';

const MAX_PIXELS = 20_000_000;
/** As large as print needs and no larger: every invoice contains the logo. */
const BOX = { width: 800, height: 400, fit: 'inside', withoutEnlargement: true } as const;
const MIN_SIDE = 16;
/** A thinner picture cannot be trimmed. */
const MIN_INPUT_SIDE = 3;
/** A larger PNG is a photograph, which is smaller as JPEG. */
const MAX_PNG_BYTES = 150 * 1024;

interface LogoOrder {
  bytes: Uint8Array;
  isPhoto: boolean;
}

/**
 * The logo as it is stored: upright, on white paper, without its empty margin, and small. Encoding it again removes
 * metadata and anything else in the file that is not the picture.
 */
export async function drawLogo({ bytes, isPhoto }: LogoOrder): Promise<Converted<DrawnLogo>> {
  try {
    const logo = await redraw(bytes, isPhoto);
    return logo ? { picture: logo } : { problem: 'broken' };
  } catch (error) {
    return { problem: isTooLarge(error) ? 'large' : 'broken' };
  }
}

/** Null for a picture that is too small or all white. */
async function redraw(bytes: Uint8Array, isPhoto: boolean): Promise<DrawnLogo | null> {
  const upright = await decode(bytes);
  if (!upright) return null;
  const { data, info } = await sharp(upright)
    .trim({ background: '#fff', threshold: 12 })
    .resize(BOX)
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (width < MIN_SIDE && height < MIN_SIDE) return null;
  const png = await sharp(data).png({ compressionLevel: 9 }).toBuffer();
  if (!isPhoto && png.length <= MAX_PNG_BYTES)
    return { content_type: 'image/png', width, height, bytes: png };
  const jpeg = await sharp(data).jpeg({ quality: 88 }).toBuffer();
  return { content_type: 'image/jpeg', width, height, bytes: jpeg };
}

async function decode(bytes: Uint8Array): Promise<Buffer | null> {
  const picture = await openPicture(bytes, MAX_PIXELS);
  const upright = picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
  const { data, info } = await upright.png().toBuffer({ resolveWithObject: true });
  if (Math.min(info.width, info.height) < MIN_INPUT_SIDE) return null;
  const { channels } = await sharp(data).stats();
  // Trimming a white picture would leave nothing.
  return channels.every(({ min }) => min > 250) ? null : data;
}
