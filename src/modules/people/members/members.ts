import { LANGS } from '../../../domain/values/codes.ts';
import { EVERYBODY, OWNERS } from '../../../kernel/access/access.ts';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { choice, object, text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { emailAddress } from '../../accounts/settings.ts';
import { findPersonById } from '../person-store.ts';
import { byPerson, changedGuid, ownGuid, roleField } from '../schema.ts';
import { removePersonStatement, updateLanguage, updateProfile, updateRole } from './member-store.ts';
import { refuseMainOwner } from './rules.ts';

export const setPersonRole = defineWrite({
  name: 'set-person-role',
  summary: 'Changes the role of a person; a former owner has to sign in again.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  // A trigger emits them (end_access_of_person).
  events: ['agent.revoked'],
  invalidates: ['account'],
  input: byPerson.extend({ role: roleField }),
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required', 'main_person', 'password_wrong'],
  prepare: (ctx, { guid }) => refuseMainOwner(ctx, guid),
  async run(ctx, { guid, role }) {
    const update = updateRole(ctx.account.id, guid, role);
    return (await ctx.finishIf({ target: guid, ...update })) ?? fail('person_not_found');
  },
});

export const removePerson = defineWrite({
  name: 'remove-person',
  summary: 'Removes a person from the account; sessions, links and invitations of that person end at once.',
  access: { scope: null, roles: OWNERS },
  // A trigger emits them (end_access_of_person).
  events: ['agent.revoked'],
  invalidates: ['account'],
  input: byPerson,
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required', 'main_person'],
  prepare: (ctx, { guid }) => refuseMainOwner(ctx, guid),
  async run(ctx, { guid }) {
    const removal = removePersonStatement(ctx.account.id, guid, ctx.now);
    return (await ctx.finishIf({ target: guid, ...removal })) ?? fail('person_not_found');
  },
});

export const setLanguage = defineWrite({
  name: 'set-language',
  summary: 'Sets the console language of the person who is signed in.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  input: object({ lang: choice(LANGS)('The language') }),
  output: ownGuid,
  refusals: ['person_not_found'],
  async run(ctx, { lang }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const update = updateLanguage(ctx.account.id, person.id, lang);
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('person_not_found');
  },
});

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
