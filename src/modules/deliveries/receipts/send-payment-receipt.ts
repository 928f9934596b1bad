import { isEmailAddress } from '../../../domain/values/email.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../../kernel/operations/operation.ts';
import { receiverOf } from '../../customers/receiver.ts';
import { lockPayment } from '../../invoices/records/ledger-store.ts';
import { lockForResend, MAX_EVENTS, requeueStatement } from '../delivery-store.ts';
import { limitMailTo } from '../mail-limits.ts';
import { countPaymentMails, endPaymentMail, insertPaymentMail } from './payment-mail-store.ts';
import { printReceiptOf } from './print-receipt.ts';
import { findReceipt, type ReceiptRow } from './receipt-store.ts';

/** The limit of one payment, so that a button that is pressed again and again does not fill a mailbox. */
const MAX_PER_DAY = 20;
const DAY_MS = 24 * 3600_000;

export const sendPaymentReceipt = defineWrite({
  name: 'send-payment-receipt',
  summary: 'Mails the receipt of a payment as a PDF, to the address of the payer or to another one.',
  description:
    'Use it when a customer asks for a confirmation of a payment. The mail stands on the timeline of the first invoice that the payment settles, or else on that of the customer. get-payment-receipt returns the same PDF.',
  access: { scope: 'payment' },
  isUndoable: true,
  events: [],
  input: object({
    guid: guid('The payment'),
    email: text(200, { examples: ['bokhald@kaupandi.example'] }).optional(
      'Send it to this address instead of that of the payer',
    ),
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
    const document = firstDocument(payment);
    const { addressee, to, stored } = document
      ? await queueWithInvoice(ctx, payment, document.guid, email)
      : await queueAlone(ctx, payment, email);
    const deliver = [{ channel: 'email' as const, to }];
    const effect: Effect = {
      kind: 'delivery',
      record: { kind: 'payment', guid: payment.guid, number: '', name: addressee?.name ?? '' },
      amount: null,
      currency: payment.currency,
      receiver: receiverOf(addressee ?? NOBODY, deliver, addressee !== null),
      deliver,
      claim: false,
      print: (db) => printReceiptOf({ ...ctx, db }, payment),
    };
    return ctx.finish({ target: payment.guid, row: recordRow, ...stored, effect });
  },
});

/** Who has paid is not known of money for invoices that are not in the books. */
const NOBODY = { registration_no: '', name: '', guid: '' };

interface QueuedReceipt {
  addressee: Parameters<typeof receiverOf>[0] | null;
  to: string;
  stored: { ctes?: Sql; result: Sql };
}

/** The receipt of a payment of invoices is a mail of the first of them. */
async function queueWithInvoice(
  ctx: WriteContext,
  payment: ReceiptRow,
  invoiceGuid: string,
  email: string,
): Promise<QueuedReceipt> {
  const invoice = (await lockForResend(ctx.tx, ctx.account.id, invoiceGuid)) ?? fail('payment_not_found');
  if (invoice.events >= MAX_EVENTS) fail('delivery_refused', violation('sent_too_often'));
  const addressee = payment.payer ?? invoice.buyer;
  const to = email || addressee.email;
  if (to === '') fail('delivery_refused', violation('receipt_no_email'));
  const { person } = ctx.caller;
  ctx.enqueue('send-mail', {
    invoice_guid: invoiceGuid,
    series: ctx.newGuid(),
    about: 'receipt',
    payment_guid: payment.guid,
    email: to,
    ...(person && { person_id: person.id }),
  });
  const result = requeueStatement(ctx.account.id, invoice.id, false, ctx.now);
  return { addressee, to, stored: { result } };
}

/** A payment that settles no invoice has mails of its own. */
async function queueAlone(ctx: WriteContext, payment: ReceiptRow, email: string): Promise<QueuedReceipt> {
  const { id } = (await lockPayment(ctx.tx, ctx.account.id, payment.guid)) ?? fail('payment_not_found');
  const to = email || (payment.payer?.email ?? '');
  if (to === '') fail('delivery_refused', violation('receipt_no_email'));
  const since = new Date(ctx.now.getTime() - DAY_MS);
  if ((await countPaymentMails(ctx.tx, ctx.account.id, id, since)) >= MAX_PER_DAY)
    fail('delivery_refused', violation('sent_too_often'));
  const mail = {
    guid: ctx.newGuid(),
    payment_id: id,
    person_id: ctx.caller.person?.id ?? null,
    recipient: to,
  };
  ctx.enqueue('send-receipt', { guid: mail.guid });
  return { addressee: payment.payer, to, stored: insertPaymentMail(ctx.account.id, mail, ctx.now) };
}

/** Stores the outcome of the mail; the job that sent it calls this. */
export const recordPaymentMail = defineTransaction({
  name: 'record-payment-mail',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid, reason }: { guid: string; reason: string }) {
    const end = endPaymentMail(ctx.account.id, guid, reason, ctx.now);
    return (await ctx.finishIf({ target: ctx.account.guid, ...end })) ?? fail('payment_not_found');
  },
});

/** The document on whose timeline the mail stands; null where a payment is credit alone. */
function firstDocument({ shares }: ReceiptRow) {
  return shares.find(({ document }) => document !== null)?.document ?? null;
}
