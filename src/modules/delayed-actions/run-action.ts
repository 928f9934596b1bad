import { failure } from '../../kernel/failures/failure.ts';
import type { Caller, PersonCaller } from '../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { findPersonById } from '../people/person-store.ts';
import { isFinal, toProblems } from './problems.ts';
import { beginAction, endAction, type RunnableAction } from './store.ts';
import { runUndoable } from './undoable.ts';

/**
 * Runs an action whose time has come. Safe to run twice: the idempotency key of the action answers the second run with
 * the result of the first. A refusal ends the action as well, and waits for a person.
 */
export async function runScheduledAction(kernel: Kernel, job: Caller, guid: string): Promise<void> {
  const { account, now = kernel.clock() } = job;
  const action = await beginAction(kernel.db, account.id, guid);
  if (!action) return;
  try {
    const answer = await perform(kernel, job, action);
    await endAction(kernel.db, account.id, guid, { answer }, now);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await endAction(kernel.db, account.id, guid, { problems: toProblems(error) }, now);
  }
}

/** Ends an action whose job has failed too often. */
export async function giveUpScheduledAction(
  kernel: Kernel,
  { account, now }: Caller,
  guid: string,
): Promise<void> {
  const problems = toProblems(failure('action_failed'));
  await endAction(kernel.db, account.id, guid, { problems }, now ?? kernel.clock());
}

async function perform(
  kernel: Kernel,
  { account, requestId, now }: Caller,
  { guid, person_id, operation, input, ip }: RunnableAction,
): Promise<Record<string, unknown>> {
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
  return (await runUndoable(kernel, operation, caller, input)) as Record<string, unknown>;
}
