import { fail } from '../../../kernel/failures/failure.ts';
import { choice, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../event-store.ts';
import { insertDeliveryEventStatement } from './delivery-store.ts';
import { deliveryFields, requestedBy } from './schema.ts';

export const recordDelivery = defineWrite({
  name: 'record-delivery',
  summary: 'An invoice or a reminder was sent, or could not be.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['invoice.sent', 'invoice.reminded', 'invoice.bounced'],
  input: object({
    ...deliveryFields,
    event: choice(['sent', 'reminded', 'failed', 'given_up'])(),
    via: choice(['email', 'einvoice'])(),
    recipient: text(200).optional(),
    reason: text(500).optional(),
    person_id: requestedBy,
  }),
  output: createdRecord,
  async run(ctx, { invoice_guid, event, via, series, recipient = '', reason = '', person_id: personId }) {
    const delivery = { event, via, series, recipient, reason, personId };
    const details = { channel: via, to: recipient };
    if (event === 'sent') emitInvoiceEvent(ctx, 'invoice.sent', invoice_guid, { ...SUBJECT, ...details });
    if (event === 'reminded')
      emitInvoiceEvent(ctx, 'invoice.reminded', invoice_guid, { ...SUBJECT, ...details });
    if (event === 'given_up')
      emitInvoiceEvent(ctx, 'invoice.bounced', invoice_guid, { ...SUBJECT, ...details, reason });
    const end = insertDeliveryEventStatement(ctx.account.id, invoice_guid, delivery, ctx.now);
    // A repeated event is refused, so that a thousand retries do not write a thousand audit rows.
    return (await ctx.finishIf({ target: invoice_guid, ...end })) ?? fail('invoice_locked');
  },
});
