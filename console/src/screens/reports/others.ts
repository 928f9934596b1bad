/** The operations of reports answer at most this many rows, and the total of all. */
const MAX_ROWS = 500;

type Cells = readonly (string | number)[];

/**
 * The cells of one more row for what a long report leaves out, so that every column adds up to its total; null where
 * nothing is left out. A column of `overlapping` cannot be added up, because one document counts in several rows.
 */
export function othersRow(
  rows: readonly Cells[],
  total: Cells,
  label: string,
  overlapping: readonly number[] = [],
): (string | number)[] | null {
  if (rows.length < MAX_ROWS) return null;
  const rest = total.map((cell, index) => {
    if (index === 0) return label;
    if (typeof cell !== 'number' || overlapping.includes(index)) return '';
    const shown = rows.reduce((sum, cells) => sum + Number(cells[index]), 0);
    return Math.round((cell - shown) * 100) / 100 || 0;
  });
  return rest.some((cell) => typeof cell === 'number' && cell !== 0) ? rest : null;
}
