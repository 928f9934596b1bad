import type { FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';

/** The Idempotency-Key header, validated. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  return fail(
    'field_invalid',
    'Idempotency-Key',
    'must be 1 to 255 printable ASCII characters without spaces',
  );
}
