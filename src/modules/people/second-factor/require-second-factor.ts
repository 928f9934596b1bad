import { z } from 'zod';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { REQUIRED_SETTING } from './rules.ts';
import { updateRequirement } from './second-factor-store.ts';

export const requireSecondFactor = defineWrite({
  name: 'require-second-factor',
  summary: 'Sets whether all people of the account need a second factor, from their next sign-in on.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: object({ required: flag('Whether everybody needs one') }),
  output: z.object({ guid: out.guid('The account') }),
  refusals: ['owner_required', 'password_wrong'],
  async run(ctx, { required }) {
    const update = updateRequirement(ctx.account.id, { [REQUIRED_SETTING]: required }, ctx.now);
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('account_not_found');
  },
});
