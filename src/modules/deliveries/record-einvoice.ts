import { type EinvoiceState, statesBefore } from '../../domain/invoices/einvoice-states.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { updateEinvoiceStatement } from './einvoice-store.ts';
import type { DeliveryOfInvoice } from './schema.ts';

interface EinvoiceNews extends DeliveryOfInvoice {
  status: EinvoiceState;
  reference?: string | undefined;
  recipient?: string | undefined;
  reason?: string | undefined;
  /** The person who asked for it to be sent. */
  person_id?: number | undefined;
}

/** The network has said where an e-invoice stands. If it will not arrive, an e-mail may take its place. */
export const recordEinvoice = defineTransaction({
  name: 'record-einvoice',
  isAllowedWhenClosed: true,
  events: ['invoice.sent', 'invoice.delivered', 'invoice.bounced'],
  async run(ctx, input: EinvoiceNews) {
    const { invoice_guid, series, status, reference = '', recipient = '', reason = '' } = input;
    const personId = status === 'sent' ? input.person_id : undefined;
    const isLost = status === 'rejected' || status === 'failed';
    if (isLost && ctx.account.settings.einvoice_email_fallback === true) {
      ctx.enqueue('send-mail', { invoice_guid, series: 'fallback', about: 'invoice' });
    }
    const event = status === 'queued' ? null : status === 'failed' ? 'given_up' : status;
    const change = {
      from: statesBefore(status),
      to: status,
      event,
      reference,
      series,
      recipient,
      reason,
      personId,
    };
    const details = { channel: 'einvoice', to: recipient };
    if (status === 'sent') emitInvoiceEvent(ctx, 'invoice.sent', invoice_guid, { ...SUBJECT, ...details });
    if (status === 'delivered')
      emitInvoiceEvent(ctx, 'invoice.delivered', invoice_guid, { ...SUBJECT, ...details });
    if (isLost) emitInvoiceEvent(ctx, 'invoice.bounced', invoice_guid, { ...SUBJECT, ...details, reason });
    const end = updateEinvoiceStatement(ctx.account.id, invoice_guid, change, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, ...end })) ?? fail('invoice_locked');
  },
});
