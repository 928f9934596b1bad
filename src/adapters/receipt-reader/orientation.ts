import type { Picture } from './ocr-types.ts';

/** A cell is about a third of a line high, so that letters blur into bars but lines stay apart. */
const CELL = 12;
const RUN = 4;
const APART = 3;
/** Caps the contrast, so that the edges of the paper count no more than lines of text. */
const MAX_CONTRAST = 400;
const MIN_RATIO = 1.1;

/**
 * Whether the lines of text are vertical. Short runs of cells are compared with parallel runs: brightness
 * alternates strongly across lines of text and hardly along them, even on a slightly skewed page.
 */
export function isSideways(picture: Picture): boolean {
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
      down += Math.min(Math.abs(downHere), MAX_CONTRAST);
      across += Math.min(Math.abs(acrossHere), MAX_CONTRAST);
    }
  }
  return across > MIN_RATIO * down;
}

function cellsOf({ width, height, pixels }: Picture): {
  darkness: Float64Array;
  width: number;
  height: number;
} {
  const [columns, rows] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  const darkness = new Float64Array(columns * rows);
  for (let y = 0; y < rows * CELL; y++) {
    const row = Math.floor(y / CELL) * columns;
    for (let x = 0; x < columns * CELL; x++) {
      const cell = row + Math.floor(x / CELL);
      darkness[cell] = (darkness[cell] ?? 0) + (pixels[y * width + x] ?? 0) / CELL ** 2;
    }
  }
  return { darkness, width: columns, height: rows };
}
