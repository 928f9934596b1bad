import { z } from 'zod';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { longText, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { hashOwnPassword } from './own-password.ts';
import { replacePassword } from './password-store.ts';

export const changePassword = defineWrite({
  name: 'change-password',
  summary: 'Changes the password of the person who is signed in, and ends all sessions of that person.',
  access: { scope: null, confirm: 'password', roles: EVERYBODY },
  events: [],
  session: 'ends',
  input: object({ password: longText(200)('At least 8 characters') }),
  output: z.object({ guid: out.guid('Whose password it is') }),
  refusals: ['person_not_found', 'login_elsewhere'],
  prepare: async (ctx, { password }) => ({ hash: await hashOwnPassword(ctx, password) }),
  async run(ctx, _input, { hash }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    ctx.enqueue('send-access-notice', { person_id: person.id, about: 'password' });
    const update = replacePassword(ctx.account.id, person.id, hash, ctx.now);
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('person_not_found');
  },
});
