import { statusCase } from '../../domain/invoices/invoice-status.ts';
import { isRemindedLately, REMINDER_PAUSE_DAYS } from '../../domain/invoices/reminders.ts';
import { recordRow } from '../../kernel/database/row.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { flag, guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { receiverOf } from '../customers/receiver.ts';
import { invoiceRecord } from '../invoices/save/invoice-effect.ts';
import { lockForResend, MAX_EVENTS, type ResendFacts } from './delivery-store.ts';
import { printReminderOf } from './print-reminder.ts';
import { remindedStatement } from './reminder-store.ts';

export const remindInvoice = defineWrite({
  name: 'remind-invoice',
  summary: 'Mails the customer a reminder of an unpaid invoice, with the amount that is owed and a PDF.',
  description:
    'Use it instead of resend-invoice when a payment is late. It is sent in addition to the automatic reminders that the account has set up.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  events: [],
  input: object({
    guid: guid('The invoice'),
    again: flag.optional(`Send it although the last reminder is less than ${REMINDER_PAUSE_DAYS} days old`),
  }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: invoiceGuid, again = false }) {
    const invoice = (await lockForResend(ctx.tx, ctx.account.id, invoiceGuid)) ?? fail('invoice_not_found');
    requireReminder(invoice, again, ctx.today);
    const { person } = ctx.caller;
    ctx.enqueue('send-mail', {
      invoice_guid: invoice.guid,
      series: ctx.newGuid(),
      about: invoice.due_date < ctx.today ? 'after' : 'before',
      ...(person && { person_id: person.id }),
    });
    const result = remindedStatement(ctx.account.id, invoice.id, ctx.now);
    const deliver = [{ channel: 'email' as const, to: invoice.email }];
    const effect: Effect = {
      kind: 'reminder',
      record: invoiceRecord(invoice),
      amount: null,
      currency: invoice.currency,
      receiver: receiverOf(invoice.buyer, deliver, true),
      deliver,
      claim: false,
      print: (db) => printReminderOf({ ...ctx, db }, invoice.guid),
    };
    return ctx.finish({ target: invoice.guid, row: recordRow, result, effect });
  },
});

function requireReminder(invoice: ResendFacts, again: boolean, today: string): void {
  if (!statusCase(invoice, today).isReminded) fail('delivery_refused', violation('remind_settled'));
  if (invoice.email === '') fail('delivery_refused', violation('remind_no_email'));
  if (!again && isRemindedLately(invoice.reminded_at, today))
    fail('delivery_refused', violation('reminded_lately', invoice.reminded_at?.slice(0, 10) ?? ''));
  if (invoice.events >= MAX_EVENTS) fail('delivery_refused', violation('sent_too_often'));
}
