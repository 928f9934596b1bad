import { isPlainDate, type PlainDate } from '../values/dates.ts';
import { CONFIDENCE, type ReadField } from './fields.ts';
import { cellAbove, type Line, type Span } from './lines.ts';
import { fieldAt, type Position, scaleByLegibility } from './position.ts';

interface FoundDate extends Span {
  value: PlainDate;
  /** 3/4/2026 is a day in March or in April. */
  isAmbiguous: boolean;
}

interface Candidate extends Position {
  value: PlainDate;
  level: number;
}

const NUMERIC = /(?<![\d.,/-])(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d/-]|[.,]\d)/g;
const YEAR_FIRST = /(?<![\d.,/-])(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/g;
const MONTH =
  '(jan(?:u[ae]ry?|uar)?|feb(?:ruary?|ruar)?|mar(?:s|ch)?|apr(?:il)?|ma[iy]|jun[ie]?|jul[iy]?|a[gu][ug](?:u?st)?|sept?(?:ember)?|o[kc]t(?:ober)?|nov(?:ember)?|de[sc](?:ember)?)';
const DAY_AND_MONTH = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:\\.|st|nd|rd|th)? ?${MONTH}\\b[.,]? ?(\\d{4}|'?\\d{2})(?!\\d)`,
  'g',
);
const MONTH_AND_DAY = new RegExp(`\\b${MONTH}\\b\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'g');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'ma', 'jun', 'jul', 'a', 'sep', 'o', 'nov', 'de'];

const ISSUED = /\b(?:dags|dagsetning|utgafud\w*|reikningsdag\w*|solud\w*|date|dated|issued?)\b/g;
// Includes the word for a date after it, so that "due date" does not match ISSUED by its second word.
const NOT_ISSUED =
  /\b(?:gjalddag|eindag|greidslud|due|pay by|afhend|deliver|ship|timabil|period|pontun|order|gildi[rs]|expir|valid|rennur|best|fra|til|prentad|fading|birth)\w*(?: (?:date|dags\w*))?/g;
const TIME = /\b([01]?\d|2[0-3])[:.][0-5]\d(:[0-5]\d)?\b/;

/** All dates on a line, in Icelandic or English notation. */
function datesIn(line: Line): FoundDate[] {
  const { folded } = line;
  const dates: FoundDate[] = [];
  const add = (match: RegExpMatchArray, year: string, month: number, day: number, isAmbiguous = false) => {
    const value = dateOf(year, month, day);
    const from = match.index ?? 0;
    if (value) dates.push({ value, from, to: from + match[0].length, isAmbiguous });
  };
  for (const match of folded.matchAll(YEAR_FIRST))
    add(match, match[1] ?? '', Number(match[3]), Number(match[4]));
  for (const match of folded.matchAll(NUMERIC)) {
    const [first, second] = [Number(match[1]), Number(match[3])];
    const isMonthFirst = match[2] === '/' && second > 12;
    const isEither = match[2] === '/' && first <= 12 && second <= 12 && first !== second;
    add(match, match[4] ?? '', isMonthFirst ? first : second, isMonthFirst ? second : first, isEither);
  }
  for (const match of folded.matchAll(DAY_AND_MONTH))
    add(match, (match[3] ?? '').replace("'", ''), monthOf(match[2]), Number(match[1]));
  for (const match of folded.matchAll(MONTH_AND_DAY))
    add(match, match[3] ?? '', monthOf(match[1]), Number(match[2]));
  return dates;
}

function monthOf(name = ''): number {
  return MONTHS.findIndex((start) => name.startsWith(start)) + 1;
}

function dateOf(year: string, month: number, day: number): PlainDate | undefined {
  const full = year.length === 2 ? `20${year}` : year;
  const date = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return full.startsWith('20') && isPlainDate(date) ? date : undefined;
}

/** The day on which the document was issued. */
export function readIssueDate(lines: readonly Line[], source: string): ReadField<PlainDate> | undefined {
  const candidates = lines.flatMap((line, index) => candidatesOn(lines, line, index));
  const best = Math.max(...candidates.map(({ level }) => level));
  const chosen = candidates.find(({ level }) => level === best);
  if (!chosen) return undefined;
  const rivals = candidates.some(({ level, value }) => level === best && value !== chosen.value);
  const confidence = scaleByLegibility(lines, chosen, rivals ? CONFIDENCE.unsure : chosen.level);
  return fieldAt(lines, chosen, source, { value: chosen.value, confidence });
}

function candidatesOn(lines: readonly Line[], line: Line, index: number): Candidate[] {
  const dates = datesIn(line);
  const candidates: Candidate[] = [];
  for (const date of dates) {
    const before = dates.filter(({ to }) => to <= date.from).at(-1);
    const after = dates.find(({ from }) => from >= date.to);
    const isRange = [
      before && line.folded.slice(before.to, date.from),
      after && line.folded.slice(date.to, after.from),
    ].some((between) => between !== undefined && /^ ?(-|til|to) ?$/.test(between));
    const level = levelOf(lines, index, date, line.folded.slice(before?.to ?? 0, date.from));
    if (level && !isRange)
      candidates.push({ ...date, line: index, level: date.isAmbiguous ? CONFIDENCE.unsure : level });
  }
  return candidates;
}

/** Looks at the label before the date, then at the one above it, then for a time of day on the same line. */
function levelOf(lines: readonly Line[], index: number, date: FoundDate, before: string): number | undefined {
  const above = cellAbove(lines, index, date)?.folded ?? '';
  const labels = [before, /\d/.test(above) ? '' : above];
  for (const label of labels) {
    const [issued, other] = [lastEnd(label, ISSUED), lastEnd(label, NOT_ISSUED)];
    if (other >= 0 && other >= issued) return undefined;
    if (issued >= 0) return CONFIDENCE.labelled;
  }
  return TIME.test(lines[index]?.folded.slice(date.to) ?? '') ? CONFIDENCE.likely + 0.02 : CONFIDENCE.likely;
}

/** The end of the last label in the text, which is the one nearest to the date. */
function lastEnd(text: string, label: RegExp): number {
  return Math.max(-1, ...[...text.matchAll(label)].map((match) => match.index + match[0].length));
}
