import sharp from 'sharp';
import { ConcurrencyLimiter } from '../../kernel/concurrency-limiter.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { detectContent, type UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { Logo } from './logo-store.ts';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 20_000_000;
const MOST_SECONDS = 10;
/** Every invoice carries it, so it is as large as print needs and no larger. */
const BOX = { width: 800, height: 400, fit: 'inside', withoutEnlargement: true } as const;
const LEAST_SIDE = 16;
/** A line is no picture, and cannot be trimmed. */
const THINNEST = 3;
/** Beyond this it is a photograph, and JPEG does better. */
const MOST_KEPT = 150 * 1024;

// Off the thread that serves, but memory and processor are shared with it.
const turns = new ConcurrencyLimiter(2, 20);

/**
 * The logo as it is kept: upright, on white as paper is, without the empty margin, small, and written anew so that
 * nothing of the file is left but what can be seen.
 */
export async function logoPicture(file: UploadedFile): Promise<Logo> {
  if (file.bytes.length > MOST_BYTES) fail('logo_too_large');
  const kind = file.bytes.length > 0 ? await detectContent(file) : undefined;
  if (kind?.ext !== 'png' && kind?.ext !== 'jpg') fail('logo_not_accepted');
  return turns.run(() => redrawn(file.bytes, kind.ext === 'jpg'));
}

async function redrawn(bytes: Buffer, isPhoto: boolean): Promise<Logo> {
  const upright = await opened(bytes);
  const { data, info } = await sharp(upright)
    .trim({ background: '#fff', threshold: 12 })
    .resize(BOX)
    .toBuffer({
      resolveWithObject: true,
    });
  if (info.width < LEAST_SIDE && info.height < LEAST_SIDE) fail('logo_unreadable');
  const drawing = await sharp(data).png({ compressionLevel: 9 }).toBuffer();
  const photo = isPhoto || drawing.length > MOST_KEPT;
  const kept = photo ? await sharp(data).jpeg({ quality: 88 }).toBuffer() : drawing;
  const content_type = photo ? 'image/jpeg' : 'image/png';
  return { content_type, width: info.width, height: info.height, bytes: kept };
}

async function opened(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const upright = picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
    const { data, info } = await upright.timeout({ seconds: MOST_SECONDS }).png().toBuffer({
      resolveWithObject: true,
    });
    if (Math.min(info.width, info.height) < THINNEST) fail('logo_unreadable');
    const { channels } = await sharp(data).stats();
    // All of it white: trimming would leave nothing, and printing would show nothing.
    if (channels.every(({ min }) => min > 250)) fail('logo_unreadable');
    return data;
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) fail('logo_too_large');
    return fail('logo_unreadable');
  }
}
