import { z } from 'zod';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { requiresSecondFactor } from './rules.ts';
import { deleteSecondFactor } from './second-factor-store.ts';

export const removeSecondFactor = defineWrite({
  name: 'remove-second-factor',
  summary: 'Disables the second factor of the person who is signed in; it needs the password and a code.',
  access: { scope: null, confirm: 'password-and-code', roles: EVERYBODY },
  session: 'changes',
  events: [],
  input: object({}),
  output: z.object({ person_id: out.integer('Whose it was') }),
  refusals: ['person_not_found', 'second_factor_required', 'password_wrong', 'code_wrong'],
  async prepare({ account }) {
    if (requiresSecondFactor(account)) fail('second_factor_required');
  },
  async run(ctx) {
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    ctx.enqueue('send-access-notice', { person_id: personId, about: 'factor_off' });
    const removal = deleteSecondFactor(ctx.account.id, personId);
    return (await ctx.finishIf({ target: ctx.account.guid, ...removal })) ?? fail('person_not_found');
  },
});
