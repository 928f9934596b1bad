import { OWNERS } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { setKey } from './bookkeeper-store.ts';
import { byBookkeeper } from './schema.ts';

export const revokeBookkeeperKey = defineWrite({
  name: 'revoke-bookkeeper-key',
  summary: 'Revokes the key of a bookkeeper; it stops working at once.',
  description: 'The company stays on the list of bookkeepers, and can be granted a new key.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  invalidates: ['account'],
  input: byBookkeeper,
  output: createdRecord,
  refusals: ['bookkeeper_not_found', 'own_key_required'],
  async run(ctx, input) {
    const result = setKey(ctx.account.id, input.guid, null);
    const revoked = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return revoked ?? fail('bookkeeper_not_found');
  },
});
