import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { byPerson, changedGuid, roleField } from '../schema.ts';
import { updateRole } from './member-store.ts';
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
