import type { PlainDate } from '../../domain/dates.ts';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { AUTO_FILL_THRESHOLD, type ReceiptFields } from '../../domain/receipts/fields.ts';
import { groupIntoLines } from '../../domain/receipts/layout.ts';
import { joinLines, type Line, makeLine } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import {
  type ReceiptReader,
  type ReceiptReading,
  UnreadableReceipt,
} from '../../kernel/ports/receipt-reader.ts';
import { type AiConfig, type AiInput, readByAi } from './ai.ts';
import { detectKind } from './file-kind.ts';
import { ocrEngine } from './ocr.ts';
import { openPdf } from './pdf.ts';
import type { PdfContent } from './pdf-messages.ts';
import type { PageImage } from './picture.ts';
import type { ReadBackground, ReadResult } from './read-result.ts';
import { readScan } from './scan.ts';
import { readUbl } from './ubl.ts';

interface ReaderConfig {
  /** An endpoint with OpenAI's chat API; without it no data leaves the installation. */
  ai?: AiConfig;
  /** Timeout for a whole document. */
  timeoutMs?: number;
  today?: () => PlainDate;
  /** Called when the AI failed, before the fallback. */
  onAiFailure?: (error: unknown) => void;
}

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 10 * 1024 * 1024;

/** One document in progress. */
interface Task {
  background: ReadBackground;
  config: ReaderConfig;
  signal: AbortSignal;
}

/**
 * Reads by decreasing reliability: XML fields, then the text of a PDF, then images, with AI if configured and
 * otherwise with Tesseract.
 */
export function readerFor(config: ReaderConfig = {}): ReceiptReader & { close(): Promise<void> } {
  return {
    async read({ bytes, own }, callerSignal) {
      if (bytes.length > MAX_BYTES) throw new UnreadableReceipt('The file is too large');
      const limit = AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS);
      const signal = callerSignal ? AbortSignal.any([callerSignal, limit]) : limit;
      return readByKind(bytes, { background: { own, today: config.today?.() }, config, signal });
    },
    close: () => ocrEngine.close(),
  };
}

async function readByKind(bytes: Buffer, task: Task): Promise<ReceiptReading> {
  switch (detectKind(bytes)) {
    case 'xml': {
      const result = readUbl(bytes, task.background);
      if (!result) throw new UnreadableReceipt('The XML is no invoice');
      return { ...result.fields, text: result.text, engine: 'ubl' };
    }
    case 'pdf':
      return readPdf(await openPdf(bytes, task.signal), task);
    case 'picture':
      return readImages([bytes], task);
  }
}

async function readPdf({ pages, xml }: PdfContent, task: Task): Promise<ReceiptReading> {
  for (const attachment of xml) {
    const result = tryUbl(attachment, task);
    if (result) return { ...result.fields, text: result.text, engine: 'ubl' };
  }
  const scans = pages.flatMap(({ scan }) => scan ?? []);
  const hasText = pages.some(({ scan, pieces }) => !scan && pieces.length > 0);
  const lines = pages.flatMap(({ pieces }) => [...groupIntoLines(pieces), makeLine('')]);
  const textFields = readText(lines, { source: 'pdf text', ...task.background });
  if (hasText || scans.length === 0) return readTextDocument(textFields, lines, task);
  const imageReading = await readImages(scans, task);
  // The scanner's own OCR layer is a second reading; where it differs, one of the two is wrong.
  const isHidden = pages.some(({ isHidden }) => isHidden);
  return isHidden
    ? { ...imageReading, ...crossCheck(mergeReadings(imageReading, textFields), task.background) }
    : imageReading;
}

/** An unreadable attachment must not fail the page that it came with. */
function tryUbl(xml: Uint8Array, { background }: Task): ReadResult | null {
  try {
    return readUbl(xml, background);
  } catch (error) {
    if (error instanceof UnreadableReceipt) return null;
    throw error;
  }
}

const REQUIRED_FIELDS = ['supplier_name', 'issue_date', 'amount'] as const;

/** A text document goes to the AI only if fields are missing, and then as text. */
async function readTextDocument(
  fields: ReceiptFields,
  lines: readonly Line[],
  task: Task,
): Promise<ReceiptReading> {
  const text = joinLines(lines).trim();
  const isClear = REQUIRED_FIELDS.every((name) => (fields[name]?.confidence ?? 0) >= AUTO_FILL_THRESHOLD);
  const byAi = isClear || text === '' ? undefined : await tryAi({ lines }, task);
  return byAi ?? { ...fields, text, engine: 'pdf-text' };
}

async function readImages(images: readonly PageImage[], task: Task): Promise<ReceiptReading> {
  const byAi = await tryAi({ images }, task);
  if (byAi) return byAi;
  const { fields, text } = await readScan(images, task.background, task.signal);
  return { ...fields, text, engine: 'ocr' };
}

/** Undefined if there is no AI or it failed. Only the timeout of the whole document is rethrown. */
async function tryAi(
  input: AiInput,
  { background, config, signal }: Task,
): Promise<ReceiptReading | undefined> {
  if (!config.ai) return undefined;
  try {
    const { fields, text } = await readByAi(input, config.ai, background, signal);
    return { ...fields, text, engine: 'ai' };
  } catch (error) {
    if (error instanceof UnreadableReceipt) throw error;
    signal.throwIfAborted();
    config.onAiFailure?.(error);
    return undefined;
  }
}
