import type { Box } from './fields.ts';
import { type Line, type LineWord, limitLines, makeLine } from './lines.ts';

/** A piece of text with its bounding box on the page; y grows downwards. */
export interface TextPiece {
  text: string;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  confidence: number;
  /** Pieces with the same value are known to be on the same line. */
  line?: string;
  /** The place that a person sees, where it differs from the coordinates of the recognised picture. */
  box?: Box;
}

/** Two pieces are on one line if they overlap by at least this fraction of the smaller height. */
const SAME_LINE = 0.5;
const BLANK_LINE_GAP = 1.1;
const MAX_PIECES = 6_000;

/**
 * Groups pieces into lines by their position on the page. Each piece is compared with its left neighbour instead
 * of the start of the line, so that lines survive a slightly skewed page.
 */
export function groupIntoLines(pieces: readonly TextPiece[]): Line[] {
  const visible = pieces.slice(0, MAX_PIECES).filter(({ text }) => text.trim() !== '');
  const rows: TextPiece[][] = [];
  for (const run of runsOf(visible)) {
    const row = bestRow(rows, run);
    if (row) row.push(...run);
    else rows.push(run);
  }
  rows.sort((a, b) => middle(a[0]) - middle(b[0]));
  const left = Math.min(...visible.map(({ x0 }) => x0));
  const letter = letterWidth(visible);
  const lines: Line[] = [];
  let previous: TextPiece | undefined;
  for (const row of rows) {
    const first = row[0];
    if (!first) continue;
    if (previous && first.y0 - previous.y1 > BLANK_LINE_GAP * (first.y1 - first.y0)) lines.push(makeLine(''));
    lines.push(toLine(row, left, letter));
    previous = first;
  }
  return limitLines(lines);
}

/** Groups the pieces that are known to be on the same line, from left to right. */
function runsOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const runs = Map.groupBy(
    [...pieces].sort((a, b) => a.x0 - b.x0),
    (piece) => piece.line ?? piece,
  );
  return [...runs.values()];
}

function bestRow(rows: TextPiece[][], run: readonly TextPiece[]): TextPiece[] | undefined {
  let best: TextPiece[] | undefined;
  let bestOverlap = SAME_LINE;
  const [piece] = run;
  for (const row of rows) {
    const last = row.at(-1);
    if (!last || !piece || last.x1 > piece.x1) continue;
    const lower = Math.min(last.y1 - last.y0, piece.y1 - piece.y0);
    const overlap = (Math.min(last.y1, piece.y1) - Math.max(last.y0, piece.y0)) / Math.max(lower, 1e-6);
    if (overlap > bestOverlap) [bestOverlap, best] = [overlap, row];
  }
  return best;
}

function middle(piece: TextPiece | undefined): number {
  return piece ? (piece.y0 + piece.y1) / 2 : 0;
}

function letterWidth(pieces: readonly TextPiece[]): number {
  const widths = pieces.map(({ text, x0, x1 }) => (x1 - x0) / text.length).sort((a, b) => a - b);
  return Math.max(widths[Math.floor(widths.length / 2)] ?? 1, 1e-6);
}

/** A gap narrower than this fraction of a letter is not a space: PDFs split words where letters are kerned. */
const NO_SPACE = 0.25;

function toLine(row: readonly TextPiece[], left: number, letter: number): Line {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  const words: LineWord[] = [];
  for (const piece of row) {
    const column = Math.round((piece.x0 - left) / letter);
    const gap = (piece.x0 - end) / letter;
    if (text === '') text = ' '.repeat(Math.max(column, 0));
    else if (gap > 2) text = text.padEnd(Math.max(column, text.length + 2), ' ');
    else if ((gap > NO_SPACE || piece.line) && !text.endsWith(' ')) text += ' ';
    const from = text.length;
    text += piece.text;
    const { confidence, box } = piece;
    words.push({ from, to: text.length, confidence, ...(box && { box }) });
    end = piece.x1;
  }
  return makeLine(text, words);
}
