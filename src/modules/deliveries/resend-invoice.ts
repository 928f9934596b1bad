import { maySendAgain } from '../../domain/invoices/einvoice-states.ts';
import { isEmailAddress } from '../../domain/values/email.ts';
import { recordRow } from '../../kernel/database/row.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object, text } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { deliveryTo, receiverOf } from '../customers/receiver.ts';
import { printStored } from '../invoices/renditions/rendition.ts';
import { invoiceRecord } from '../invoices/save/invoice-effect.ts';
import { lockForResend, MAX_EVENTS, requeueStatement } from './delivery-store.ts';
import { limitMailTo } from './mail-limits.ts';

export const resendInvoice = defineWrite({
  name: 'resend-invoice',
  summary:
    "Sends an issued invoice again, by the customer's way of delivery or by e-mail to another address.",
  description:
    'Use it when a customer has lost the invoice, or when it was sent to a wrong address. The invoice itself does not change.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  events: [],
  input: object({
    guid: guid('The invoice'),
    email: text(200, { examples: ['bokhald@kaupandi.example'] }).optional(
      'Send it by e-mail to this address, however the customer gets invoices otherwise',
    ),
  }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'delivery_refused'],
  async prepare(ctx, { email = '' }) {
    if (email === '') return;
    if (!isEmailAddress(email)) fail('field_invalid', 'email', violation('email'));
    await limitMailTo(ctx, email);
  },
  async run(ctx, { guid: invoiceGuid, email = '' }) {
    const invoice = (await lockForResend(ctx.tx, ctx.account.id, invoiceGuid)) ?? fail('invoice_not_found');
    if (invoice.status === 'Draft') fail('delivery_refused', violation('send_draft'));
    if (invoice.events >= MAX_EVENTS) {
      fail('delivery_refused', violation('sent_too_often'));
    }
    const isElectronic = email === '' && invoice.output_select === '2';
    if (isElectronic && !maySendAgain(invoice.xml_status)) {
      fail('delivery_refused', violation('einvoice_under_way'));
    }
    if (email === '' && (invoice.output_select === '4' || invoice.email === '')) {
      fail('delivery_refused', violation('no_email'));
    }
    const { person } = ctx.caller;
    const delivery = {
      invoice_guid: invoice.guid,
      series: ctx.newGuid(),
      ...(person && { person_id: person.id }),
    };
    if (isElectronic) ctx.enqueue('send-einvoice', delivery);
    else ctx.enqueue('send-mail', { ...delivery, about: 'invoice', ...(email && { email }) });
    const result = requeueStatement(ctx.account.id, invoice.id, isElectronic, ctx.now);
    const deliver = email
      ? [{ channel: 'email' as const, to: email }]
      : deliveryTo(invoice.buyer, invoice.trading_partner_id);
    const effect: Effect = {
      kind: 'delivery',
      record: invoiceRecord(invoice),
      amount: null,
      currency: invoice.currency,
      receiver: receiverOf(invoice.buyer, deliver, true),
      deliver,
      claim: false,
      print: (db) => printStored({ ...ctx, db }, invoice.guid),
    };
    return ctx.finish({ target: invoice.guid, row: recordRow, result, effect });
  },
});
