import type { Operation } from '../../kernel/operation.ts';
import { getStatus } from '../../modules/accounts/status.ts';

/** An endpoint of the agent API: a verb under `/api/v1/agent`, and how its answer is written on this wire. */
export interface AgentRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operation: Exclude<Operation, { kind: 'list' }>;
  /** What stands beside `status` and `message`. */
  answer(output: object): object;
}

export const routes: readonly AgentRoute[] = [
  route('GET', '/status', getStatus, (output) => ({ result: output, ...output })),
];

function route<In, Out>(
  method: AgentRoute['method'],
  path: string,
  operation: { kind: 'read' | 'write'; run(ctx: never, input: In, facts: never): Promise<Out> },
  answer: AgentRoute['answer'],
): AgentRoute {
  return { method, path, operation: operation as unknown as AgentRoute['operation'], answer };
}
