/**
 * Minimum or maximum filter: replaces every pixel by the lightest (`max`) or darkest (`min`) one within `reach` in
 * both directions (morphological dilation and erosion).
 */
export function minMaxFilter(
  pixels: Uint8Array,
  width: number,
  height: number,
  reach: number,
  kind: 'min' | 'max',
): Uint8Array {
  const across = filterLines(pixels, { length: width, lines: height, step: 1, nextLine: width }, reach, kind);
  return filterLines(across, { length: height, lines: width, step: width, nextLine: 1 }, reach, kind);
}

interface Lines {
  length: number;
  lines: number;
  /** Index distance from pixel to pixel, and from line to line. */
  step: number;
  nextLine: number;
}

/**
 * A monotonic queue holds the pixels of the window that can still become its extreme, the best first. Each pixel enters
 * and leaves it once, so the time does not depend on `reach`.
 */
function filterLines(
  pixels: Uint8Array,
  { length, lines, step, nextLine }: Lines,
  reach: number,
  kind: 'min' | 'max',
): Uint8Array {
  const filtered = new Uint8Array(pixels.length);
  const sign = kind === 'max' ? 1 : -1;
  const places = new Int32Array(length);
  const values = new Int32Array(length);
  for (let line = 0; line < lines; line++) {
    const start = line * nextLine;
    let [head, tail] = [0, 0];
    for (let i = 0; i < length + reach; i++) {
      if (i < length) {
        const value = sign * (pixels[start + i * step] ?? 0);
        while (tail > head && (values[tail - 1] ?? 0) <= value) tail--;
        places[tail] = i;
        values[tail++] = value;
      }
      const centre = i - reach;
      if (centre < 0) continue;
      while ((places[head] ?? 0) < centre - reach) head++;
      filtered[start + centre * step] = sign * (values[head] ?? 0);
    }
  }
  return filtered;
}
