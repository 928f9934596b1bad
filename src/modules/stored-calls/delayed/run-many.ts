import type { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import { IdempotencyKey, withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineAction } from '../../../kernel/operations/operation.ts';
import { isFinal, toProblems } from '../problems.ts';
import { manyInput, manyOutcome, manyPreview, type RefusedRecord } from './schema.ts';
import { rehearseUndoable, runUndoable } from './undoable.ts';

type ManyInput = z.infer<typeof manyInput>;

/** Runs one operation on each of the records. Each is a write of its own, so that a refusal of one stops no other. */
export const runMany = defineAction({
  name: 'run-many',
  summary: 'Runs one operation for many records, and lists those that were refused, with the reason.',
  input: manyInput,
  output: manyOutcome,
  refusals: ['action_failed'],
  async run(kernel: Kernel, caller, many) {
    checkOperation(kernel, many);
    const refused = await forEachRecord(many, (input) =>
      runUndoable(kernel, many.operation, callerFor(caller, input.guid), input),
    );
    return { done: many.guids.length - refused.length, refused };
  },
  async rehearse(kernel, _caller, many) {
    checkOperation(kernel, many);
  },
});

export const previewMany = defineAction({
  name: 'preview-many',
  summary: 'Lists the records for which an operation would be refused, with the reason. Nothing is written.',
  input: manyInput,
  output: manyPreview,
  refusals: ['action_failed'],
  async run(kernel: Kernel, caller, many) {
    checkOperation(kernel, many);
    const refused = await forEachRecord(many, (input) =>
      rehearseUndoable(kernel, many.operation, withoutKey(caller), input),
    );
    return { refused };
  },
});

/** Only what can be undone is done to many at once. */
function checkOperation(kernel: Kernel, { operation }: ManyInput): void {
  if (!kernel.undoable.has(operation) || operation === runMany.name) fail('action_failed');
}

async function forEachRecord(
  { guids, input = {} }: ManyInput,
  work: (input: { guid: string }) => Promise<unknown>,
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = [];
  for (const guid of new Set(guids)) {
    try {
      await work({ ...input, guid });
    } catch (error) {
      if (!isFinal(error)) throw error;
      refused.push({ guid, problems: toProblems(error) });
    }
  }
  return refused;
}

/** Each write has a key of its own, so that a repeat of the whole does only what is missing. */
function callerFor(caller: PersonCaller, guid: string): PersonCaller {
  const { idempotencyKey: key } = caller;
  return key ? { ...caller, idempotencyKey: new IdempotencyKey(`${key.text} ${guid}`) } : caller;
}
