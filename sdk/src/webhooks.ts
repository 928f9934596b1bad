import { bytesOf } from './bytes.ts';
import { KvittError } from './errors.ts';
import type { KvittEvent } from './event-stream.ts';

/** Headers as fetch, Node.js or a framework has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivered event. */
export interface WebhookEvent extends KvittEvent {
  timestamp: string;
  /** Its place among the events of the account, which `events({ after })` takes; a test message has none. */
  sequence?: number;
}

const TOLERANCE_SECONDS = 5 * 60;
const SECRET_PREFIX = 'whsec_';

/**
 * Verifies a delivery by Standard Webhooks and returns its event. `body` must be the bytes or the text as they came:
 * JSON that was parsed and written again has another signature. Compare `id` with those that were handled, because an
 * event may be delivered more than once.
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkTime(timestamp);
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  if (!(await hasSignature(signed, signatures, [secret].flat())))
    throw refusal('webhook_signature_invalid', 'No signature of the webhook fits the secret.');
  return toEvent(id, new TextDecoder().decode(content));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : (value ?? []).join(' ');
  if (text === '') throw refusal('webhook_header_missing', `The webhook has no header ${name}.`);
  return text;
}

/** An old timestamp would let somebody who recorded a delivery send it again. */
function checkTime(timestamp: string): void {
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const isRecent = Math.abs(Date.now() / 1000 - seconds) <= TOLERANCE_SECONDS;
  if (!isRecent)
    throw refusal('webhook_timestamp_invalid', 'The webhook was sent more than five minutes ago or ahead.');
}

/** During the rotation of a secret a delivery carries several signatures. WebCrypto compares in constant time. */
async function hasSignature(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures.split(/\s+/).flatMap((one) => {
    const [version, value = ''] = one.split(',', 2);
    const bytes = version === 'v1' ? decode(value) : null;
    return bytes ? [bytes] : [];
  });
  let found = false;
  for (const secret of secrets) {
    const key = await importKey(secret);
    for (const candidate of candidates)
      if (await crypto.subtle.verify('HMAC', key, candidate, signed)) found = true;
  }
  return found;
}

function importKey(secret: string) {
  const bytes = decode(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (!bytes || bytes.length === 0)
    throw refusal(
      'webhook_secret_invalid',
      'The secret must be the one that create-webhook answered, whsec_….',
    );
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return bytesOf(base64);
  } catch {
    return null;
  }
}

function toEvent(id: string, text: string): WebhookEvent {
  const { type, timestamp, data, sequence } = JSON.parse(text) as Omit<WebhookEvent, 'id' | 'at'>;
  return {
    id,
    type,
    at: timestamp,
    timestamp,
    data: { ...data },
    ...(sequence !== undefined && { sequence }),
  };
}

function refusal(code: string, message: string): KvittError {
  return new KvittError(message, { code });
}
