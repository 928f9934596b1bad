import type { ReceiptFields } from '../../domain/receipts/fields.ts';

// The rules of reading need these too, and the domain imports nothing, so they are defined there.
export { AUTO_FILL_THRESHOLD, type ReadField } from '../../domain/receipts/fields.ts';

export interface ReceiptReading extends ReceiptFields {
  /** What was read, or the items of an electronic invoice; bounded. */
  text: string;
  engine: 'ubl' | 'pdf-text' | 'ocr' | 'ai';
}

export interface ReceiptFile {
  bytes: Buffer;
  /** As the sender said; the content decides. */
  contentType: string;
  /** The kennitala of the account that got the document, so that it is not taken for the supplier's. */
  own?: string;
}

export interface ReceiptReader {
  /** Rejects with `UnreadableReceipt` when another try can't help, and otherwise when the time is up. */
  read(file: ReceiptFile, signal?: AbortSignal): Promise<ReceiptReading>;
}

/** The file itself is at fault: broken, too large, of no known kind, or forbidden. */
export class UnreadableReceipt extends Error {
  override readonly name = 'UnreadableReceipt';
}
