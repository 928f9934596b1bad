type Pick = (a: number, b: number) => number;

/** Gives every pixel the lightest (`Math.max`), or the darkest, value within reach, in both directions. */
export function spread(
  pixels: Uint8Array,
  width: number,
  height: number,
  reach: number,
  pick: Pick,
): Uint8Array {
  const across = alongLines(pixels, { length: width, lines: height, step: 1, nextLine: width }, reach, pick);
  return alongLines(across, { length: height, lines: width, step: width, nextLine: 1 }, reach, pick);
}

interface Lines {
  length: number;
  lines: number;
  /** From pixel to pixel, and from line to line. */
  step: number;
  nextLine: number;
}

function alongLines(
  pixels: Uint8Array,
  { length, lines, step, nextLine }: Lines,
  reach: number,
  pick: Pick,
): Uint8Array {
  const picked = new Uint8Array(pixels.length);
  for (let line = 0; line < lines; line++) {
    const start = line * nextLine;
    for (let i = 0; i < length; i++) {
      let value = pixels[start + i * step] ?? 0;
      const last = Math.min(length - 1, i + reach);
      for (let j = Math.max(0, i - reach); j <= last; j++) value = pick(value, pixels[start + j * step] ?? 0);
      picked[start + i * step] = value;
    }
  }
  return picked;
}
