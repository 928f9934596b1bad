import { OWNERS } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { deleteBookkeeper } from './bookkeeper-store.ts';
import { byBookkeeper } from './schema.ts';

export const removeBookkeeper = defineWrite({
  name: 'remove-bookkeeper',
  summary: 'Removes a bookkeeper from the account, and revokes its key.',
  description: 'The company disappears from the list of bookkeepers, and its key stops working at once.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    const result = deleteBookkeeper(ctx.account.id, input.guid);
    const removed = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return removed ?? fail('bookkeeper_not_found');
  },
});
