import type { TextPiece } from '../../domain/receipts/layout.ts';

/** 8-bit grey pixels, row after row. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export type OcrModel = 'isl' | 'eng';
export interface OcrOrder {
  model: OcrModel;
  picture: Picture;
  /** By how much to turn the picture, in radians; found out when missing. */
  angle?: number;
}
export interface OcrWord extends TextPiece {
  /** Words with the same one stand on the same line. */
  line: string;
}
export interface OcrAnswer {
  angle: number;
  words: OcrWord[];
}
