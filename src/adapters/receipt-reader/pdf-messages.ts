import type { TextPiece } from '../../domain/receipts/layout.ts';
import type { RawImage } from './picture.ts';

export interface PdfOrder {
  bytes: Uint8Array;
  mostPages: number;
}

export interface PdfPage {
  pieces: TextPiece[];
  /** The text lies invisible under a picture: somebody else's reading of a scan. */
  hidden: boolean;
  /** The largest picture on a page that has little or no visible text. */
  scan?: RawImage;
}

export interface PdfContent {
  pages: PdfPage[];
  /** Attached files that look like XML. */
  xml: Uint8Array[];
}
