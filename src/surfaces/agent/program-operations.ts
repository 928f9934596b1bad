import type { WriteOperation } from '../../kernel/operations/operation.ts';
import {
  operationKey,
  type ProgramCall,
  type ProgramOperation,
  type ProgramOperations,
  type ProgramRead,
} from '../../kernel/operations/program-gate.ts';
import { objectSchema } from '../http/answers/operation-schema.ts';
import { type AgentRoute, routes } from './routes.ts';

/** The routes whose answer is one record, and not a list. */
const singleRoutes = routes.filter((route) => route.output !== undefined);
type SingleRoute = (typeof singleRoutes)[number];

/** Every write that programs may call, with the answer that it has here: a proposal that was approved shows it. */
export function programOperations(): ProgramOperations {
  const found = new Map<string, ProgramOperation>();
  for (const route of singleRoutes)
    for (const operation of [route.operation, route.compact]) {
      if (operation?.kind !== 'write') continue;
      const key = operationKey(operation as WriteOperation<never, unknown, never>);
      if (found.has(key)) throw new Error(`Two operations of programs are called ${key}`);
      const call = operation === route.operation ? callOf(route) : undefined;
      const answer = (row: object, actionId: number) => toAnswer(route, row, actionId);
      found.set(key, { operation, toAnswer: answer, ...(call && { call }) });
    }
  return found;
}

/** The reads that name no record, with the answers that they have here. */
export function programReads(): ReadonlyMap<string, ProgramRead> {
  const found = new Map<string, ProgramRead>();
  for (const route of singleRoutes) {
    const { operation } = route;
    const call = callOf(route);
    if (operation.kind !== 'read' || !call) continue;
    const answer = (output: unknown, actionId: number) => toAnswer(route, output, actionId);
    found.set(operation.name, { operation, call, toAnswer: answer });
  }
  return found;
}

function callOf({ method, path, input, operation }: AgentRoute): ProgramCall | undefined {
  if (path.includes(':')) return undefined;
  const toInput = (fields: Record<string, unknown>) => {
    const sent = { params: {}, query: {}, body: {}, isForm: false };
    const request = method === 'GET' ? { ...sent, query: fields } : { ...sent, body: fields };
    return input.decode(request, objectSchema(operation));
  };
  return { method, path: `/api/v1/agent${path}`, toInput };
}

function toAnswer({ output }: SingleRoute, row: unknown, actionId: number): object {
  return { status: true, success: true, message: 'OK', ...output.encode(row), action_id: actionId };
}
