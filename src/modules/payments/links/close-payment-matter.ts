import { BOOKING_ROLES } from '../../../kernel/access/access.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { clearPaymentMessageStatement } from './receive-store.ts';

/** A person has refunded or asked for the difference. The timeline keeps the message. */
export const closePaymentMatter = defineWrite({
  name: 'close-payment-matter',
  summary: 'Marks the follow-up of an online payment as done, for example a refund.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: object({ guid: guid('The invoice') }),
  output: createdRecord,
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const result = clearPaymentMessageStatement(ctx.account.id, input.guid, ctx.now);
    return (await ctx.finishIf({ target: input.guid, row: recordRow, result })) ?? fail('invoice_not_found');
  },
});
