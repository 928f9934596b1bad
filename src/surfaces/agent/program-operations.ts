import type { WriteOperation } from '../../kernel/operation.ts';
import { operationKey, type ProgramOperation, type ProgramOperations } from '../../kernel/program-gate.ts';
import { type AgentRoute, routes } from './routes.ts';

/** Every write that programs may call, with the answer that it has here: a proposal that was approved shows it. */
export function programOperations(): ProgramOperations {
  const found = new Map<string, ProgramOperation>();
  for (const route of routes)
    for (const operation of [route.operation, route.compact]) {
      if (operation?.kind !== 'write') continue;
      const key = operationKey(operation as WriteOperation<never, unknown, never>);
      if (found.has(key)) throw new Error(`Two operations of programs are called ${key}`);
      found.set(key, { operation, toAnswer: (row, actionId) => toAnswer(route, row, actionId) });
    }
  return found;
}

function toAnswer({ output }: AgentRoute, row: object, actionId: number): object {
  return { status: true, success: true, message: 'OK', ...output(row as never), action_id: actionId };
}
