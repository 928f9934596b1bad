import { BOOKING_ROLES } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { countEnded } from '../store.ts';
import { actionGuids, endedActions } from './schema.ts';

export const undoActions = defineWrite({
  name: 'undo-actions',
  summary: 'Cancels delayed actions that have not run yet. Every person of the account may do this.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: actionGuids,
  output: endedActions,
  refusals: ['action_over'],
  run: (ctx, { guids }) => endActions(ctx, 'undo', guids),
});

export const dismissActions = defineWrite({
  name: 'dismiss-actions',
  summary: 'Dismisses delayed actions that were refused, so that they are no longer listed.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: actionGuids,
  output: endedActions,
  refusals: ['action_over'],
  run: (ctx, { guids }) => endActions(ctx, 'dismiss', guids),
});

/** Those that its job has begun with, or that have ended before, are left out. */
async function endActions(ctx: WriteContext, end: 'undo' | 'dismiss', guids: readonly string[]) {
  const ended = countEnded(ctx.account.id, end, { guids }, ctx.now);
  return (await ctx.finishIf({ target: guids[0] ?? null, ...ended })) ?? fail('action_over');
}
