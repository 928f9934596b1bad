import { recordRow } from '../../kernel/database/row.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf, type Effect, type Redirection } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { customerRecord, isRedirected, redirectionTo } from './receiver.ts';
import { changeCustomer } from './rules.ts';
import { customerPatch } from './schema.ts';
import {
  type CustomerFields,
  type CustomerRow,
  hasNamesake,
  hasPendingDocuments,
  lockCustomer,
  updateCustomerStatement,
} from './store.ts';
import { customers } from './tables.ts';

export const updateCustomer = defineWrite({
  name: 'update-customer',
  summary: 'Changes the fields of a customer that are sent. Issued invoices do not change.',
  description:
    'Send only what changes; other fields stay as they are. New invoices use the new profile at once.',
  access: { scope: 'manage_customers' },
  events: ['customer.updated'],
  input: object({ guid: guid('The customer'), data: customerPatch }),
  output: createdRecord,
  refusals: ['customer_not_found', 'subscription_required'],
  async run(ctx, input) {
    const before = (await lockCustomer(ctx.tx, ctx.account.id, input.guid)) ?? fail('customer_not_found');
    const {
      id,
      guid: target,
      updated_at: _,
      unverified: _unverified,
      possible_match: _match,
      ...fields
    } = before;
    const changed = changeCustomer(ctx, fields, input.data);
    ctx.emit('customer.updated', { guid: target });
    const result = updateCustomerStatement(ctx.account.id, id, changed, ctx.now);
    const redirects = await redirectionBy(ctx, before, changed);
    const effect: Effect = {
      ...changeOf(customerRecord(before), changedFields(customers, before, changed)),
      ...(redirects && redirectionTo({ ...changed, guid: target }, redirects)),
    };
    return ctx.finish({ target, row: recordRow, result, effect });
  },
});

/** Whose documents a change of the profile sends elsewhere; null where each goes where it went before. */
async function redirectionBy(
  { tx, account, today }: WriteContext,
  before: CustomerRow,
  after: CustomerFields,
): Promise<Redirection | null> {
  const { id, guid: customer } = before;
  const isMoved = isRedirected(before, after, customer);
  if (!isMoved && after.customer_number === before.customer_number) return null;
  if (await hasNamesake(tx, account.id, after, id)) return 'others';
  if (!isMoved) return null;
  if (await hasPendingDocuments(tx, account.id, id, today)) return 'others';
  return { customer, kennitalas: [before.registration_no, after.registration_no] };
}
