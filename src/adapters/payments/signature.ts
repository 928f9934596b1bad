import { createHmac } from 'node:crypto';
import { sameBytes } from '../../kernel/security/secrets.ts';

/** Allows for clock skew and delivery time, and stops replays of older messages. */
const TOLERANCE_SECONDS = 300;
const MAX_PARTS = 20;

/** Stripe's signature header: `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signatureHeader(secret: string, body: Buffer, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${hmac(secret, seconds, body).toString('hex')}`;
}

/** During the rotation of a secret there is one `v1` for each; one valid signature is enough. */
export function isSignedBody(secret: string, body: Buffer, header: unknown, now: Date): boolean {
  if (typeof header !== 'string') return false;
  const parts = header
    .split(',', MAX_PARTS)
    .map((part) => /^\s*(t|v1)=([0-9a-f]+)\s*$/.exec(part))
    .filter((part) => part !== null);
  const [time, ...times] = parts.flatMap(([, name, value]) => (name === 't' ? [value ?? ''] : []));
  if (time === undefined || times.length > 0 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = hmac(secret, Number(time), body);
  return parts.some(
    ([, name, value]) => name === 'v1' && sameBytes(Buffer.from(value ?? '', 'hex'), expected),
  );
}

function hmac(secret: string, seconds: number, body: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
}
