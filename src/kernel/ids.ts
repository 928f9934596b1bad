import { randomFillSync } from 'node:crypto';

export type NewGuid = () => string;

const bytes = Buffer.alloc(16);

/** UUID version 7: the time comes first, so rows made together lie together in their index. */
export const newGuid: NewGuid = () => {
  randomFillSync(bytes);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
