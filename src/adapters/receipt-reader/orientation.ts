import type { Picture } from './ocr-messages.ts';

/** A cell is about a third of a line high, so that letters blur into bars and bars do not blur into each other. */
const CELL = 12;
const RUN = 4;
const APART = 3;
/** Edges of the paper count no more than lines of text do. */
const MOST_CONTRAST = 400;
const CLEARLY_MORE = 1.1;

/**
 * Whether the lines of text run from top to bottom. Short runs of cells are compared with runs beside them:
 * across the lines of text dark and light alternate strongly, along them hardly, even when they lean a little.
 */
export function liesOnItsSide(picture: Picture): boolean {
  const { darkness, width, height } = cellsOf(picture);
  const at = (x: number, y: number) => darkness[y * width + x] ?? 0;
  let [down, across] = [0, 0];
  for (let y = RUN; y < height - RUN - APART; y++) {
    for (let x = RUN; x < width - RUN - APART; x++) {
      let [downHere, acrossHere] = [0, 0];
      for (let k = -RUN; k <= RUN; k++) {
        downHere += at(x + k, y) - at(x + k, y + APART);
        acrossHere += at(x, y + k) - at(x + APART, y + k);
      }
      down += Math.min(Math.abs(downHere), MOST_CONTRAST);
      across += Math.min(Math.abs(acrossHere), MOST_CONTRAST);
    }
  }
  return across > CLEARLY_MORE * down;
}

function cellsOf({ width, height, pixels }: Picture): {
  darkness: Float64Array;
  width: number;
  height: number;
} {
  const [wide, high] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  const darkness = new Float64Array(wide * high);
  for (let y = 0; y < high * CELL; y++) {
    const row = Math.floor(y / CELL) * wide;
    for (let x = 0; x < wide * CELL; x++) {
      const cell = row + Math.floor(x / CELL);
      darkness[cell] = (darkness[cell] ?? 0) + (pixels[y * width + x] ?? 0) / CELL ** 2;
    }
  }
  return { darkness, width: wide, height: high };
}
