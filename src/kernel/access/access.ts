import { ROLES, type Role } from '../../domain/access/roles.ts';
import type { Scope } from './scopes.ts';

/** Who may run an operation, and what a person must prove before. The account's own key may run everything. */
export interface Access {
  /**
   * The scope that a program needs. `any`: every program may run it, because the operation itself limits what it gets. Null:
   * not open to programs.
   */
  scope: Scope | 'any' | null;
  /** Another scope that is enough, where what it shows belongs to both. */
  orScope?: Scope;
  /** The roles of people who may run it. Left out, everybody reads, and owners and members write. */
  roles?: readonly Role[];
  /**
   * Refuses a bookkeeper's key: the operation grants access to others, or shows the keys of the account's own tenants, and
   * both would outlive the revocation of that key.
   */
  needsOwnKey?: true;
  /**
   * What a browser must send again. The password: the operation grants access that outlives the session. A code of the second
   * factor as well: it weakens or replaces that factor. `secrets`: the password, only if it wants to see secrets in the answer.
   */
  confirm?: 'password' | 'password-and-code' | 'secrets';
  /** A program gives up access or takes back what it asked for: its limits do not hold that up. */
  isOwnAccess?: true;
}

/** What changes access to the account or the company's own details. */
export const OWNERS: readonly Role[] = ['owner'];
/** What opens the books again or hands them in. */
export const FILING_ROLES: readonly Role[] = ['owner', 'accountant'];
/** What books or approves, and issues nothing. */
export const BOOKING_ROLES: readonly Role[] = ['owner', 'member', 'accountant'];
/** What a person changes of the own access and screens. */
export const EVERYBODY: readonly Role[] = ROLES;
const WRITING_ROLES: readonly Role[] = ['owner', 'member'];

/** The roles of people who may run an operation. */
export function rolesFor({
  kind,
  access,
}: {
  kind: 'read' | 'list' | 'write';
  access: Access;
}): readonly Role[] {
  return access.roles ?? (kind === 'write' ? WRITING_ROLES : EVERYBODY);
}

/** Whether one of the scopes that a program has opens the operation. */
export function isOpenTo(scopes: readonly Scope[], { scope, orScope }: Access): boolean {
  return scope === 'any' || scopes.some((one) => one === scope || one === orScope);
}

/** The scopes of which a program needs one; empty where the operation names none. */
export function scopesFor(access: Access): Scope[] {
  return [requiredScope(access), access.orScope ?? null].filter((scope) => scope !== null);
}

/** The scope that a program must have been granted, if one is named. */
export function requiredScope({ scope }: Access): Scope | null {
  return scope === 'any' ? null : scope;
}
