import type { ReceiptFields } from '../../domain/receipts/fields.ts';

export interface ReceiptReading extends ReceiptFields {
  /** The recognized text, or the items of an electronic invoice; bounded. */
  text: string;
  engine: 'ubl' | 'pdf-text' | 'ocr' | 'ai';
}

export interface ReceiptFile {
  bytes: Buffer;
  /** As the client said; the content decides. */
  contentType: string;
  /** The kennitala of the account, so that the reader does not take it for the supplier's. */
  own?: string;
}

export interface ReceiptReader {
  /** Rejects with `UnreadableReceipt` when a retry cannot help, and with another error on a timeout. */
  read(file: ReceiptFile, signal?: AbortSignal): Promise<ReceiptReading>;
}

/** The file itself is at fault: damaged, too large, of an unknown type, or forbidden. */
export class UnreadableReceipt extends Error {
  override readonly name = 'UnreadableReceipt';
}
