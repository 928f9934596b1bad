import type { Scope } from '../access/scopes.ts';
import { fail } from '../failures/failure.ts';
import type { Caller } from './caller.ts';
import type { Operation } from './operation.ts';

/**
 * Refuses an operation that the caller may not run. Every run of an operation passes through it; a surface may call it
 * earlier as well, to refuse a call before its body is read.
 */
export function checkPermission(operation: PermittedOperation, caller: Caller): void {
  const { account, by, person, scopes, limits } = caller;
  const { scope, owners, kind, isOwnAccess, isOpenToAgents, needsOwnKey } = operation;
  if (kind === 'write') refuseClosedAccount(operation, caller);
  const isOpen = scope === null ? isOpenToAgents === true : scopes?.includes(scope);
  if (scopes && !isOpen) {
    // No scope opens it, so a program must not be sent to ask for one.
    if (scope === null) fail('closed_to_agents');
    // A key has every scope of the plan, so the plan lacks this one.
    if (by === 'key') fail('plan_required', scope);
    fail('scope_required', scope);
  }
  if (needsOwnKey && account.bookkeeperKey !== undefined) fail('own_key_required');
  if (owners && person?.role === 'member') fail('owner_required');
  if (kind === 'write' && limits?.mode === 'read' && !isOwnAccess) fail('read_only');
}

/** Whoever got here without a session or key, by a public link or as a job, has not been asked yet. */
export function refuseClosedAccount(
  { isAllowedWhenClosed }: Pick<PermittedOperation, 'isAllowedWhenClosed'>,
  { account, via }: Caller,
): void {
  if (account.disabled && via !== 'operator' && !isAllowedWhenClosed) fail('account_disabled');
}

interface PermittedOperation {
  scope: Scope | null;
  kind: Operation['kind'];
  owners?: true;
  isOwnAccess?: true;
  isOpenToAgents?: true;
  isAllowedWhenClosed?: true;
  needsOwnKey?: true;
}
