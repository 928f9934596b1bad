import type { OutputOf } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import { formatMonth } from '../../lib/format.ts';

type Vat = OutputOf<'get-vat'>;

export function vatSums(of: Vat['total']): number[] {
  return [of.net_24, of.net_11, of.net_0, of.output_vat, of.input_vat, of.to_pay];
}

/** A settlement period of the VAT report. The due date is as on the wire, so that it is a date in sheets. */
export function vatCells(row: Vat['rows'][number], lang: Lang): (string | number)[] {
  const first = formatMonth(row.first_month, lang);
  const last = formatMonth(row.last_month, lang, true);
  // Neither the dash nor the space may break the name of a period.
  return [`${first}–\u2060${last.replace(' ', '\u00a0')}`, ...vatSums(row), row.due_on];
}
