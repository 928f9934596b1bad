import { UNDO_SECONDS } from '../../../domain/access/stored-call-states.ts';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { isGuid } from '../../../kernel/fields/input-fields.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import { withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { findPreferences } from '../../preferences/store.ts';
import { newCall } from '../new-call.ts';
import { insertAction, recordNameSql } from './action-store.ts';
import { runMany } from './run-many.ts';
import { rehearseUndoable } from './undoable.ts';

interface DelayedCall {
  operation: string;
  input: Record<string, unknown>;
}

/** Whether the person wants a delay. */
export async function wantsDelay({ db }: Kernel, { account, person }: PersonCaller): Promise<boolean> {
  return (await findPreferences(db, account.id, person.id)).undo_delay;
}

/**
 * Stores a call instead of running it. It is rehearsed first, so that a refusal comes at once and not ten seconds later.
 * A repeat of the same idempotency key is answered without another rehearsal: the call may have run meanwhile, and the
 * rehearsal would then be refused.
 */
export async function delayWrite(
  kernel: Kernel,
  operation: string,
  caller: PersonCaller,
  input: Record<string, unknown>,
): Promise<{ guid: string; seconds: number }> {
  const scheduleAction = defineTransaction({
    name: 'schedule-action',
    events: [],
    prepare: () => rehearseUndoable(kernel, operation, withoutKey(caller), input),
    async run(ctx, call: DelayedCall, { effect }) {
      const dueAt = new Date(ctx.now.getTime() + UNDO_SECONDS * 1000);
      const guid = recordIn(call);
      const name = guid === null ? '' : recordNameSql(ctx.account.id, guid);
      const stored = {
        ...newCall(ctx, { ...shownAs(call), raw: input, effect, name, dueAt }),
        waits_for: 'clock' as const,
        person_id: caller.person.id,
        // Two actions on one record may not wait at a time. Orders are named by their sale, which has many.
        target: operation === 'release-order' ? null : guid,
      };
      ctx.enqueue('run-delayed-action', { guid: stored.guid }, dueAt);
      try {
        return await ctx.finish({ target: stored.guid, ...insertAction(stored, UNDO_SECONDS) });
      } catch (error) {
        if (!isUniqueViolation(error, 'stored_calls_pending')) throw error;
        return fail('action_waiting');
      }
    },
  });
  return (await runTransaction(kernel, scheduleAction, caller, { operation, input })).output;
}

/** An action on many records is shown as what it does with each of them. */
function shownAs({ operation, input }: DelayedCall): { operation: string; operationKey: string } {
  const isMany = operation === runMany.name;
  return { operation: isMany ? String(input.operation) : operation, operationKey: operation };
}

/** The record that the input names; null where it makes a new one. */
function recordIn({ input: { guid } }: DelayedCall): string | null {
  return typeof guid === 'string' && isGuid(guid.trim()) ? guid.trim() : null;
}
