import sharp, { type Sharp } from 'sharp';
import { toError } from '../../domain/values/errors.ts';

/** No phone sends more. Converting a picture of that size needs about 160 MB. */
const MAX_PIXELS = 40_000_000;
/** Some steps of a conversion take time by the longest side: one column of 40 million pixels took 18 seconds. */
const MAX_SIDE = 20_000;

// A second thread would only take processor time from the node.
sharp.concurrency(1);

/** Opens the first frame of a picture after checking the size that its header states, before any pixel is decoded. */
export async function openPicture(bytes: Uint8Array, maxPixels = MAX_PIXELS): Promise<Sharp> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const { width, height } = await picture.metadata();
  if (Math.max(width, height) > MAX_SIDE) throw new Error('Input image exceeds pixel limit of one side');
  return picture;
}

export function isTooLarge(error: unknown): boolean {
  return /pixel limit/i.test(toError(error).message);
}
