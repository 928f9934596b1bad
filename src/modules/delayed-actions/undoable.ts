import { rehearseAction, rehearseWrite, runAction, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';

type Fields = Record<string, unknown>;

/** Runs it now. */
export async function runUndoable(
  kernel: Kernel,
  name: string,
  caller: PersonCaller,
  input: Fields,
): Promise<unknown> {
  const found = kernel.undoable.get(name) ?? fail('action_failed');
  if ('kind' in found) return (await runWrite(kernel, found, caller, input)).output;
  return runAction(kernel, found, caller, input);
}

/** Finds out whether it would be refused now. */
export async function rehearseUndoable(
  kernel: Kernel,
  name: string,
  caller: PersonCaller,
  input: Fields,
): Promise<void> {
  const found = kernel.undoable.get(name) ?? fail('action_failed');
  if ('kind' in found) await rehearseWrite(kernel, found, caller, input);
  else await rehearseAction(kernel, found, caller, input);
}

/** The record that the input names; two actions on it may not wait at a time. Orders are named by their sale, which has many. */
export function targetOf(name: string, { guid }: Fields): string | null {
  return typeof guid === 'string' && name !== 'release-order' ? guid : null;
}
