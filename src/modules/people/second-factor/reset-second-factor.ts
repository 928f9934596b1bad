import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { byPerson, changedGuid } from '../schema.ts';
import { findPersonByGuid, resetSecondFactorOf } from './second-factor-store.ts';

/** For a lost phone. The person still needs the password, and enrols again where the account requires it. */
export const resetSecondFactor = defineWrite({
  name: 'reset-second-factor',
  summary:
    'Removes the second factor of another person, for example after a lost phone, and ends the sessions of that person.',
  description: 'The person signs in with the password alone, and enrols again where the account requires it.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  input: byPerson,
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required', 'password_wrong'],
  async run(ctx, { guid }) {
    const except = ctx.caller.person?.id ?? null;
    const person = await findPersonByGuid(ctx.tx, ctx.account.id, guid);
    if (!person) return fail('person_not_found');
    ctx.enqueue('send-access-notice', { person_id: person.id, about: 'factor_reset' });
    const reset = resetSecondFactorOf(ctx.account.id, { guid, except });
    return (await ctx.finishIf({ target: guid, ...reset })) ?? fail('person_not_found');
  },
});
