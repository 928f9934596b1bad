import { digest } from '../node/digest.ts';
import type { Caller } from './caller.ts';

export interface Fingerprint {
  key: string;
  digest: Buffer;
}

/** Identifies a repeated call by its key and a digest of its input. Null without a key. */
export function callFingerprint(
  { name }: { name: string },
  { idempotencyKey: key }: Caller,
  raw: unknown,
): Fingerprint | null {
  if (!key) return null;
  key.bindTo(name);
  return { key: key.text, digest: digest(`${name}\0${JSON.stringify(raw)}`) };
}
