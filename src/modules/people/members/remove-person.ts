import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { byPerson, changedGuid } from '../schema.ts';
import { removePersonStatement } from './member-store.ts';
import { refuseMainOwner } from './rules.ts';

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
