/** A value so many times larger than the next one is cut, so that the others can still be distinguished. */
const OUTLIER = 4;

/** Where the axis ends: at the largest value, unless it is an outlier. */
export function axisTop(values: readonly number[]): number {
  const [first = 0, second = 0] = [...new Set(values)].sort((a, b) => b - a);
  const isOutlier = second > 0 && first > OUTLIER * second;
  return Math.max(1, isOutlier ? second * 1.3 : first);
}

const SLOT = 64;
/** Of a letter in the text of a chart, with room to the next label. */
const LETTER = 7;

/** The width that each bar gets, so that no label runs into the next one. */
export function slotWidth(labels: readonly string[]): number {
  return Math.max(SLOT, ...labels.map((label) => label.length * LETTER));
}
