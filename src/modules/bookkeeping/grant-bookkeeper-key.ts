import { OWNERS } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord, out } from '../../kernel/fields/output-fields.ts';
import { digest } from '../../kernel/node/digest.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newKey } from '../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../people/members/rules.ts';
import { setKey } from './bookkeeper-store.ts';
import { byBookkeeper } from './schema.ts';

export const grantBookkeeperKey = defineWrite({
  name: 'grant-bookkeeper-key',
  summary: 'Creates the key of a bookkeeper to the account; an older key of that bookkeeper stops working.',
  description:
    "The bookkeeper finds the key in its own get-tenants. It works like the account's own key until it is revoked.",
  access: { scope: null, roles: OWNERS, needsOwnKey: true, confirm: 'password' },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord.extend({
    api_key: out.own('The key, which the bookkeeper finds with the account too'),
  }),
  refusals: ['bookkeeper_not_found', 'own_key_required', 'owner_required'],
  async run(ctx, input) {
    await requireActiveOwner(ctx);
    const key = newKey();
    const result = setKey(ctx.account.id, input.guid, { digest: digest(key), sealed: ctx.secrets.seal(key) });
    const secret = { api_key: key };
    const granted = await ctx.finishIf({ target: input.guid, row: recordRow, result, secret });
    return granted ?? fail('bookkeeper_not_found');
  },
});
