import { hash } from 'node:crypto';

/** SHA-256. */
export function digest(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}
