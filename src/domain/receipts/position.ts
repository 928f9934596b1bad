import { type Box, makeField, type ReadField } from './fields.ts';
import { type Line, type LineWord, minConfidence, type Span } from './lines.ts';

/** A position in the document. */
export interface Position extends Span {
  line: number;
}

const CLEAR = 0.92;
const ILLEGIBLE = 0.5;

/**
 * Reduces the confidence where the text is hard to read: not at all from 92 % OCR confidence on, by half at 50 %
 * and below.
 */
export function scaleByLegibility(lines: readonly Line[], position: Position, level: number): number {
  const line = lines[position.line];
  const ocrConfidence = line ? minConfidence(line, position.from, position.to) : 0;
  const legibility = Math.min(Math.max((ocrConfidence - ILLEGIBLE) / (CLEAR - ILLEGIBLE), 0), 1);
  return level * (0.5 + 0.5 * legibility);
}

/** 'ocr line 12: Samtals kr. 3.810' */
function quoteLine(lines: readonly Line[], position: Position, source: string): string {
  const text = lines[position.line]?.text.trim().replace(/\s+/g, ' ') ?? '';
  return `${source} line ${position.line + 1}: ${text}`;
}

/** A value that was read at a position, with the quotation of its line and its place on the page. */
export function fieldAt<T>(
  lines: readonly Line[],
  position: Position,
  source: string,
  { value, confidence }: { value: T; confidence: number },
): ReadField<T> {
  return makeField(value, confidence, quoteLine(lines, position, source), boxAt(lines, position));
}

/** The rectangle around the words of a position. */
function boxAt(lines: readonly Line[], { line, from, to }: Position): Box | undefined {
  const boxes = (lines[line]?.words ?? [])
    .filter((word) => word.from < to && word.to > from)
    .flatMap((word) => boxWithin(word, from, to) ?? []);
  const [first, ...others] = boxes;
  return first && others.reduce(unite, first);
}

/** A PDF may print a whole line as one piece, so the part of it is estimated from the number of letters before it. */
function boxWithin({ from, to, box }: LineWord, first: number, last: number): Box | undefined {
  // The letters of text that runs upwards are not side by side.
  if (!box || box.y1 - box.y0 > box.x1 - box.x0) return box;
  const letter = (box.x1 - box.x0) / Math.max(to - from, 1);
  const x0 = box.x0 + letter * Math.max(first - from, 0);
  const x1 = box.x1 - letter * Math.max(to - last, 0);
  return { ...box, x0, x1 };
}

function unite(a: Box, b: Box): Box {
  if (a.page !== b.page) return a;
  return {
    page: a.page,
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  };
}
