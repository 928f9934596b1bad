import { bookSheet } from '../../../../src/domain/texts/book-sheets.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { Cell } from '../../lib/xlsx.ts';

/** Records as a table for a spreadsheet, with the columns of the accountant's sheet. */
export function useBookTable<Row>(columns: Parameters<typeof bookSheet<Row>>[0]) {
  const { tIfKnown } = useTranslation();
  const { headings, toCells } = bookSheet(columns, (key) => tIfKnown(key) ?? '');
  return (rows: readonly Row[]): Cell[][] => [headings, ...rows.map(toCells)];
}
