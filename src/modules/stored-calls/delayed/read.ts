import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { decodeInput } from '../stored-input.ts';
import { type ListedAction, listActions } from './action-store.ts';
import { runMany } from './run-many.ts';
import { delayedAction, type manyInput, type manyOutcome } from './schema.ts';

export const getDelayedActions = defineRead({
  name: 'get-delayed-actions',
  summary: 'Lists the delayed actions that can still be undone, were refused, or have just run.',
  access: { scope: null },
  input: object({}),
  output: z.object({ actions: z.array(delayedAction).describe('The actions, oldest first') }),
  async run({ db, account, caller, now }) {
    if (!caller.person) return fail('person_not_found');
    const rows = await listActions(db, account.id, caller.person.id, now);
    return { actions: rows.map(toDelayedAction) };
  },
});

function toDelayedAction(row: ListedAction) {
  const { guid, operation, state, target, name, is_mine, effect, answer, problems } = row;
  const isMany = row.operation_key === runMany.name;
  const isCredit = effect?.kind === 'credit_note';
  const isDocument = isCredit || effect?.kind === 'invoice';
  return {
    guid,
    operation,
    is_credit: isCredit,
    state,
    target,
    targets: targetsIn(decodeInput({ input: row.input, files: [] }) as TargetFields),
    seconds_left: row.milliseconds_left / 1000,
    about: row.number ? `#${row.number} · ${name}` : name,
    amount: isDocument ? textOf(effect?.amount) : '',
    currency: effect?.currency ?? 'ISK',
    is_mine,
    made: textOf(answer?.guid),
    number: textOf(answer?.number),
    problems: problems ?? [],
    outcome: isMany ? (answer as z.infer<typeof manyOutcome> | null) : null,
  };
}

type TargetFields = Partial<z.infer<typeof manyInput>> & {
  invoice_guid?: unknown;
  allocations?: unknown;
  data?: { allocations?: unknown; actions?: unknown };
};

/** The records that an input names besides the one that it is about: those of an action on many, and the invoices that it settles. */
function targetsIn({ guids, invoice_guid, allocations, data }: TargetFields): string[] {
  const actions = listIn(data?.actions);
  const shares = [allocations, data?.allocations, ...actions.map((one) => one?.allocations)].flatMap(listIn);
  const settled = [
    invoice_guid,
    ...shares.map((share) => share?.invoice_guid),
    ...actions.flatMap((one) => [one?.cost_guid, ...listIn(one?.payments)]),
  ];
  return [...(guids ?? []), ...settled.filter((one): one is string => typeof one === 'string')];
}

/** Parts of an input whose schema belongs to its operation. */
function listIn(value: unknown): (Readonly<Record<string, unknown>> | undefined)[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}
