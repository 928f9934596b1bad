import { type Line, limitLines, makeLine } from './lines.ts';

/** A piece of text with its place on the page; y grows downwards. */
export interface Piece {
  text: string;
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  sure: number;
  /** Pieces with the same one are known to stand on the same line. */
  line?: string;
}

/** Pieces overlap by this part of the lower one when they stand on one line. */
const SAME_LINE = 0.5;
const BLANK_LINE_GAP = 1.1;
const MOST_PIECES = 6_000;

/**
 * Puts pieces on lines as they stand on the page. Each is compared with its neighbour to the left and not with
 * the start of the line, so that a page which leans a little keeps its lines.
 */
export function layOut(pieces: readonly Piece[]): Line[] {
  const wanted = pieces.slice(0, MOST_PIECES).filter(({ text }) => text.trim() !== '');
  const rows: Piece[][] = [];
  for (const run of runsOf(wanted)) {
    const row = bestRow(rows, run);
    if (row) row.push(...run);
    else rows.push(run);
  }
  rows.sort((a, b) => middle(a[0]) - middle(b[0]));
  const left = Math.min(...wanted.map(({ x0 }) => x0));
  const letter = letterWidth(wanted);
  const lines: Line[] = [];
  let before: Piece | undefined;
  for (const row of rows) {
    const first = row[0];
    if (!first) continue;
    if (before && first.y0 - before.y1 > BLANK_LINE_GAP * (first.y1 - first.y0)) lines.push(makeLine(''));
    lines.push(written(row, left, letter));
    before = first;
  }
  return limitLines(lines);
}

/** What is known to stand together, from left to right. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs = Map.groupBy(
    [...pieces].sort((a, b) => a.x0 - b.x0),
    (piece) => piece.line ?? piece,
  );
  return [...runs.values()];
}

function bestRow(rows: Piece[][], run: readonly Piece[]): Piece[] | undefined {
  let best: Piece[] | undefined;
  let most = SAME_LINE;
  const [piece] = run;
  for (const row of rows) {
    const last = row.at(-1);
    if (!last || !piece || last.x1 > piece.x1) continue;
    const lower = Math.min(last.y1 - last.y0, piece.y1 - piece.y0);
    const overlap = (Math.min(last.y1, piece.y1) - Math.max(last.y0, piece.y0)) / Math.max(lower, 1e-6);
    if (overlap > most) [most, best] = [overlap, row];
  }
  return best;
}

function middle(piece: Piece | undefined): number {
  return piece ? (piece.y0 + piece.y1) / 2 : 0;
}

function letterWidth(pieces: readonly Piece[]): number {
  const widths = pieces.map(({ text, x0, x1 }) => (x1 - x0) / text.length).sort((a, b) => a - b);
  return Math.max(widths[Math.floor(widths.length / 2)] ?? 1, 1e-6);
}

/** A gap narrower than this part of a letter is no space: PDFs break words where the letters are set closer. */
const NO_SPACE = 0.25;

function written(row: readonly Piece[], left: number, letter: number): Line {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  const words: { from: number; to: number; sure: number }[] = [];
  for (const piece of row) {
    const column = Math.round((piece.x0 - left) / letter);
    const gap = (piece.x0 - end) / letter;
    if (text === '') text = ' '.repeat(Math.max(column, 0));
    else if (gap > 2) text = text.padEnd(Math.max(column, text.length + 2), ' ');
    else if ((gap > NO_SPACE || piece.line) && !text.endsWith(' ')) text += ' ';
    const from = text.length;
    text += piece.text;
    words.push({ from, to: text.length, sure: piece.sure });
    end = piece.x1;
  }
  return makeLine(text, words);
}
