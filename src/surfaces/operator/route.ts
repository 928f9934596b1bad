import type { z } from 'zod';
import { runRead, runWrite } from '../../kernel/execute.ts';
import { type FailureCode, fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import type { ReadOperation, WriteOperation } from '../../kernel/operations/operation.ts';
import type { OperatorCall, OperatorDeps } from './deps.ts';

/** The part of an operation that the reference documentation describes. */
interface OperationDescription {
  summary: string;
  description?: string | undefined;
  input: z.ZodType;
  output: z.ZodType;
  refusals?: readonly FailureCode[] | undefined;
}

export interface OperatorRoute {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  path: string;
  /** Action for the audit log, on calls that are not a single write; a write audits itself. */
  action?: string;
  about: OperationDescription;
  /** HTTP status of a successful call; 200 by default. */
  status?: number;
  answer(call: OperatorCall, deps: OperatorDeps): Promise<unknown>;
}

export function describeOperation(
  { summary, description, input, refusals, ...made }: OperationDescription,
  output = made.output,
): OperationDescription {
  return { summary, description, input, output, refusals };
}

/** An operation that companies usually run themselves, which the operator runs on behalf of the account of the path. */
export function describeForAccount(
  operation: OperationDescription,
  output?: z.ZodType,
): OperationDescription {
  const refusals = new Set<FailureCode>(['account_not_found', ...(operation.refusals ?? [])]);
  return { ...describeOperation(operation, output), refusals: [...refusals] };
}

export async function writeForAccount<In, Out, Facts>(
  operation: WriteOperation<In, Out, Facts>,
  call: OperatorCall,
  { kernel }: OperatorDeps,
  input: object = call.body,
): Promise<Out> {
  return (await runWrite(kernel, operation, call.callerFor(await call.account()), input)).output;
}

export async function readForAccount<In, Out>(
  operation: ReadOperation<In, Out>,
  call: OperatorCall,
  { kernel }: OperatorDeps,
  input: object = {},
): Promise<Out> {
  return runRead(kernel, operation, call.callerFor(await call.account()), input);
}

/** The input of a list of what an account has at a sandbox. */
export const byAccount = object({
  account: text(100, { examples: ['demo'] })('Username of the account'),
});

type SandboxName = 'claims' | 'bank' | 'payments' | 'mail' | 'einvoices' | 'tax';

interface SandboxRoute<N extends SandboxName> extends Omit<OperatorRoute, 'answer'> {
  answer(sandbox: NonNullable<OperatorDeps[N]>, call: OperatorCall, deps: OperatorDeps): Promise<unknown>;
}

/** A call of a sandbox, which is there where no real system is connected. */
export function sandboxRoute<N extends SandboxName>(
  name: N,
  { path, answer, ...route }: SandboxRoute<N>,
): OperatorRoute {
  const root = `/sandbox/${name}`;
  return {
    ...route,
    path: `${root}${path}`,
    answer: (call, deps) => answer(deps[name] ?? fail('path_not_found', `/operator${root}`), call, deps),
  };
}
