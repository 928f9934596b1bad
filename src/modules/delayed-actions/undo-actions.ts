import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { actionGuids, endedActions } from './schema.ts';
import { dismissStatement, undoStatement } from './store.ts';

export const undoActions = defineWrite({
  name: 'undo-actions',
  summary: 'Undoes actions that have not happened yet. Everybody in the company may stop them.',
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
  summary: 'Takes note of actions that were refused when their time came; they are not listed any more.',
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
