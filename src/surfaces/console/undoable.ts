import type { Kernel, UndoableOperations } from '../../kernel/operations/kernel.ts';
import type { Action, WriteOperation } from '../../kernel/operations/operation.ts';
import { actions } from './actions.ts';
import { operations } from './routes.ts';

/** Every operation and action of the console that a person can undo, as they declare it. */
export function undoableOperations(): UndoableOperations {
  const writes = Object.entries(operations).filter(
    ([, operation]) => operation.kind === 'write' && operation.isUndoable,
  ) as [string, WriteOperation<unknown, unknown, unknown>][];
  const others = Object.entries(actions).filter(([, action]) => 'rehearse' in action) as [
    string,
    Action<Kernel, unknown, unknown>,
  ][];
  return new Map<string, WriteOperation<unknown, unknown, unknown> | Action<Kernel, unknown, unknown>>([
    ...writes,
    ...others,
  ]);
}
