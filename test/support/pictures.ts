import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'gif';

/** A picture that does not compress to nothing, half red and half blue from left to right. */
export function picture(width: number, height: number, format: Format = 'jpeg'): Promise<Buffer> {
  const half = { width: Math.max(1, Math.floor(width / 2)), height, channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: '#2040d0' } })
    .composite([{ input: { create: { ...half, background: '#d02020' } }, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of one bit per pixel, all black: small to send and large to open. `extra` chunks come before the pixels. */
export function blackPng(width: number, height: number, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A comment that grows to so many megabytes when it is read. */
export function swellingComment(megabytes: number): Buffer {
  const text = deflateSync(Buffer.alloc(megabytes * 1024 * 1024, 'x'));
  return chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), text]));
}

/** A GIF of a few bytes whose frame is as large as a GIF can be. */
export const HUGE_GIF = Buffer.from('R0lGODlh/////4AAAAAAAP///yH5BAEAAAAALAAAAAD/////AAIBRAA7', 'base64');
