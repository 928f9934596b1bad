import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { changedGuid } from '../schema.ts';
import { deleteInvitation } from './invitation-store.ts';

export const withdrawInvitation = defineWrite({
  name: 'withdraw-invitation',
  summary: 'Withdraws an invitation; its link stops working at once.',
  access: { scope: null, roles: OWNERS },
  events: [],
  input: object({ guid: guid('The invitation') }),
  output: changedGuid,
  refusals: ['person_not_found', 'owner_required'],
  async run(ctx, input) {
    const withdrawal = deleteInvitation(ctx.account.id, input.guid);
    return (await ctx.finishIf({ target: input.guid, ...withdrawal })) ?? fail('person_not_found');
  },
});
