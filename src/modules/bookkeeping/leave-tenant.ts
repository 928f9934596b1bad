import { OWNERS } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { endConnection } from './tenant-store.ts';

export const leaveTenant = defineWrite({
  name: 'leave-tenant',
  summary: 'Stops keeping the books of an account, and revokes the key to it.',
  description:
    'For bookkeepers: the account disappears from get-tenants, and its key stops working at once. The account sees that the connection was declined, and can ask again.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  // The key is cached with the account of the tenant, whose nodes the database notifies.
  invalidates: ['account'],
  input: object({ guid: guid('The tenant') }),
  output: createdRecord,
  refusals: ['tenant_not_found', 'own_key_required'],
  async run(ctx, input) {
    const end = endConnection(ctx.account.id, input.guid, ctx.now);
    return (await ctx.finishIf({ target: input.guid, ...end })) ?? fail('tenant_not_found');
  },
});
