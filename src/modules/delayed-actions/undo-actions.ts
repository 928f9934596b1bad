import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { actionGuids, endedActions } from './schema.ts';
import { dismissStatement, undoStatement } from './store.ts';

export const undoActions = defineWrite({
  name: 'undo-actions',
  summary: 'Cancels scheduled actions that have not run yet. Every person of the account may do this.',
  access: { scope: null },
  events: [],
  input: actionGuids,
  output: endedActions,
  refusals: ['action_over'],
  async run(ctx, { guids }) {
    const undone = undoStatement(ctx.account.id, guids, ctx.now);
    return (await ctx.finishIf({ target: guids[0] ?? null, ...undone })) ?? fail('action_over');
  },
});

export const dismissActions = defineWrite({
  name: 'dismiss-actions',
  summary: 'Dismisses scheduled actions that were refused, so that they are no longer listed.',
  access: { scope: null },
  events: [],
  input: actionGuids,
  output: endedActions,
  refusals: ['action_over'],
  async run(ctx, { guids }) {
    const seen = dismissStatement(ctx.account.id, guids, ctx.now);
    return (await ctx.finishIf({ target: guids[0] ?? null, ...seen })) ?? fail('action_over');
  },
});
