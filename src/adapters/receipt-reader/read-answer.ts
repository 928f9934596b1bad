import { crossCheck } from '../../domain/receipts/cross-check.ts';
import type { ReceiptFields } from '../../domain/receipts/fields.ts';
import { joinLines, type Line, splitLines } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import type { ReceiptReading } from '../../kernel/ports/receipt-reader.ts';
import { parseAnswer } from './ai-answer.ts';
import { withHiddenText } from './read-document.ts';
import type { ReadBackground } from './read-result.ts';

export interface AnswerOrder {
  /** The answer of the model. */
  content: string;
  background: ReadBackground;
  /** The text of the document; null where the model was sent images. */
  lines: readonly Line[] | null;
  /** The hidden text of scanned pages. */
  hidden: ReceiptFields | null;
}

/**
 * Parses the text with our own rules as well, and gives high confidence only to values that both agree on. Rejects if the
 * answer is not usable. It runs in the document process, because a document can make the model write anything.
 */
export function readAnswer({ content, background, lines, hidden }: AnswerOrder): ReceiptReading {
  const answer = parseAnswer(content);
  // The text of an image comes from the model itself, but its figures must still have labels and add up.
  const parsed = readText(lines ?? splitLines(answer.text), { source: 'ai text', ...background });
  const merged = mergeReadings(crossCheck(answer.fields, background), parsed);
  const text = lines ? joinLines(lines) : answer.text;
  return withHiddenText({ ...crossCheck(merged, background), text, engine: 'ai' }, hidden, background);
}
