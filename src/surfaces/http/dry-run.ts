import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../kernel/context.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import type { WriteResult } from '../../kernel/known-answer.ts';
import { nestFields } from './field-names.ts';
import { type Fields, parseData } from './fields.ts';

export const DRY_RUN_HEADER = 'kvitt-dry-run';
const FIELD = 'dry_run';
/** Every other value asks for a rehearsal: a client that misspells the flag must not issue an invoice by it. */
const REAL: ReadonlySet<unknown> = new Set(['0', 'false', 'off', 0, false]);

/** Requests whose multipart form has the flag, which is known only after the form was read. */
const flaggedForms = new WeakSet<FastifyRequest>();

function isSet(value: unknown): boolean {
  if (value === undefined) return false;
  return Array.isArray(value) ? value.length === 0 || value.some(isSet) : !REAL.has(value);
}

function isFlagged(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  return Object.entries(fields).some(([name, value]) => /^dry_run(\[|$)/.test(name) && isSet(value));
}

/** Whether the request asks for a rehearsal, by its header, its query or its body. */
export function isRehearsal(request: FastifyRequest): boolean {
  return (
    isSet(request.headers[DRY_RUN_HEADER]) ||
    isFlagged(request.query) ||
    isFlagged(request.body) ||
    flaggedForms.has(request)
  );
}

/** Marks every answer to a rehearsal, refusals included. */
export function markRehearsal(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isRehearsal(request) ? reply.header(DRY_RUN_HEADER, '1') : reply;
}

/** The part of the caller that says whether a write is rehearsed. `body`: the fields as they were read. */
export function dryRunOf(request: FastifyRequest, body: Fields): Pick<Caller, 'isDryRun'> {
  if (isFlagged(body)) flaggedForms.add(request);
  if (hasFlagInside(nestFields(body))) fail('dry_run_misplaced');
  return isRehearsal(request) ? { isDryRun: true } : {};
}

/** The flag stands beside `data`. A client that sends it inside believes in a rehearsal, so it is refused and not ignored. */
function hasFlagInside({ data }: Fields): boolean {
  if (typeof data === 'string' && !data.includes(FIELD)) return false;
  try {
    return FIELD in (parseData({ data }) as Fields);
  } catch (error) {
    // The decoder of the call refuses it in its own order, after the credentials.
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The fields of a write without the flag, so that a rehearsal has the input of the real call. */
export function withoutFlag<F extends Fields>(fields: F): Omit<F, typeof FIELD> {
  const { [FIELD]: _flag, ...others } = fields;
  return others;
}

/** What the answer to a rehearsal has beside `status`. */
export function rehearsalFields({ would }: WriteResult<unknown>): object {
  return would ? { dry_run: true, would } : {};
}
