import { formatKennitala, hasCheckDigit } from '../../../src/domain/values/kennitala.ts';
import type { Lang } from '../i18n/lang.ts';
import { formatDate, formatNumber, formatSum } from '../lib/format.ts';
import type { Problem } from './call.ts';

/** The text of a key, if there is one. */
type FindText = (key: string) => string | undefined;

/** Translates a problem by its reasons where it has some, otherwise by its code. */
export function translateProblem(problem: Problem, maybe: FindText, lang: Lang): string {
  const field = problemField(problem);
  const text = translateReason(problem, maybe, lang);
  return field ? `${fieldName(field, maybe)}: ${text}` : text;
}

/** The same without the name of the field, for a place beside the field. */
export function translateReason(problem: Problem, maybe: FindText, lang: Lang): string {
  const { code, message, details, reasons } = problem;
  if (code === 'field_required') return maybe('problem.required') ?? message;
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
  if (code === 'field_invalid') return isKnown ? why.join(' ') : (details[1] ?? message);
  const known = maybe(`error.${code}`);
  if (!isKnown)
    return known
      ? fillPlaceholders(
          known,
          details.map((detail) => formatDetail(detail, maybe, lang)),
        )
      : message;
  return known?.includes('{0}') ? fillPlaceholders(known, [why.join(' ')]) : why.join(' ');
}

/** The text of a refusal of which only the code was kept; none where the text needs the details as well. */
export function translateCode(code: string, maybe: FindText): string | undefined {
  const text = maybe(`error.${code}`);
  return text?.includes('{') ? undefined : text;
}

interface Warning {
  code: string;
  message: string;
  values: readonly string[];
}

/** The text of a warning about an invoice, which is issued all the same. */
export function translateWarning(warning: Warning, maybe: FindText, lang: Lang): string {
  return translateAs(maybe(`warning.${warning.code}`), warning, maybe, lang);
}

/** The text of what is odd about a received e-invoice. */
export function translateFinding(finding: Warning, maybe: FindText, lang: Lang): string {
  return translateAs(maybe(`problem.${finding.code}`), finding, maybe, lang);
}

function translateAs(
  text: string | undefined,
  { message, values }: Warning,
  maybe: FindText,
  lang: Lang,
): string {
  return text
    ? fillPlaceholders(
        text,
        values.map((value) => formatValue(value, maybe, lang)),
      )
    : message;
}

/** The path of the field that a problem names, without the explanation that may follow it; empty for none. */
function problemField({ code, details }: Problem): string {
  const [path = ''] = code === 'field_required' || code === 'field_invalid' ? details : [];
  return path.replace(/ \(.*$/, '');
}

/** The fields that refusals with a code or reason of their own are about: their text names no field. */
const FIELDS_OF_CODES: Readonly<Record<string, string>> = {
  password_wrong: 'current_password',
  code_wrong: 'code',
};
const FIELDS_OF_REASONS: Readonly<Record<string, (...values: readonly string[]) => string>> = {
  over_credited: (line) => `items[${Number(line) - 1}].qty`,
};

/** The field at which a problem is shown; empty for a problem of the whole form. */
export function markedField(problem: Problem): string {
  const [reason] = problem.reasons;
  const path =
    problemField(problem) ||
    FIELDS_OF_CODES[problem.code] ||
    (reason && FIELDS_OF_REASONS[reason.code]?.(...reason.values)) ||
    '';
  return withoutWrapper(path);
}

function withoutWrapper(path: string): string {
  return path.replace(/^(data|settings|limits)\./, '');
}

/** `items[2].qty` is the quantity of line 3. */
function fieldName(bare: string, maybe: FindText): string {
  const line = /^items\[(\d+)\]/.exec(bare)?.[1];
  const last =
    bare
      .split('.')
      .at(-1)
      ?.replace(/\[\d+\]$/, '') ?? bare;
  // A form that lists several records labels the field of each by its path.
  const name = maybe(`field.${withoutWrapper(bare)}`) ?? maybe(`field.${last}`) ?? last;
  return line === undefined ? name : `${maybe('line')} ${Number(line) + 1}, ${name.toLowerCase()}`;
}

/** Numbers, kennitalas, dates and field names, formatted as on the rest of the screen. A sum has its decimals, also whole ones. */
function formatValue(value: string, maybe: FindText, lang: Lang): string {
  if (hasCheckDigit(value)) return formatKennitala(value);
  if (/^-?\d{1,15}(\.\d{1,4})?$/.test(value)) return formatNumber(Number(value), lang);
  const text = formatIfDate(value, lang);
  return text === value ? (maybe(`field.${value}`) ?? value) : text;
}

const DOCUMENT = /^(Invoice|Credit note) (\d+)$/;

/** Sums with their currency, documents by their numbers, and dates. */
function formatDetail(detail: string, maybe: FindText, lang: Lang): string {
  const [, kind, number] = DOCUMENT.exec(detail) ?? [];
  const name = number && maybe(kind === 'Invoice' ? 'invoice.number' : 'invoice.credit-number');
  if (name) return name.replace('{number}', number);
  return formatSum(detail, lang) ?? formatIfDate(detail, lang);
}

/** Other details stay as they are: an item number of digits is not an amount. */
function formatIfDate(value: string, lang: Lang): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, lang) : value;
}

function fillPlaceholders(text: string, values: readonly string[]): string {
  return text.replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}
