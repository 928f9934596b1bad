import type { FastifyRequest } from 'fastify';
import { Failure, fail } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { WriteResult } from '../../../kernel/operations/operation.ts';
import { DRY_RUN_FIELD, flaggedForms, isFlagged, isRehearsal } from '../request/dry-run-flag.ts';
import { nestFields } from '../request/field-names.ts';
import { type Fields, parseData } from '../request/fields.ts';

/** The part of the caller that says whether a write is rehearsed. `body`: the fields as they were read. */
export function dryRunOf(request: FastifyRequest, body: Fields): Pick<Caller, 'isDryRun'> {
  if (isFlagged(body)) flaggedForms.add(request);
  if (hasFlagInside(nestFields(body))) fail('dry_run_misplaced');
  return isRehearsal(request) ? { isDryRun: true } : {};
}

/** The flag stands beside `data`. A client that sends it inside believes in a rehearsal, so it is refused and not ignored. */
function hasFlagInside({ data }: Fields): boolean {
  if (typeof data === 'string' && !data.includes(DRY_RUN_FIELD)) return false;
  try {
    return DRY_RUN_FIELD in (parseData({ data }) as Fields);
  } catch (error) {
    // The decoder of the call refuses it in its own order, after the credentials.
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The fields of a write without the flag, so that a rehearsal has the input of the real call. */
export function withoutFlag<F extends Fields>(fields: F): Omit<F, typeof DRY_RUN_FIELD> {
  const { [DRY_RUN_FIELD]: _flag, ...others } = fields;
  return others;
}

/** What the answer to a rehearsal has beside `status`. */
export function rehearsalFields({ would }: WriteResult<unknown>): object {
  return would ? { dry_run: true, would } : {};
}
