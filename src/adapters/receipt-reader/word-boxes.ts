import type { Box } from '../../domain/receipts/fields.ts';
import type { OcrAnswer, OcrWord } from './ocr-types.ts';
import type { PageImage, PreparedPicture } from './picture.ts';

const WHOLE_PAGE: Box = { page: 1, x0: 0, y0: 0, x1: 1, y1: 1 };

type Point = readonly [x: number, y: number];

/** Adds to each word its place on the page as a person sees it: before the skew was removed, turned, cropped and scaled. */
export function placeWords(
  { words, angle }: OcrAnswer,
  picture: PreparedPicture,
  image: PageImage,
): OcrWord[] {
  const page = Buffer.isBuffer(image) ? WHOLE_PAGE : image.onPage;
  const toPage = (point: Point) =>
    inside(page, inside(picture.crop, unturn(picture, unskew(picture, angle, point))));
  return words.map((word) => {
    const { x0, y0, x1, y1 } = word;
    const corners = (
      [
        [x0, y0],
        [x1, y0],
        [x0, y1],
        [x1, y1],
      ] as const
    ).map(toPage);
    return { ...word, box: { page: page.page, ...boundsOf(corners) } };
  });
}

/** Tesseract rotates the picture around its centre before it recognises the words; a positive angle is clockwise. */
function unskew({ width, height }: PreparedPicture, angle: number, [x, y]: Point): Point {
  const [dx, dy] = [x - width / 2, y - height / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [width / 2 + dx * cos + dy * sin, height / 2 - dx * sin + dy * cos];
}

/** From pixels to fractions, and back to the direction that the upright image has. */
function unturn({ width, height, quarterTurns }: PreparedPicture, [x, y]: Point): Point {
  let [u, v] = [x / width, y / height];
  for (let i = 0; i < quarterTurns % 4; i++) [u, v] = [v, 1 - u];
  return [u, v];
}

/** From fractions of an area to fractions of what surrounds it. */
function inside({ x0, y0, x1, y1 }: Omit<Box, 'page'>, [u, v]: Point): Point {
  return [x0 + u * (x1 - x0), y0 + v * (y1 - y0)];
}

/** The rectangle around the points, within the page. */
export function boundsOf(points: readonly Point[]): Omit<Box, 'page'> {
  const within = (values: number[], pick: typeof Math.min) => Math.min(Math.max(pick(...values), 0), 1);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    x0: within(xs, Math.min),
    y0: within(ys, Math.min),
    x1: within(xs, Math.max),
    y1: within(ys, Math.max),
  };
}
