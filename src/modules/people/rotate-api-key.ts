import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { digest } from '../../kernel/node/digest.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newKey } from '../../kernel/security/secrets.ts';
import { replaceApiKey } from '../accounts/account-store.ts';
import { accountKey } from '../accounts/schema.ts';
import { requireActiveOwner } from './members/rules.ts';

export const rotateApiKey = defineWrite({
  name: 'rotate-api-key',
  summary: 'Creates a new api_key for the account; the old one stops working at once.',
  description: 'Use it when a key has leaked. The new key is shown only in this answer.',
  access: { scope: null, roles: OWNERS, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: object({}),
  output: accountKey,
  refusals: ['account_not_found', 'owner_required'],
  async run(ctx) {
    await requireActiveOwner(ctx);
    const apiKey = newKey();
    const update = replaceApiKey(ctx.account.id, digest(apiKey), ctx.now);
    const rotated = await ctx.finishIf({
      target: ctx.account.guid,
      ...update,
      secret: { api_key: apiKey },
    });
    return rotated ?? fail('account_not_found');
  },
});
