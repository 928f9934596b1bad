import type { Role } from '../../domain/access/roles.ts';
import { type Access, isOpenTo, OWNERS, rolesFor } from '../access/access.ts';
import { fail } from '../failures/failure.ts';
import type { Caller } from './caller.ts';
import type { Operation } from './operation.ts';

/**
 * Refuses an operation that the caller may not run. Every run of an operation passes through it; a surface may call it
 * earlier as well, to refuse a call before its body is read.
 */
export function checkPermission(
  operation: { kind: Operation['kind']; access: Access },
  caller: Caller,
): void {
  const { account, by, person, scopes, limits } = caller;
  const { scope, needsOwnKey, isOwnAccess } = operation.access;
  const isWrite = operation.kind === 'write';
  if (isWrite) refuseClosedAccount(caller);
  if (scopes && scope !== 'any' && !isOpenTo(scopes, operation.access)) {
    // No scope opens it, so a program must not be sent to ask for one.
    if (scope === null) fail('closed_to_agents');
    // A key has every scope of the plan, so the plan lacks this one.
    if (by === 'key') fail('plan_required', scope);
    fail('scope_required', scope);
  }
  if (needsOwnKey && account.bookkeeperKey !== undefined) fail('own_key_required');
  if (person) checkRole(operation, person.role);
  if (isWrite && limits?.mode === 'read' && !isOwnAccess) fail('read_only');
}

function checkRole(operation: Parameters<typeof rolesFor>[0], role: Role): void {
  const roles = rolesFor(operation);
  if (roles.includes(role)) return;
  if (roles === OWNERS) fail('owner_required');
  fail('role_refused', role);
}

/** Whoever got here without a session or key, by a public link or as a job, has not been asked yet. */
export function refuseClosedAccount({ account, via }: Caller): void {
  if (account.disabled && via !== 'operator') fail('account_disabled');
}
