import { requireOwnKey } from '../../kernel/account.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object, text } from '../../kernel/fields/input-fields.ts';
import { createdRecord, out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { deleteBookkeeper, insertBookkeeper, setKey } from './store.ts';

const byGuid = object({ guid: guid().describe('The bookkeeper') });

export const addBookkeeper = defineWrite({
  name: 'add-bookkeeper',
  summary: 'Names a company that keeps the books of the account. It sees nothing until it is given a key.',
  scope: null,
  owners: true,
  input: object({ bookkeeper: text(100)().describe('Username of the company') }),
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, { bookkeeper }) {
    requireOwnKey(ctx.account);
    const insert = insertBookkeeper(ctx.account.id, bookkeeper, ctx.now);
    return (await ctx.finishIf({ target: bookkeeper, ...insert })) ?? fail('bookkeeper_not_found');
  },
});

export const grantBookkeeperKey = defineWrite({
  name: 'grant-bookkeeper-key',
  summary: 'Gives a bookkeeper a key of its own to the account; an older one stops working.',
  scope: null,
  confirm: true,
  owners: true,
  invalidates: ['account'],
  input: byGuid,
  output: createdRecord.extend({
    api_key: out.text('The key, which the bookkeeper finds with the account too'),
  }),
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const key = newKey();
    const result = setKey(ctx.account.id, input.guid, { digest: digest(key), sealed: ctx.secrets.seal(key) });
    const secret = { api_key: key };
    const granted = await ctx.finishIf({ target: input.guid, row: recordRow, result, secret });
    return granted ?? fail('bookkeeper_not_found');
  },
});

export const revokeBookkeeperKey = defineWrite({
  name: 'revoke-bookkeeper-key',
  summary: "Takes a bookkeeper's key back: it stops working at once.",
  scope: null,
  owners: true,
  invalidates: ['account'],
  input: byGuid,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const result = setKey(ctx.account.id, input.guid, null);
    const found = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return found ?? fail('bookkeeper_not_found');
  },
});

export const removeBookkeeper = defineWrite({
  name: 'remove-bookkeeper',
  summary: 'Ends that a company keeps the books of the account, with the key that it had.',
  scope: null,
  owners: true,
  invalidates: ['account'],
  input: byGuid,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const result = deleteBookkeeper(ctx.account.id, input.guid);
    const found = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return found ?? fail('bookkeeper_not_found');
  },
});
