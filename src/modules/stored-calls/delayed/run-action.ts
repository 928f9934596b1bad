import { failure } from '../../../kernel/failures/failure.ts';
import type { Job } from '../../../kernel/jobs/job-runner.ts';
import type { Caller, PersonCaller } from '../../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { findPersonById } from '../../people/person-store.ts';
import { isFinal, type Problem, toProblems } from '../problems.ts';
import { endCalls, endedCall } from '../store.ts';
import { decodeInput } from '../stored-input.ts';
import { beginAction, type RunnableAction } from './action-store.ts';
import { runUndoable } from './undoable.ts';

type DelayedJob = Pick<Job<'run-delayed-action'>, 'caller' | 'payload'>;

/**
 * Runs an action whose time has come. Safe to run twice: the idempotency key of the action answers the second run with
 * the result of the first. A refusal ends the action as well, and waits for a person.
 */
export async function runDelayedAction(kernel: Kernel, job: DelayedJob): Promise<void> {
  const { caller, payload } = job;
  const action = await beginAction(kernel.db, caller.account.id, payload.guid);
  if (!action) return;
  try {
    await endAction(kernel, job, { answer: await perform(kernel, caller, action) });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await endAction(kernel, job, { problems: toProblems(error) });
  }
}

/** Ends an action whose job has failed too often: it must not look for ever as if it were about to happen. */
export function giveUpDelayedAction(kernel: Kernel, job: DelayedJob): Promise<void> {
  return endAction(kernel, job, { problems: toProblems(failure('action_failed')) });
}

type Outcome = { answer: Record<string, unknown> } | { problems: Problem[] };

async function endAction({ db, clock }: Kernel, { caller, payload }: DelayedJob, outcome: Outcome) {
  const { account, now = clock() } = caller;
  const end = 'answer' in outcome ? 'complete' : 'refuse';
  await db.query(endedCall, endCalls(account.id, end, { guids: [payload.guid] }, now, outcome));
}

async function perform(
  kernel: Kernel,
  { account, requestId, now }: Caller,
  action: RunnableAction,
): Promise<Record<string, unknown>> {
  const { guid, person_id, operation_key, ip } = action;
  // Roles and access may have changed since the action was started.
  const person = await findPersonById(kernel.db, account.id, person_id);
  if (!person) throw failure('person_not_found');
  const caller: PersonCaller = {
    by: 'person',
    account,
    via: 'console',
    person: { id: person.person_id, role: person.person_role },
    ip,
    requestId,
    idempotencyKey: new IdempotencyKey(`delayed-action:${guid}`),
    ...(now && { now }),
  };
  return (await runUndoable(kernel, operation_key, caller, decodeInput(action))) as Record<string, unknown>;
}
