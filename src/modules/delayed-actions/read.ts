import { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { delayedAction, type manyOutcome } from './schema.ts';
import { type ListedAction, listActions } from './store.ts';

export const getDelayedActions = defineRead({
  name: 'get-delayed-actions',
  summary: 'Lists the actions that can still be undone, that were refused, or that have just run.',
  access: { scope: null },
  input: object({}),
  output: z.object({ actions: z.array(delayedAction).describe('The actions, oldest first') }),
  async run({ db, account, caller, now }) {
    if (!caller.person) return fail('person_not_found');
    const rows = await listActions(db, account.id, caller.person.id, now);
    return { actions: rows.map(toDelayedAction) };
  },
});

function toDelayedAction({ milliseconds_left, answer, problems, run_at: _run_at, ...action }: ListedAction) {
  const isMany = action.targets.length > 0;
  return {
    ...action,
    seconds_left: milliseconds_left / 1000,
    made: textOf(answer?.guid),
    number: textOf(answer?.number),
    problems: problems ?? [],
    outcome: isMany ? (answer as z.infer<typeof manyOutcome> | null) : null,
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
