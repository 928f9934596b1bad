import type { TextPiece } from '../../domain/receipts/layout.ts';

/** 8-bit greyscale pixels in row order. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export type OcrModel = 'isl' | 'eng';
export interface OcrOrder {
  model: OcrModel;
  picture: Picture;
  /** Rotation to apply, in radians; detected if missing. */
  angle?: number;
}
export interface OcrWord extends TextPiece {
  /** Words with the same value are on the same line. */
  line: string;
}
export interface OcrAnswer {
  angle: number;
  words: OcrWord[];
}
