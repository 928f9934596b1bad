import sharp from 'sharp';
import { minMaxFilter } from './min-max-filter.ts';
import type { Picture } from './ocr-types.ts';

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The paper is located in an image of this size. */
const LONG_SIDE = 200;
/** Half the height of a line of text at that size. */
const LETTER_REACH = 3;
/** Maximum relative change of brightness over three pixels for light and shadow; the edge of the paper exceeds it. */
const GRADUAL = 0.2;
const MARGIN = 3;
const MIN_SHARE = 0.04;
const MAX_SHARE = 0.8;

/**
 * The bounding box of the paper, or undefined if it fills most of the image. Flood-fills from the lightest pixel
 * near the centre as long as the brightness changes gradually; shadows do, the edge of the paper does not. Without
 * this crop the letters in a photograph of a whole table would be too small.
 */
export async function findPaper({ width, height, pixels }: Picture): Promise<Area | undefined> {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const small = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize(wide, high, { fit: 'fill', kernel: 'mitchell' })
    .greyscale()
    .raw()
    .toBuffer();
  const withoutLetters = minMaxFilter(small, wide, high, LETTER_REACH, 'max');
  const blank = minMaxFilter(withoutLetters, wide, high, LETTER_REACH, 'min');
  const isEven = maskEven(blank, wide, high);
  const found = floodFill(lightestNearMiddle(blank, isEven, wide, high), isEven, wide, high);
  const share = (found.width * found.height) / (wide * high);
  if (share < MIN_SHARE || share > MAX_SHARE) return undefined;
  const left = Math.max(0, Math.floor((found.left - MARGIN) / scale));
  const top = Math.max(0, Math.floor((found.top - MARGIN) / scale));
  return {
    left,
    top,
    width: Math.min(width - left, Math.ceil((found.width + 2 * MARGIN) / scale)),
    height: Math.min(height - top, Math.ceil((found.height + 2 * MARGIN) / scale)),
  };
}

/** A mask of the pixels without an edge near them. */
function maskEven(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const lighter = minMaxFilter(pixels, width, height, 1, 'max');
  const darker = minMaxFilter(pixels, width, height, 1, 'min');
  return lighter.map((light, i) => (light - (darker[i] ?? 0) <= GRADUAL * light ? 1 : 0));
}

function lightestNearMiddle(pixels: Uint8Array, isEven: Uint8Array, width: number, height: number): number {
  let best = -1;
  for (let y = Math.floor(height / 5); y < (height * 4) / 5; y++) {
    for (let x = Math.floor(width / 5); x < (width * 4) / 5; x++) {
      const at = y * width + x;
      if (isEven[at] && (best < 0 || (pixels[at] ?? 0) > (pixels[best] ?? 0))) best = at;
    }
  }
  return best;
}

/** Flood fill: the bounding box of all masked pixels connected to the start. */
function floodFill(start: number, isEven: Uint8Array, width: number, height: number): Area {
  const seen = new Uint8Array(isEven.length);
  const open = start < 0 ? [] : [start];
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen[at] || !isEven[at]) continue;
    seen[at] = 1;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
    if (x > 0) open.push(at - 1);
    if (x < width - 1) open.push(at + 1);
    if (y > 0) open.push(at - width);
    if (y < height - 1) open.push(at + width);
  }
  return { left, top, width: Math.max(0, right - left + 1), height: Math.max(0, bottom - top + 1) };
}
