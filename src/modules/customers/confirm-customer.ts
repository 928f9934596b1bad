import { recordRow } from '../../kernel/database/row.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf, type Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lockKennitalas } from './kennitala-store.ts';
import { customerRecord, redirectionTo } from './receiver.ts';
import { confirmCustomerStatement, lockCustomer } from './store.ts';
import { customers } from './tables.ts';

export const confirmCustomer = defineWrite({
  name: 'confirm-customer',
  summary:
    'Confirms the profile of a buyer from a public selling page, so that it is found by its kennitala.',
  description:
    'Use it when you know who the buyer is. If another customer has the same kennitala, documents that name the kennitala still go to that customer; join the two with merge-customers.',
  access: { scope: 'manage_customers' },
  events: ['customer.updated'],
  input: object({ guid: guid('The customer') }),
  output: createdRecord,
  refusals: ['customer_not_found'],
  async run(ctx, input) {
    const profile = (await lockCustomer(ctx.tx, ctx.account.id, input.guid)) ?? fail('customer_not_found');
    const { guid: target, registration_no, unverified } = profile;
    // Two profiles of one kennitala that are confirmed at once: one of them sees that the other has it.
    const isSecond =
      unverified &&
      registration_no !== '' &&
      (await lockKennitalas(ctx.tx, ctx.account.id, [registration_no]));
    ctx.emit('customer.updated', { guid: target });
    const result = confirmCustomerStatement(ctx.account.id, target, isSecond, ctx.now);
    const effect: Effect = {
      ...changeOf(customerRecord(profile), changedFields(customers, profile, { unverified: false })),
      ...(isSecond && redirectionTo(profile, 'others')),
    };
    return ctx.finish({ target, row: recordRow, result, effect });
  },
});
