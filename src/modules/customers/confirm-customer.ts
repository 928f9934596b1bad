import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { confirmCustomerStatement } from './store.ts';

export const confirmCustomer = defineWrite({
  name: 'confirm-customer',
  summary:
    'Confirms a profile that a buyer typed on a public selling page; from then on its kennitala finds it.',
  description:
    'Use it when you know who the buyer is. To join the profile with one that you have already, use merge-customers.',
  scope: 'manage_customers',
  events: ['customer.updated'],
  input: object({ guid: guid().describe('The customer') }),
  output: createdRecord,
  refusals: ['customer_not_found'],
  async run(ctx, input) {
    ctx.emit('customer.updated', { guid: input.guid });
    const result = confirmCustomerStatement(ctx.account.id, input.guid, ctx.now);
    const confirmed = await ctx.finishIf({ target: input.guid, row: recordRow, result });
    return confirmed ?? fail('customer_not_found');
  },
});
