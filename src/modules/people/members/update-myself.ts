import { EVERYBODY } from '../../../kernel/access/access.ts';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { emailAddress } from '../../accounts/settings.ts';
import { findPersonById } from '../person-store.ts';
import { ownGuid } from '../schema.ts';
import { updateProfile } from './member-store.ts';

/** The password is asked for: links for a new password go to the address, so a new address gives access. */
export const updateMyself = defineWrite({
  name: 'update-myself',
  summary: 'Changes the name or e-mail address of the person who is signed in.',
  access: { scope: null, confirm: 'password', roles: EVERYBODY },
  session: 'changes',
  events: [],
  input: object({
    name: text(200).optional('Name'),
    email: emailAddress.describe('Address for links to a new password; empty: none are sent'),
  }),
  output: ownGuid,
  refusals: ['person_not_found', 'password_wrong', 'field_invalid'],
  async run(ctx, { name = null, email = null }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const before = await findPersonById(ctx.tx, ctx.account.id, person.id);
    // The old address is notified too, because somebody else may have put the new one in.
    if (before && email !== null && email !== before.person_email)
      for (const to of [before.person_email, email].filter((address) => address !== ''))
        ctx.enqueue('send-access-notice', { person_id: person.id, about: 'email', to });
    const update = updateProfile(ctx.account.id, person.id, { name, email });
    try {
      return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('person_not_found');
    } catch (error) {
      if (!isUniqueViolation(error, 'people_email')) throw error;
      return fail('field_invalid', 'email', violation('known_email'));
    }
  },
});
