import { fail } from '../../../kernel/failures/failure.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { hashNewPassword, publicNames } from '../../accounts/rules.ts';
import { findPersonById, refuseLoginElsewhere } from '../person-store.ts';

/** Hashes a password that a person has chosen, unless it is a common one or made of what everybody knows. */
export async function hashOwnPassword(
  { db, account, caller, secrets }: ReadContext,
  password: string,
): Promise<string> {
  const personId = caller.person?.id ?? fail('person_not_found');
  const row = (await findPersonById(db, account.id, personId)) ?? fail('person_not_found');
  refuseLoginElsewhere(row);
  const { person_username, person_name, person_email } = row;
  const about = publicNames([person_username, person_name, person_email], account);
  return hashNewPassword(secrets, password, about);
}
