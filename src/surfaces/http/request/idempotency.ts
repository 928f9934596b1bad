import type { FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';

export const IDEMPOTENCY_KEY_RULE = 'must be 1 to 255 printable ASCII characters without spaces';

export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value);
}

/** The Idempotency-Key header, validated. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  return isIdempotencyKey(key) ? key : fail('field_invalid', 'Idempotency-Key', IDEMPOTENCY_KEY_RULE);
}
