import type { FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';

const KEY_RULE = 'must be 1 to 255 printable ASCII characters without spaces';

/** Returns a problem of the value as an idempotency key, or null. */
export function keyProblem(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value) ? null : KEY_RULE;
}

/** The Idempotency-Key header, validated. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const problem = keyProblem(key);
  return problem ? fail('field_invalid', 'Idempotency-Key', problem) : String(key);
}
