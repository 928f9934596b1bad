/** A line of the document. Spaces keep its columns apart, so a position in the text is a place on the page. */
export interface Line {
  text: string;
  /** The text in small letters without accents, of the same length, for finding labels. */
  folded: string;
  words: readonly LineWord[];
}

interface LineWord {
  from: number;
  to: number;
  /** How sure the reader of the letters was, 0 to 1. Letters that were not recognised but stored are 1. */
  sure: number;
}

const MOST_LINES = 500;
const MOST_LINE_LENGTH = 240;
const MOST_TEXT = 20_000;

const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  ['aáàâäãåæ', 'eéèêë', 'iíìîï', 'oóòôöõø', 'uúùûü', 'yýÿ', 'dð', 'tþ', 'nñ', 'cç', '-–—−‐‑'].flatMap((row) =>
    [...row].map((letter) => [letter, row.charAt(0)]),
  ),
);

/** Small letters without accents. The length stays: a position found here is one in the original too. */
export function fold(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    const small = letter.toLowerCase();
    folded += PLAIN_LETTERS[small] ?? (small.length === 1 ? small : letter);
  }
  return folded;
}

export function makeLine(text: string, words?: readonly LineWord[]): Line {
  const kept = text.slice(0, MOST_LINE_LENGTH);
  return { text: kept, folded: fold(kept), words: words ?? [{ from: 0, to: kept.length, sure: 1 }] };
}

/** Lines of a text whose letters are certain. */
export function plainLines(text: string): Line[] {
  return text
    .slice(0, MOST_TEXT)
    .split(/\r?\n/)
    .slice(0, MOST_LINES)
    .map((line) => makeLine(line.replaceAll('\t', '    ')));
}

export function textOf(lines: readonly Line[]): string {
  return lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .slice(0, MOST_TEXT);
}

/** How sure the least sure word between two positions is. */
export function sureness(line: Line, from: number, to: number): number {
  const touched = line.words.filter((word) => word.from < to && word.to > from);
  return touched.length === 0 ? 0 : Math.min(...touched.map(({ sure }) => sure));
}

export interface Span {
  from: number;
  to: number;
}

export interface Cell extends Span {
  text: string;
  folded: string;
}

/** What stands apart on a line: columns of a table, or a label far from its value. */
export function cellsOf(line: Line): Cell[] {
  return [...line.text.matchAll(/\S+(?: \S+)*/g)].map((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    return { from, to, text: match[0], folded: line.folded.slice(from, to) };
  });
}

const NEAR_COLUMN = 6;

/** The cell of the heading above a position, when the line above, but for blank ones, has one there. */
export function cellAbove(lines: readonly Line[], index: number, span: Span): Cell | undefined {
  let above = index - 1;
  while (above >= 0 && lines[above]?.text.trim() === '' && index - above < 3) above--;
  const heading = lines[above];
  if (!heading) return undefined;
  const near = cellsOf(heading)
    .map((cell) => ({
      cell,
      gap: Math.max(cell.from - span.to, span.from - cell.to, 0),
      apart: apart(cell, span),
    }))
    .filter(({ gap }) => gap <= NEAR_COLUMN)
    .sort((a, b) => a.gap - b.gap || a.apart - b.apart);
  return near[0]?.cell;
}

/** Columns are flush left or flush right, so the nearer edges count. */
function apart(a: Span, b: Span): number {
  return Math.min(Math.abs(a.from - b.from), Math.abs(a.to - b.to));
}

export function limitLines(lines: Line[]): Line[] {
  return lines.slice(0, MOST_LINES);
}
