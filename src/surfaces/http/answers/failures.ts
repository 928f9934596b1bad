import type { FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../../../kernel/database/database.ts';
import type { FailureKind } from '../../../kernel/failures/entry.ts';
import { Failure, failure, RateLimitExceeded } from '../../../kernel/failures/failure.ts';
import { expectedBody } from '../request/body.ts';
import { bodyLimitOf, sizeInWords } from '../request/body-limits.ts';

/** Statuses of failures that concern HTTP itself. Each surface chooses the status of a refusal by a rule. */
const STATUS: Partial<Record<FailureKind, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  no_route: 404,
  method: 405,
  gone: 410,
  too_large: 413,
  too_many: 429,
  waiting: 202,
  busy: 503,
  internal: 500,
};

/** Statuses of refusals by a rule, on the surfaces that do not answer those with 200. */
const RULE_STATUS: Partial<Record<FailureKind, number>> = { input: 422, not_found: 404, conflict: 409 };

/** Whether a business rule refused the call, as opposed to a failure that concerns HTTP. */
export function isRuleRefusal(kind: FailureKind): boolean {
  return kind in RULE_STATUS;
}

export function ruleStatus(kind: FailureKind): number {
  return RULE_STATUS[kind] ?? 422;
}

export function statusOf(kind: FailureKind, handled: (kind: FailureKind) => number): number {
  return STATUS[kind] ?? handled(kind);
}

const RETRY_AFTER_SECONDS = '5';
/** For a 429 that ends when people have done something, so that nobody knows the time. */
const RETRY_AFTER_PEOPLE_SECONDS = 60;

/** Sets the status of a failure, and Retry-After where a retry can succeed. */
export function withStatus(
  reply: FastifyReply,
  failure: Failure,
  handled: (kind: FailureKind) => number,
): FastifyReply {
  const { kind } = failure;
  if (kind === 'too_many') {
    const isRateLimit = failure instanceof RateLimitExceeded;
    reply.header('retry-after', isRateLimit ? failure.retryAfterSeconds : RETRY_AFTER_PEOPLE_SECONDS);
  }
  if (kind === 'busy') reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.code(statusOf(kind, handled));
}

/** SQLSTATE of text with NUL: as a value, and inside JSON. PostgreSQL stores neither. */
const NUL_CODES = new Set(['22021', '22P05']);
/** SQLSTATE of a text that is no value of its type. */
const INVALID_VALUE = '22P02';

/**
 * Why the database refused a text; null if it did not. Input schemas refuse such a text with the name of the field; this
 * covers every other way of a text into a statement: a path, a header, a cookie, and fields that are not read but are kept
 * with the rest of a call. JSON is written by `JSON.stringify`, so only a lone surrogate can make it invalid.
 */
function unstorableText(error: unknown): string | null {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (NUL_CODES.has(String(code))) return 'it contains a NUL character, which no text can have';
  if (code === INVALID_VALUE && /\bjson\b/i.test(String(message)))
    return 'it contains half of a surrogate pair, which is not valid UTF-8 text';
  return null;
}

/** Turns anything thrown into a failure that is safe to send. Unexpected errors are logged, and only their id is sent. */
export function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: String(error.cause) }, 'database unavailable');
    return failure('database_unavailable');
  }
  const unstorable = unstorableText(error);
  if (unstorable) return failure('request_unreadable', unstorable);
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = error as { code?: string; statusCode?: number; message?: string };
  if (/^FST_(PARTS|FIELDS|FILES)_LIMIT$/.test(code)) return failure('too_large', '2000 fields and 5 files');
  if (statusCode === 413) return failure('too_large', sizeInWords(bodyLimitOf(request)));
  if (statusCode === 415) return failure('body_unreadable', expectedBody(request));
  if (statusCode >= 400 && statusCode < 500) return failure('body_unreadable', message.replace(/\.$/, ''));
  request.log.error({ err: error }, 'unexpected failure');
  return failure('internal', request.id);
}
