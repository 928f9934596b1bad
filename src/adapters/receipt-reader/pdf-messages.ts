import type { TextPiece } from '../../domain/receipts/layout.ts';
import type { RawImage } from './picture.ts';

export interface PdfOrder {
  bytes: Uint8Array;
  maxPages: number;
}

export interface PdfPage {
  pieces: TextPiece[];
  /** The text is invisible below an image: the OCR layer of a scan. */
  isHidden: boolean;
  /** The largest image on a page with little or no visible text. */
  scan?: RawImage;
}

export interface PdfContent {
  pages: PdfPage[];
  /** Attached files that look like XML. */
  xml: Uint8Array[];
}
