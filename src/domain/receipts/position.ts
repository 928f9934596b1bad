import { type Line, minConfidence, type Span } from './lines.ts';

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
export function quoteLine(lines: readonly Line[], position: Position, source: string): string {
  const text = lines[position.line]?.text.trim().replace(/\s+/g, ' ') ?? '';
  return `${source} line ${position.line + 1}: ${text}`;
}
