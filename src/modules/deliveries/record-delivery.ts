import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { insertDeliveryEventStatement } from './delivery-store.ts';
import type { DeliveryOfInvoice } from './schema.ts';

export interface Delivery extends DeliveryOfInvoice {
  event: 'sent' | 'reminded' | 'failed' | 'given_up';
  via: 'email' | 'einvoice';
  recipient?: string | undefined;
  reason?: string | undefined;
  /** The person who asked for it. */
  person_id?: number | undefined;
}

/** An invoice or a reminder was sent, or could not be. */
export const recordDelivery = defineTransaction({
  name: 'record-delivery',
  isAllowedWhenClosed: true,
  events: ['invoice.sent', 'invoice.reminded', 'invoice.bounced'],
  async run(
    ctx,
    { invoice_guid, event, via, series, recipient = '', reason = '', person_id: personId }: Delivery,
  ) {
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
