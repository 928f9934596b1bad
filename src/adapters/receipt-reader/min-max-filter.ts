type Pick = (a: number, b: number) => number;

/**
 * Minimum or maximum filter: replaces every pixel by the lightest (`Math.max`) or darkest (`Math.min`) one within
 * `reach` in both directions (morphological dilation and erosion).
 */
export function minMaxFilter(
  pixels: Uint8Array,
  width: number,
  height: number,
  reach: number,
  pick: Pick,
): Uint8Array {
  const across = filterLines(pixels, { length: width, lines: height, step: 1, nextLine: width }, reach, pick);
  return filterLines(across, { length: height, lines: width, step: width, nextLine: 1 }, reach, pick);
}

interface Lines {
  length: number;
  lines: number;
  /** Index distance from pixel to pixel, and from line to line. */
  step: number;
  nextLine: number;
}

function filterLines(
  pixels: Uint8Array,
  { length, lines, step, nextLine }: Lines,
  reach: number,
  pick: Pick,
): Uint8Array {
  const filtered = new Uint8Array(pixels.length);
  for (let line = 0; line < lines; line++) {
    const start = line * nextLine;
    for (let i = 0; i < length; i++) {
      let value = pixels[start + i * step] ?? 0;
      const last = Math.min(length - 1, i + reach);
      for (let j = Math.max(0, i - reach); j <= last; j++) value = pick(value, pixels[start + j * step] ?? 0);
      filtered[start + i * step] = value;
    }
  }
  return filtered;
}
