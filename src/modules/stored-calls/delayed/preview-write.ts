import { fail } from '../../../kernel/failures/failure.ts';
import { withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineAction } from '../../../kernel/operations/operation.ts';
import { isFinal, toProblems } from '../problems.ts';
import { writeInput, writePreview } from './schema.ts';
import { rehearseUndoable } from './undoable.ts';

/** A dry run for a form that is being filled in: unlike that of a program it leaves no audit row. */
export const previewWrite = defineAction({
  name: 'preview-write',
  summary: 'Previews the answer of a write, or why it would be refused. Nothing is written.',
  input: writeInput,
  output: writePreview,
  refusals: ['action_failed'],
  async run(kernel: Kernel, caller, { operation, input }) {
    if (!kernel.undoable.has(operation)) fail('action_failed');
    try {
      const { output } = await rehearseUndoable(kernel, operation, withoutKey(caller), input);
      return { output, problems: [] };
    } catch (error) {
      if (!isFinal(error)) throw error;
      return { output: null, problems: toProblems(error) };
    }
  },
});
