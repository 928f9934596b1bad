import { recordRow } from '../../../kernel/database/row.ts';
import { changeOf, type Effect } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { customerRecord, redirectionTo } from '../../customers/receiver.ts';
import { lockCustomers } from '../../customers/store.ts';
import { lockMovedRecords, mergeStatement } from './merge-store.ts';

/**
 * In this module because buyers of selling pages make the profiles that need it, and because a module may write only to
 * the stores of earlier modules.
 */
export const mergeCustomers = defineWrite({
  name: 'merge-customers',
  summary:
    'Merges a customer into another one: moves its invoices, orders, quotes, subscriptions and tasks, and deactivates its profile.',
  description:
    'Use it when a buyer from a selling page is a customer that you have already. Issued invoices keep the buyer that is printed on them. New documents and tasks that name the old guid are created for the other customer. This cannot be undone.',
  access: { scope: 'manage_customers' },
  isUndoable: true,
  events: ['customer.updated', 'customer.merged'],
  input: object({
    guid: guid('The customer that is merged into the other one'),
    into: guid('The customer that stays: another one, active and confirmed'),
  }),
  output: createdRecord,
  refusals: ['customer_not_found'],
  async run(ctx, input) {
    const { id: accountId } = ctx.account;
    await lockMovedRecords(ctx.tx, accountId, input.guid);
    const locked = await lockCustomers(ctx.tx, accountId, [input.guid, input.into]);
    const from = locked.find(({ guid: one }) => one === input.guid) ?? fail('customer_not_found');
    const into = locked.find(({ guid: one }) => one === input.into) ?? fail('customer_not_found');
    if (from.id === into.id || !into.active || into.unverified)
      fail('field_invalid', 'into', violation('merge_target'));
    const move = { accountId, from: from.id, into: into.id };
    for (const { guid: changed } of [into, from]) ctx.emit('customer.updated', { guid: changed });
    ctx.emit('customer.merged', { guid: from.guid, into_guid: into.guid });
    const { name, registration_no, email } = into;
    const effect: Effect = {
      ...changeOf(customerRecord(from), [
        { name: 'merged_into', from: null, to: { name, registration_no, email, guid: into.guid } },
      ]),
      ...redirectionTo(into, 'others'),
    };
    return ctx.finish({ target: input.into, row: recordRow, ...mergeStatement(move, ctx.now), effect });
  },
});
