import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { detectContent, type UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { Logo } from './logo-store.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PIXELS = 20_000_000;
const TIMEOUT_SECONDS = 10;
/** As large as print needs and no larger: every invoice contains the logo. */
const BOX = { width: 800, height: 400, fit: 'inside', withoutEnlargement: true } as const;
const MIN_SIDE = 16;
/** A thinner picture cannot be trimmed. */
const MIN_INPUT_SIDE = 3;
/** A larger PNG is a photograph, which is smaller as JPEG. */
const MAX_PNG_BYTES = 150 * 1024;

// Pictures are processed outside of the main thread, but share memory and processor with it.
const limiter = new ConcurrencyLimiter(2, 20);

/**
 * The logo as it is stored: upright, on white paper, without its empty margin, and small. Encoding it again removes
 * metadata and anything else in the file that is not the picture.
 */
export async function redrawLogo(file: UploadedFile): Promise<Logo> {
  if (file.bytes.length > MAX_BYTES) fail('logo_too_large');
  const kind = file.bytes.length > 0 ? await detectContent(file) : undefined;
  if (kind?.ext !== 'png' && kind?.ext !== 'jpg') fail('logo_not_accepted');
  return limiter.run(() => redraw(file.bytes, kind.ext === 'jpg'));
}

async function redraw(bytes: Buffer, isPhoto: boolean): Promise<Logo> {
  const { default: sharp } = await import('sharp');
  const upright = await decode(bytes);
  const { data, info } = await sharp(upright)
    .trim({ background: '#fff', threshold: 12 })
    .resize(BOX)
    .toBuffer({
      resolveWithObject: true,
    });
  if (info.width < MIN_SIDE && info.height < MIN_SIDE) fail('logo_unreadable');
  const { width, height } = info;
  const png = await sharp(data).png({ compressionLevel: 9 }).toBuffer();
  if (!isPhoto && png.length <= MAX_PNG_BYTES)
    return { content_type: 'image/png', width, height, bytes: png };
  const jpeg = await sharp(data).jpeg({ quality: 88 }).toBuffer();
  return { content_type: 'image/jpeg', width, height, bytes: jpeg };
}

async function decode(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const upright = picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
    const { data, info } = await upright.timeout({ seconds: TIMEOUT_SECONDS }).png().toBuffer({
      resolveWithObject: true,
    });
    if (Math.min(info.width, info.height) < MIN_INPUT_SIDE) fail('logo_unreadable');
    const { channels } = await sharp(data).stats();
    // Trimming a white picture would leave nothing.
    if (channels.every(({ min }) => min > 250)) fail('logo_unreadable');
    return data;
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) fail('logo_too_large');
    return fail('logo_unreadable');
  }
}
