import { isUniqueViolation } from '../../kernel/database/database.ts';
import { runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../kernel/operations/caller.ts';
import { withoutKey } from '../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { findPreferences } from '../preferences/store.ts';
import { scheduledAction, scheduleInput } from './schema.ts';
import { insertAction } from './store.ts';
import { rehearseUndoable, targetOf } from './undoable.ts';

/** For how long an action can be undone. */
const DELAY_SECONDS = 10;

export const scheduleAction = defineWrite({
  name: 'schedule-action',
  summary: 'Schedules an operation to run in ten seconds, so that it can be undone.',
  access: { scope: null },
  events: [],
  input: scheduleInput,
  output: scheduledAction,
  // action_failed is shown later, where the job could not run the operation.
  refusals: ['person_not_found', 'action_waiting', 'action_failed'],
  async run(ctx, { operation, input }) {
    const { person, ip } = ctx.caller;
    if (!person) return fail('person_not_found');
    const guid = ctx.newGuid();
    const run_at = new Date(ctx.now.getTime() + DELAY_SECONDS * 1000);
    const target = targetOf(operation, input);
    const action = { guid, person_id: person.id, operation, input, target, ip, created_at: ctx.now, run_at };
    ctx.enqueue('run-delayed-action', { guid }, run_at);
    try {
      return await ctx.finish({ target: guid, ...insertAction(ctx.account.id, action, DELAY_SECONDS) });
    } catch (error) {
      if (!isUniqueViolation(error, 'delayed_actions_pending')) throw error;
      return fail('action_waiting');
    }
  },
});

/** Whether the person wants a delay. */
export async function wantsDelay({ db }: Kernel, { account, person }: PersonCaller): Promise<boolean> {
  return (await findPreferences(db, account.id, person.id)).undo_delay;
}

/**
 * Schedules an operation instead of running it. The operation is rehearsed first, so that a refusal comes at once and
 * not ten seconds later. A repeat of the same idempotency key is answered without another rehearsal: the action may
 * have happened meanwhile, and the rehearsal would then be refused.
 */
export async function delayWrite(
  kernel: Kernel,
  name: string,
  caller: PersonCaller,
  input: Record<string, unknown>,
): Promise<{ guid: string; seconds: number }> {
  const rehearse = () => rehearseUndoable(kernel, name, withoutKey(caller), input);
  const scheduled = { ...scheduleAction, prepare: rehearse };
  return (await runWrite(kernel, scheduled, caller, { operation: name, input })).output;
}
