import { Failure } from '../../../kernel/failures/failure.ts';
import type { Operation } from '../../../kernel/operations/operation.ts';
import { checkPermission } from '../../../kernel/operations/permission.ts';
import type { AuthenticatedRequest } from '../call/authenticated-request.ts';
import { operationOfResource } from '../resources/resources.ts';
import { findTool } from '../tools/all-tools.ts';
import { namedOperation } from '../tools/operation-tools.ts';
import { InsufficientScope } from './http-refusals.ts';

interface Message {
  method?: unknown;
  params?: { name?: unknown; uri?: unknown; arguments?: Record<string, unknown> } | null;
}

/**
 * Refuses a request that the caller may not make, before it is dispatched: HTTP then says which scope is missing, and the
 * client can ask the person for it (step-up authorization).
 */
export async function checkMessage(request: AuthenticatedRequest, body: unknown): Promise<void> {
  for (const operation of operationsOf(request, (body ?? {}) as Message)) await check(request, operation);
}

/** Whether a message asks for a dry run, so that the answer carries its header. */
export function asksForRehearsal(body: unknown): boolean {
  return (body as Message | null | undefined)?.params?.arguments?.dry_run === true;
}

async function check({ caller, deps, scopes }: AuthenticatedRequest, operation: Operation): Promise<void> {
  try {
    checkPermission(operation, caller);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Its handler refuses it in words that reach the model: no scope that a person could grant would help.
    if (error.code === 'closed_to_agents') return;
    await deps.audit.record(caller, { action: operation.name, target: null, outcome: error.code });
    throw error.code === 'scope_required' ? new InsufficientScope(error, scopes) : error;
  }
}

/** The operations that a message asks for. What is not known here is refused by its handler. */
function operationsOf({ deps }: AuthenticatedRequest, { method, params }: Message): readonly Operation[] {
  if (method === 'resources/read') {
    const operation = operationOfResource(params?.uri);
    return operation ? [operation] : [];
  }
  if (method !== 'tools/call') return [];
  const called = namedOperation(deps.operations, params?.arguments?.operation);
  const tool = findTool(params?.name);
  // operation_call has no operations of its own.
  return tool?.operations.length === 0 && called ? [called] : (tool?.operations ?? []);
}
