import { requireOwnKey } from '../../kernel/account.ts';
import { fail } from '../../kernel/failure.ts';
import { guid, object, text } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { digest, newKey } from '../../kernel/secrets.ts';
import { type Made, made, shown } from '../../kernel/shown.ts';
import { addBookkeeper as add, removeBookkeeper as remove, setKey } from './store.ts';

const byGuid = object({ guid: guid().describe('The bookkeeper') });

export const addBookkeeper = write({
  name: 'add-bookkeeper',
  summary: 'Names a company that keeps the books of the account. It sees nothing until it is given a key.',
  scope: null,
  owners: true,
  input: object({ bookkeeper: text(100)().describe('Username of the company') }),
  output: made,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, { bookkeeper }) {
    requireOwnKey(ctx.account);
    const { steps, answer } = add(ctx.account.id, bookkeeper, ctx.now);
    return (await ctx.finish<Made>({ target: bookkeeper, steps, answer })) ?? fail('bookkeeper_not_found');
  },
});

export const grantBookkeeperKey = write({
  name: 'grant-bookkeeper-key',
  summary: 'Gives a bookkeeper a key of its own to the account; an older one stops working.',
  scope: null,
  confirm: true,
  owners: true,
  revokes: true,
  input: byGuid,
  output: made.extend({ api_key: shown.text('The key, which the bookkeeper finds with the account too') }),
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const key = newKey();
    const answer = setKey(ctx.account.id, input.guid, { digest: digest(key), sealed: ctx.secrets.seal(key) });
    const secret = { api_key: key };
    const given = await ctx.finish<Made & typeof secret>({ target: input.guid, answer, secret });
    return given ?? fail('bookkeeper_not_found');
  },
});

export const revokeBookkeeperKey = write({
  name: 'revoke-bookkeeper-key',
  summary: "Takes a bookkeeper's key back: it stops working at once.",
  scope: null,
  owners: true,
  revokes: true,
  input: byGuid,
  output: made,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const answer = setKey(ctx.account.id, input.guid, null);
    return (await ctx.finish<Made>({ target: input.guid, answer })) ?? fail('bookkeeper_not_found');
  },
});

export const removeBookkeeper = write({
  name: 'remove-bookkeeper',
  summary: 'Ends that a company keeps the books of the account, with the key that it had.',
  scope: null,
  owners: true,
  revokes: true,
  input: byGuid,
  output: made,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    requireOwnKey(ctx.account);
    const answer = remove(ctx.account.id, input.guid);
    return (await ctx.finish<Made>({ target: input.guid, answer })) ?? fail('bookkeeper_not_found');
  },
});
