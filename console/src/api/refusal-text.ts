import { formatDate, formatNumber } from '../lib/format.ts';
import type { Lang } from '../words/lang.ts';
import type { RefusalBody } from './call.ts';

export type RefusalInfo = Pick<RefusalBody, 'code' | 'message' | 'details' | 'reasons'>;

/** The text of a key, if there is one. */
type FindText = (key: string) => string | undefined;

/** Translates a refusal by its reasons where it has some, otherwise by its code. */
export function translateRefusal(
  { code, message, details, reasons }: RefusalInfo,
  maybe: FindText,
  lang: Lang,
): string {
  const field = fieldName(details[0] ?? '', maybe);
  if (code === 'field_required') return (maybe('error.field_required') ?? message).replace('{field}', field);
  const why = reasons.map((reason) => {
    const text = maybe(`problem.${reason.code}`);
    return (
      text &&
      fillPlaceholders(
        text,
        reason.values.map((value) => formatValue(value, maybe, lang)),
      )
    );
  });
  const isKnown = why.length > 0 && why.every(Boolean);
  if (code === 'field_invalid') return `${field}: ${isKnown ? why.join(' ') : (details[1] ?? message)}`;
  const known = maybe(`error.${code}`);
  if (!isKnown) return known ? fillPlaceholders(known, details) : message;
  return known?.includes('{0}') ? fillPlaceholders(known, [why.join(' ')]) : why.join(' ');
}

/** `items[2].qty` is the quantity of line 3. */
function fieldName(path: string, maybe: FindText): string {
  const bare = path.replace(/ \(.*$/, '');
  const line = /^items\[(\d+)\]/.exec(bare)?.[1];
  const last =
    bare
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? bare;
  const name = maybe(`field.${last}`) ?? last;
  return line === undefined ? name : `${maybe('line')} ${Number(line) + 1}, ${name.toLowerCase()}`;
}

/** Numbers, dates and field names, formatted as on the rest of the screen. */
function formatValue(value: string, maybe: FindText, lang: Lang): string {
  if (/^-?\d{1,15}(\.\d{1,4})?$/.test(value)) return formatNumber(Number(value), lang);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value, lang);
  return maybe(`field.${value}`) ?? value;
}

function fillPlaceholders(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? '');
}
