import { requireOwnKey } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { insertBookkeeper } from './bookkeeper-store.ts';

export const addBookkeeper = defineWrite({
  name: 'add-bookkeeper',
  summary: 'Names a company that keeps the books of the account. It sees nothing until it is given a key.',
  description:
    'The company needs an account of its own, and is named by its username. Give it access with grant-bookkeeper-key.',
  scope: null,
  owners: true,
  input: object({ bookkeeper: text(100, { examples: ['bokhald'] })().describe('Username of the company') }),
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, { bookkeeper }) {
    requireOwnKey(ctx.account);
    const insert = insertBookkeeper(ctx.account.id, bookkeeper, ctx.now);
    return (await ctx.finishIf({ target: bookkeeper, ...insert })) ?? fail('bookkeeper_not_found');
  },
});
