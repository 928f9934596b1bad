import type { Effect } from '../../../kernel/effects/effect.ts';
import { rehearseAction, rehearseWrite, runAction, runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';

/** Runs it now. */
export async function runUndoable(
  kernel: Kernel,
  name: string,
  caller: PersonCaller,
  input: unknown,
): Promise<unknown> {
  const found = kernel.undoable.get(name) ?? fail('action_failed');
  if ('kind' in found) return (await runWrite(kernel, found, caller, input)).output;
  return runAction(kernel, found, caller, input);
}

/** Finds out whether it would be refused now, what it would answer, and what it would do, where the operation describes that. */
export async function rehearseUndoable(
  kernel: Kernel,
  name: string,
  caller: PersonCaller,
  input: unknown,
): Promise<{ output: unknown; effect: Effect | null }> {
  const found = kernel.undoable.get(name) ?? fail('action_failed');
  if ('kind' in found) return rehearseWrite(kernel, found, caller, input);
  await rehearseAction(kernel, found, caller, input);
  return { output: null, effect: null };
}
