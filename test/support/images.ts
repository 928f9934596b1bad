import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'gif';

/** Creates an image that does not compress to almost nothing: half red and half blue from left to right. */
export function createImage(width: number, height: number, format: Format = 'jpeg'): Promise<Buffer> {
  const half = { width: Math.max(1, Math.floor(width / 2)), height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: '#2040d0' } })
    .composite([{ input: { create: { ...half, background: '#d02020' } }, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Creates a black PNG of one bit per pixel: few bytes, many pixels. `extra` chunks come before the pixels. */
export function createBlackPng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 1 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a comment chunk that decompresses to this many megabytes. */
export function decompressionBombChunk(megabytes: number): Buffer {
  const text = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'x'), { level: 1 });
  return pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text]));
}

/** A GIF of a few bytes whose frame has the largest possible dimensions. */
export const HUGE_GIF = Buffer.from('R0lGODlh/////4AAAAAAAP///yH5BAEAAAAALAAAAAD/////AAIBRAA7', 'base64');

/** The smallest files that are detected as images. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
export const GIF = Buffer.from('R0lGODlhAQABAAAAACw=', 'base64');
export const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex');
