import { type Line, type Span, sureness } from './lines.ts';

/** Where in the document something stands. */
export interface Place extends Span {
  line: number;
}

const CLEAR = 0.92;
const ILLEGIBLE = 0.5;

/** Evidence counts for less where the letters are uncertain: fully from 92 % on, by half at 50 % and below. */
export function weighed(lines: readonly Line[], place: Place, level: number): number {
  const line = lines[place.line];
  const sure = line ? sureness(line, place.from, place.to) : 0;
  const share = Math.min(Math.max((sure - ILLEGIBLE) / (CLEAR - ILLEGIBLE), 0), 1);
  return level * (0.5 + 0.5 * share);
}

/** 'ocr line 12: Samtals kr. 3.810' */
export function quoted(lines: readonly Line[], place: Place, source: string): string {
  const text = lines[place.line]?.text.trim().replace(/\s+/g, ' ') ?? '';
  return `${source} line ${place.line + 1}: ${text}`;
}
