import { z } from 'zod';
import { EINVOICE_STATES, maySendAgain, statesBefore } from '../../../domain/einvoice-states.ts';
import { isEmailAddress } from '../../../domain/email.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { choice, guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operation.ts';
import {
  type DeliveryRow,
  insertDeliveryEvent,
  lockForResend,
  readDelivery,
  requeue,
  updateEinvoiceStatus,
} from './delivery-store.ts';

/** The series of the delivery that belongs to the issuing itself. */
const FIRST = 'issue';
/** An invoice that has as much of a story is not sent again. */
const MOST_EVENTS = 100;

/** What follows the issuing of an invoice: it goes out the way that its customer wants it. */
export function queueDelivery(ctx: WriteContext, invoiceGuid: string, outputSelect: string): void {
  const delivery = { invoice_guid: invoiceGuid, series: FIRST };
  if (outputSelect === '2') ctx.enqueue('send-einvoice', delivery);
  if (outputSelect === '3') ctx.enqueue('send-mail', { ...delivery, about: 'invoice' });
}

export const resendInvoice = defineWrite({
  name: 'resend-invoice',
  summary: 'Sends an issued invoice once more the way its customer gets it, or by e-mail to another address.',
  scope: 'create_invoice',
  input: object({
    guid: guid().describe('The invoice'),
    email: text(200, { examples: ['bokhald@kaupandi.example'] })
      .optional()
      .describe('Send it by e-mail to this address, however the customer gets invoices otherwise'),
  }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'delivery_refused'],
  async run(ctx, { guid: asked, email = '' }) {
    if (email !== '' && !isEmailAddress(email)) fail('field_invalid', 'email', violation('email'));
    const invoice = (await lockForResend(ctx.tx, ctx.account.id, asked)) ?? fail('invoice_not_found');
    if (invoice.status === 'Draft') fail('delivery_refused', violation('send_draft'));
    if (invoice.events >= MOST_EVENTS) {
      fail('delivery_refused', violation('sent_too_often'));
    }
    const electronic = email === '' && invoice.output_select === '2';
    if (electronic && !maySendAgain(invoice.xml_status)) {
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
    if (electronic) ctx.enqueue('send-einvoice', delivery);
    else ctx.enqueue('send-mail', { ...delivery, about: 'invoice', ...(email && { email }) });
    const result = requeue(ctx.account.id, invoice.id, electronic, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: invoice.guid, result })) ?? fail('invoice_not_found');
  },
});

// What the jobs that carry invoices write down. Each may run twice and then changes nothing the second time.
const about = { invoice_guid: text(36)(), series: text(80)() };
const askedBy = z.int().optional();

export const deliveryFacts = defineRead({
  name: 'delivery-facts',
  summary: 'What must be known to carry an invoice to its customer; null when it is not issued.',
  scope: null,
  input: object(about),
  output: z.custom<DeliveryRow | null>(),
  run: ({ db, account }, { invoice_guid, series }) => readDelivery(db, account.id, invoice_guid, series),
});

export const recordDelivery = defineWrite({
  name: 'record-delivery',
  summary: 'An invoice or a reminder was sent, or could not be.',
  scope: null,
  input: object({
    ...about,
    event: choice(['sent', 'reminded', 'failed', 'given_up'])(),
    via: choice(['email', 'einvoice'])(),
    recipient: text(200).optional(),
    reason: text(500).optional(),
    person_id: askedBy,
  }),
  output: createdRecord,
  async run(ctx, { invoice_guid, event, via, series, recipient = '', reason = '', person_id: personId }) {
    const what = { event, via, series, recipient, reason, personId };
    const ending = insertDeliveryEvent(ctx.account.id, invoice_guid, what, ctx.now);
    // Refused when it has been told before: a thousand tries are not a thousand entries in the audit log.
    return (await ctx.finishIf<CreatedRecord>({ target: invoice_guid, ...ending })) ?? fail('invoice_locked');
  },
});

export const recordEinvoice = defineWrite({
  name: 'record-einvoice',
  summary:
    'The network has said where an e-invoice stands. If it will not arrive, an e-mail may take its place.',
  scope: null,
  input: object({
    ...about,
    status: choice(EINVOICE_STATES)(),
    reference: text(200).optional(),
    recipient: text(20).optional(),
    reason: text(500).optional(),
    person_id: askedBy,
  }),
  output: createdRecord,
  async run(ctx, input) {
    const { invoice_guid, series, status, reference = '', recipient = '', reason = '' } = input;
    const personId = status === 'sent' ? input.person_id : undefined;
    const lost = status === 'rejected' || status === 'failed';
    if (lost && ctx.account.settings.einvoice_email_fallback === true) {
      ctx.enqueue('send-mail', { invoice_guid, series: 'fallback', about: 'invoice' });
    }
    const event = status === 'queued' ? null : status === 'failed' ? 'given_up' : status;
    const told = { event, reference, series, recipient, reason, personId };
    const move = { from: statesBefore(status), to: status, ...told };
    const ending = updateEinvoiceStatus(ctx.account.id, invoice_guid, move, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: invoice_guid, ...ending })) ?? fail('invoice_locked');
  },
});
