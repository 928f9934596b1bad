import { fail } from '../../../kernel/failures/failure.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { isMainOwner, lockActiveOwner } from './member-store.ts';

/** Refuses a change of the main owner: an account always has an owner, whom the operator can reach. */
export async function refuseMainOwner({ db, account }: ReadContext, guid: string): Promise<void> {
  if (await isMainOwner(db, account.id, guid)) fail('main_person');
}

/**
 * Refuses to hand out access in the name of a person who is no longer an owner. The session was checked before the
 * transaction, so a removal or demotion could commit in between and miss what is handed out here (TOCTOU); the lock
 * makes one of the two wait for the other.
 */
export async function requireActiveOwner({ tx, account, caller }: WriteContext): Promise<void> {
  if (caller.person && !(await lockActiveOwner(tx, account.id, caller.person.id))) fail('owner_required');
}
