import { isEmailAddress } from '../../../domain/values/email.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { receiverOf } from '../../customers/receiver.ts';
import { lockForResend, MAX_EVENTS, requeueStatement } from '../delivery-store.ts';
import { limitMailTo } from '../mail-limits.ts';
import { printReceiptOf } from './print-receipt.ts';
import { findReceipt, type ReceiptRow } from './receipt-store.ts';

export const sendPaymentReceipt = defineWrite({
  name: 'send-payment-receipt',
  summary: 'Mails the receipt of a payment as a PDF, to the address of the payer or to another one.',
  description:
    'Use it when a customer asks for a confirmation of a payment. The mail stands on the timeline of the first invoice that the payment settles. get-payment-receipt returns the same PDF.',
  access: { scope: 'payment' },
  isUndoable: true,
  events: [],
  input: object({
    guid: guid().describe('The payment'),
    email: text(200, { examples: ['bokhald@kaupandi.example'] })
      .optional()
      .describe('Send it to this address instead of that of the payer'),
  }),
  output: createdRecord,
  refusals: ['payment_not_found', 'payment_reversed', 'delivery_refused'],
  async prepare(ctx, { email = '' }) {
    if (email === '') return;
    if (!isEmailAddress(email)) fail('field_invalid', 'email', violation('email'));
    await limitMailTo(ctx, email);
  },
  async run(ctx, { guid: target, email = '' }) {
    const payment = (await findReceipt(ctx.tx, ctx.account.id, target)) ?? fail('payment_not_found');
    if (payment.reversed_on !== null) fail('payment_reversed');
    const document = firstDocument(payment) ?? fail('delivery_refused', violation('receipt_of_credit'));
    const invoice = (await lockForResend(ctx.tx, ctx.account.id, document.guid)) ?? fail('payment_not_found');
    if (invoice.events >= MAX_EVENTS) fail('delivery_refused', violation('sent_too_often'));
    const payer = payment.payer ?? invoice.buyer;
    const to = email || payer.email;
    if (to === '') fail('delivery_refused', violation('receipt_no_email'));
    const { person } = ctx.caller;
    ctx.enqueue('send-mail', {
      invoice_guid: document.guid,
      series: ctx.newGuid(),
      about: 'receipt',
      payment_guid: payment.guid,
      email: to,
      ...(person && { person_id: person.id }),
    });
    const deliver = [{ channel: 'email' as const, to }];
    const effect: Effect = {
      kind: 'delivery',
      record: { kind: 'payment', guid: payment.guid, number: '', name: payer.name },
      amount: null,
      currency: payment.currency,
      receiver: receiverOf(payer, deliver, true),
      deliver,
      claim: false,
      print: (db) => printReceiptOf({ ...ctx, db }, payment),
    };
    const result = requeueStatement(ctx.account.id, invoice.id, false, ctx.now);
    return ctx.finish({ target: payment.guid, row: recordRow, result, effect });
  },
});

/** The document on whose timeline the mail stands; null where a payment is credit alone. */
function firstDocument({ shares }: ReceiptRow) {
  return shares.find(({ document }) => document !== null)?.document ?? null;
}
