import type { Box } from './fields.ts';

/** A line of the document. Columns are separated by spaces, so an index into the text is a horizontal position. */
export interface Line {
  text: string;
  /** The text in lower case without accents and of the same length, for matching labels. */
  folded: string;
  words: readonly LineWord[];
}

export interface LineWord {
  from: number;
  to: number;
  /** OCR confidence from 0 to 1. Text that was stored as text, not recognised, has 1. */
  confidence: number;
  /** Where the word stands on the page; absent for text without a layout. */
  box?: Box;
}

const MAX_LINES = 500;
const MAX_LINE_LENGTH = 240;
const MAX_TEXT_LENGTH = 20_000;

const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  ['aáàâäãåæ', 'eéèêë', 'iíìîï', 'oóòôöõø', 'uúùûü', 'yýÿ', 'dð', 'tþ', 'nñ', 'cç', '-–—−‐‑'].flatMap((row) =>
    [...row].map((letter) => [letter, row.charAt(0)]),
  ),
);

/**
 * Lower case without accents. The length does not change, so that an index into the result is valid in the
 * original.
 */
export function foldAccents(text: string): string {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const letter = text.charAt(i);
    const lowerCase = letter.toLowerCase();
    folded += PLAIN_LETTERS[lowerCase] ?? (lowerCase.length === 1 ? lowerCase : letter);
  }
  return folded;
}

export function makeLine(text: string, words?: readonly LineWord[]): Line {
  const shortened = text.slice(0, MAX_LINE_LENGTH);
  return {
    text: shortened,
    folded: foldAccents(shortened),
    words: words ?? [{ from: 0, to: shortened.length, confidence: 1 }],
  };
}

/** Lines of a text without OCR uncertainty. */
export function splitLines(text: string): Line[] {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .split(/\r?\n/)
    .slice(0, MAX_LINES)
    .map((line) => makeLine(line.replaceAll('\t', '    ')));
}

export function joinLines(lines: readonly Line[]): string {
  return lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
}

/** The lowest confidence of the words in a range. */
export function minConfidence(line: Line, from: number, to: number): number {
  const words = line.words.filter((word) => word.from < to && word.to > from);
  return words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence));
}

export interface Span {
  from: number;
  to: number;
}

export interface Cell extends Span {
  text: string;
  folded: string;
}

/** Cells are separated by two or more spaces: columns of a table, or a label and its value. */
export function cellsOf(line: Line): Cell[] {
  return [...line.text.matchAll(/\S+(?: \S+)*/g)].map((match) => {
    const [from, to] = [match.index, match.index + match[0].length];
    return { from, to, text: match[0], folded: line.folded.slice(from, to) };
  });
}

const NEAR_COLUMN = 6;

/** The column heading above a range: the nearest cell on the previous line, skipping blank lines. */
export function cellAbove(lines: readonly Line[], index: number, span: Span): Cell | undefined {
  let above = index - 1;
  while (above >= 0 && lines[above]?.text.trim() === '' && index - above < 3) above--;
  const heading = lines[above];
  if (!heading) return undefined;
  const near = cellsOf(heading)
    .map((cell) => ({
      cell,
      gap: Math.max(cell.from - span.to, span.from - cell.to, 0),
      apart: edgeDistance(cell, span),
    }))
    .filter(({ gap }) => gap <= NEAR_COLUMN)
    .sort((a, b) => a.gap - b.gap || a.apart - b.apart);
  return near[0]?.cell;
}

/** Columns are aligned left or right, so the closer pair of edges counts. */
function edgeDistance(a: Span, b: Span): number {
  return Math.min(Math.abs(a.from - b.from), Math.abs(a.to - b.to));
}

export function limitLines(lines: Line[]): Line[] {
  return lines.slice(0, MAX_LINES);
}
