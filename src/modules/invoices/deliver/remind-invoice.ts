import { statusCase } from '../../../domain/invoice-status.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { receiverOf } from '../../customers/receiver.ts';
import { lockForResend, MAX_EVENTS, requeueStatement } from './delivery-store.ts';

export const remindInvoice = defineWrite({
  name: 'remind-invoice',
  summary:
    'Reminds the customer of an unpaid invoice by e-mail, besides the reminders that are sent by themselves.',
  scope: null,
  events: [],
  input: object({ guid: guid().describe('The invoice') }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: invoiceGuid }) {
    const invoice = (await lockForResend(ctx.tx, ctx.account.id, invoiceGuid)) ?? fail('invoice_not_found');
    if (!statusCase(invoice, ctx.today).isReminded) fail('delivery_refused', violation('remind_settled'));
    if (invoice.events >= MAX_EVENTS) fail('delivery_refused', violation('sent_too_often'));
    if (invoice.email === '') fail('delivery_refused', violation('no_email'));
    const { person } = ctx.caller;
    ctx.enqueue('send-mail', {
      invoice_guid: invoice.guid,
      series: ctx.newGuid(),
      about: invoice.due_date < ctx.today ? 'after' : 'before',
      ...(person && { person_id: person.id }),
    });
    const result = requeueStatement(ctx.account.id, invoice.id, false, ctx.now);
    const deliver = [{ channel: 'email' as const, to: invoice.email }];
    const effect = {
      amount: null,
      currency: invoice.currency,
      receiver: receiverOf(invoice.buyer, deliver, true),
      deliver,
      claim: false,
    };
    return ctx.finish({ target: invoice.guid, row: recordRow, result, effect });
  },
});
