import sharp from 'sharp';
import type { Converted } from '../../kernel/ports/documents.ts';
import { isTooLarge, openPicture } from './limits.ts';

/** Large enough for link previews in chats and for the screen of a phone. */
const SIZE = { width: 1200, height: 1200 };
/** Every visitor of the page downloads it. */
const MAX_BYTES = 150_000;
const QUALITIES = [78, 60, 42, 25];

/** Rotates it upright, shrinks it, and drops the EXIF data, which may name place and owner. */
export async function drawSaleImage({ bytes }: { bytes: Uint8Array }): Promise<Converted<Buffer>> {
  try {
    const picture = await openPicture(bytes);
    const { data, info } = await picture
      .autoOrient()
      .resize({ ...SIZE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    let jpeg = Buffer.alloc(0);
    for (const quality of QUALITIES) {
      jpeg = await sharp(data, { raw: { width, height, channels } })
        .jpeg({ quality, mozjpeg: true })
        .toBuffer();
      if (jpeg.length <= MAX_BYTES) break;
    }
    return { picture: jpeg };
  } catch (error) {
    return { problem: isTooLarge(error) ? 'large' : 'broken' };
  }
}
