import type { Random } from './random.ts';

const MEGABYTE = 1_000_000;

/** A body of up to 8 MB: many keys, deep, long, many form fields, many parts. */
export function hugeBody(random: Random): { type: string; body: Buffer } {
  const size = random.pick([0.3, 1.1, 4, 7.9, 8.3]) * MEGABYTE;
  const fill = (piece: string, head = '', tail = '') =>
    Buffer.from(head + piece.repeat(Math.floor(size / piece.length)) + tail);
  switch (random.below(6)) {
    case 0: {
      const keys = Array.from({ length: Math.floor(size / 12) }, (_none, n) => `"k${n}":1`);
      return { type: 'application/json', body: Buffer.from(`{${keys.join()}}`) };
    }
    case 1:
      return { type: 'application/json', body: fill('[') };
    case 2:
      return { type: 'application/json', body: fill('x', '{"data":"', '"}') };
    case 3:
      return { type: 'application/x-www-form-urlencoded', body: fill('a=1&') };
    case 4:
      return {
        type: 'multipart/form-data; boundary=fuzz',
        body: fill('--fuzz\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n', '', '--fuzz--\r\n'),
      };
    default:
      return { type: 'application/json', body: fill('{"qty":1},', '{"data":{"items":[', '{}]}}') };
  }
}
