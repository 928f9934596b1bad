import { compareWithPage } from '../../domain/receipts/compare-with-page.ts';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { AUTO_FILL_THRESHOLD, type ReceiptFields } from '../../domain/receipts/fields.ts';
import { groupIntoLines } from '../../domain/receipts/layout.ts';
import { joinLines, type Line, limitLines, makeLine } from '../../domain/receipts/lines.ts';
import { mergeReadings } from '../../domain/receipts/merge-readings.ts';
import { readText } from '../../domain/receipts/read-text.ts';
import { type ReceiptReading, UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { detectKind } from './file-kind.ts';
import { openPdf, type PdfContent } from './pdf.ts';
import { encodeJpeg, type PageImage } from './picture.ts';
import type { ReadBackground } from './read-result.ts';
import { readScan } from './scan.ts';
import { readUbl } from './ubl.ts';

export interface DocumentOrder {
  bytes: Uint8Array;
  background: ReadBackground;
  /** Whether a model can be asked about what is not clear. */
  hasAi: boolean;
}

/**
 * What to ask the model: images, or the text of a PDF, which is exact and reveals less personal data. This process has no
 * network, so the node asks.
 */
export type AiQuestion =
  | { images: Uint8Array[]; hidden: ReceiptFields | null }
  | { lines: readonly Line[]; fallback: ReceiptReading };

export type DocumentResult = { reading: ReceiptReading } | { question: AiQuestion };

const MAX_AI_PAGES = 3;
const MAX_AI_SIDE = 1_800;

/**
 * Reads by decreasing reliability: XML fields, then the text of a PDF, then images, with AI if configured and
 * otherwise with Tesseract.
 */
export async function readDocument({ bytes, background, hasAi }: DocumentOrder): Promise<DocumentResult> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (detectKind(file)) {
    case 'xml': {
      const result = readUbl(file, background);
      if (!result) throw new UnreadableReceipt('The XML is no invoice');
      return { reading: { ...result.fields, text: result.text, engine: 'ubl' } };
    }
    case 'pdf':
      return readPdf(await openPdf(file), background, hasAi);
    case 'picture':
      return readImages([file], background, hasAi, null);
  }
}

async function readPdf(
  { pages, xml }: PdfContent,
  background: ReadBackground,
  hasAi: boolean,
): Promise<DocumentResult> {
  const page = pages.flatMap(({ pieces }) => groupIntoLines(pieces).map(({ text }) => text)).join('\n');
  for (const attachment of xml) {
    const reading = tryUbl(attachment, background);
    if (reading) return { reading: { ...reading, ...compareWithPage(reading, page) } };
  }
  const scans = pages.flatMap(({ scan }) => scan ?? []);
  const hasText = pages.some(({ scan, pieces }) => !scan && pieces.length > 0);
  const lines = limitLines(pages.flatMap(({ pieces }) => [...groupIntoLines(pieces), makeLine('')]));
  const textFields = readText(lines, { source: 'pdf text', ...background });
  if (hasText || scans.length === 0) return readTextDocument(textFields, lines, hasAi);
  // The scanner's own OCR layer is a second reading; where it differs, one of the two is wrong.
  const isHidden = pages.some(({ isHidden }) => isHidden);
  return readImages(scans, background, hasAi, isHidden ? textFields : null);
}

/** An unreadable attachment must not fail the page that it came with. */
function tryUbl(xml: Uint8Array, background: ReadBackground): ReceiptReading | null {
  try {
    const result = readUbl(xml, background);
    return result && { ...result.fields, text: result.text, engine: 'ubl' };
  } catch (error) {
    if (error instanceof UnreadableReceipt) return null;
    throw error;
  }
}

const REQUIRED_FIELDS = ['supplier_name', 'issue_date', 'amount'] as const;

/** A text document goes to the AI only if fields are missing, and then as text. */
function readTextDocument(fields: ReceiptFields, lines: readonly Line[], hasAi: boolean): DocumentResult {
  const text = joinLines(lines).trim();
  const isClear = REQUIRED_FIELDS.every((name) => (fields[name]?.confidence ?? 0) >= AUTO_FILL_THRESHOLD);
  const reading: ReceiptReading = { ...fields, text, engine: 'pdf-text' };
  return !hasAi || isClear || text === '' ? { reading } : { question: { lines, fallback: reading } };
}

async function readImages(
  pages: readonly PageImage[],
  background: ReadBackground,
  hasAi: boolean,
  hidden: ReceiptFields | null,
): Promise<DocumentResult> {
  if (hasAi) {
    const images: Uint8Array[] = [];
    for (const page of pages.slice(0, MAX_AI_PAGES)) images.push(await encodeJpeg(page, MAX_AI_SIDE));
    return { question: { images, hidden } };
  }
  const { fields, text } = await readScan(pages, background);
  return { reading: withHiddenText({ ...fields, text, engine: 'ocr' }, hidden, background) };
}

/** A reading of images, checked against the hidden text of the same pages. */
export function withHiddenText(
  reading: ReceiptReading,
  hidden: ReceiptFields | null,
  background: ReadBackground,
): ReceiptReading {
  return hidden ? { ...reading, ...crossCheck(mergeReadings(reading, hidden), background) } : reading;
}
