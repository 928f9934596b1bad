import { OWNERS } from '../../kernel/access/access.ts';
import { hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { answerRequest, endConnection } from './tenant-store.ts';

const byRequest = object({ guid: guid('The request') });

export const acceptTenant = defineWrite({
  name: 'accept-tenant',
  summary: 'Accepts the request of an account to keep its books.',
  description:
    'get-tenant-requests lists the requests. From then on both companies see each other; the books stay closed until the tenant grants a key.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  // A key that the tenant granted in advance begins to work.
  invalidates: ['account'],
  input: byRequest,
  output: createdRecord,
  refusals: ['tenant_not_found', 'subscription_required', 'own_key_required'],
  run: (ctx, input) => answer(ctx, input.guid, true),
});

export const declineTenant = defineWrite({
  name: 'decline-tenant',
  summary: 'Declines the request of an account to keep its books.',
  description: 'The tenant sees that the request was declined, and can ask again.',
  access: { scope: null, roles: OWNERS, needsOwnKey: true },
  events: [],
  input: byRequest,
  output: createdRecord,
  refusals: ['tenant_not_found', 'own_key_required'],
  run: (ctx, input) => answer(ctx, input.guid, false),
});

async function answer(ctx: WriteContext, request: string, isAccepted: boolean) {
  if (isAccepted && !hasSubscription(ctx.account, 'bookkeeper'))
    fail('subscription_required', 'Keeping the books of others', 'bookkeeper');
  const end = answerRequest(ctx.account.id, request, isAccepted, ctx.now);
  return (await ctx.finishIf({ target: request, ...end })) ?? fail('tenant_not_found');
}

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
