import type { ReadContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { isMainOwner } from './member-store.ts';

/** Refuses a change of the main owner: an account always has an owner, whom the operator can reach. */
export async function refuseMainOwner({ db, account }: ReadContext, guid: string): Promise<void> {
  if (await isMainOwner(db, account.id, guid)) fail('main_person');
}
