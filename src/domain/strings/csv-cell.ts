/** A cell of a CSV file, in quotes where its content needs them. */
export function quoteCell(cell: string, separator: string): string {
  const isPlain = ![separator, '"', '\r', '\n'].some((sign) => cell.includes(sign));
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}

/** Escapes text that a spreadsheet would run as a formula (CSV injection). */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
