import type { Converted } from '../../kernel/ports/documents.ts';
import { isTooLarge, openPicture } from './limits.ts';

const LONGEST_SIDE = 1028;

/** Rotates it upright, shrinks it and drops its metadata; the format stays. An animation is cut to its first frame. */
export async function shrinkReceipt({ bytes }: { bytes: Uint8Array }): Promise<Converted<Buffer>> {
  try {
    const picture = await openPicture(bytes);
    const shrunk = picture
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });
    return { picture: await shrunk.toBuffer() };
  } catch (error) {
    return { problem: isTooLarge(error) ? 'large' : 'broken' };
  }
}
