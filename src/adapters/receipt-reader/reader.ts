import type { PlainDate } from '../../domain/dates.ts';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import type { ReceiptFields } from '../../domain/receipts/fields.ts';
import { groupIntoLines } from '../../domain/receipts/layout.ts';
import { joinLines, type Line, makeLine } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import {
  AUTO_FILL_THRESHOLD,
  type ReceiptReader,
  type ReceiptReading,
  UnreadableReceipt,
} from '../../kernel/ports/receipt-reader.ts';
import { type AiConfig, type AiInput, readByAi } from './ai.ts';
import { kindOf } from './kind.ts';
import { ocrEngine } from './ocr.ts';
import { openPdf } from './pdf.ts';
import type { PdfContent } from './pdf-messages.ts';
import type { PageImage } from './picture.ts';
import type { Background, Readout } from './readout.ts';
import { readScan } from './scan.ts';
import { readUbl } from './ubl.ts';

interface ReaderConfig {
  /** An endpoint that speaks OpenAI's chat protocol; without it everything stays in the house. */
  ai?: AiConfig;
  /** For all of one document. */
  timeoutMs?: number;
  today?: () => PlainDate;
  /** Told when the AI was of no use, before the reading goes on without it. */
  onAiFailure?: (error: unknown) => void;
}

const TIMEOUT_MS = 120_000;
const MOST_BYTES = 10 * 1024 * 1024;

/** One document on its way: what is known beforehand, how to read, and until when. */
interface Task {
  background: Background;
  config: ReaderConfig;
  signal: AbortSignal;
}

/**
 * Reads in the order of trust: what is stated in XML, what is written in a PDF, and only then what has to be
 * made out from a picture, by the AI if there is one, else by Tesseract.
 */
export function readerFor(config: ReaderConfig = {}): ReceiptReader & { close(): Promise<void> } {
  return {
    async read({ bytes, own }, outer) {
      if (bytes.length > MOST_BYTES) throw new UnreadableReceipt('The file is too large');
      const limit = AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS);
      const signal = outer ? AbortSignal.any([outer, limit]) : limit;
      return readByKind(bytes, { background: { own, today: config.today?.() }, config, signal });
    },
    close: () => ocrEngine.close(),
  };
}

async function readByKind(bytes: Buffer, task: Task): Promise<ReceiptReading> {
  switch (kindOf(bytes)) {
    case 'xml': {
      const readout = readUbl(bytes, task.background);
      if (!readout) throw new UnreadableReceipt('The XML is no invoice');
      return { ...readout.fields, text: readout.text, engine: 'ubl' };
    }
    case 'pdf':
      return readPdf(await openPdf(bytes, task.signal), task);
    case 'picture':
      return readImages([bytes], task);
  }
}

async function readPdf({ pages, xml }: PdfContent, task: Task): Promise<ReceiptReading> {
  for (const attached of xml) {
    const readout = attachedUbl(attached, task);
    if (readout) return { ...readout.fields, text: readout.text, engine: 'ubl' };
  }
  const scans = pages.flatMap(({ scan }) => scan ?? []);
  const isWritten = pages.some(({ scan, pieces }) => !scan && pieces.length > 0);
  const lines = pages.flatMap(({ pieces }) => [...groupIntoLines(pieces), makeLine('')]);
  const written = readText(lines, { source: 'pdf text', ...task.background });
  if (isWritten || scans.length === 0) return readWritten(written, lines, task);
  const seen = await readImages(scans, task);
  // The scanner may have read its picture too. Where it saw something else, one of them erred.
  const isHidden = pages.some(({ hidden }) => hidden);
  return isHidden ? { ...seen, ...crossCheck(mergeReadings(seen, written), task.background) } : seen;
}

/** An attachment that can't be read is no reason to give up the page that it came with. */
function attachedUbl(xml: Uint8Array, { background }: Task): Readout | null {
  try {
    return readUbl(xml, background);
  } catch (error) {
    if (error instanceof UnreadableReceipt) return null;
    throw error;
  }
}

const NEEDED = ['supplier_name', 'issue_date', 'amount'] as const;

/** A written document goes to the AI only when its own words leave something open, and then as text. */
async function readWritten(
  fields: ReceiptFields,
  lines: readonly Line[],
  task: Task,
): Promise<ReceiptReading> {
  const text = joinLines(lines).trim();
  const isClear = NEEDED.every((name) => (fields[name]?.confidence ?? 0) >= AUTO_FILL_THRESHOLD);
  const byAi = isClear || text === '' ? undefined : await tryAi({ lines }, task);
  return byAi ?? { ...fields, text, engine: 'pdf-text' };
}

async function readImages(images: readonly PageImage[], task: Task): Promise<ReceiptReading> {
  const byAi = await tryAi({ images }, task);
  if (byAi) return byAi;
  const { fields, text } = await readScan(images, task.background, task.signal);
  return { ...fields, text, engine: 'ocr' };
}

/** Undefined when there is no AI or no use in it. Only the limit for the whole document is let through. */
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
