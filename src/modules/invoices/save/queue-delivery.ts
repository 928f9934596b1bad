import type { WriteContext } from '../../../kernel/operations/context.ts';

/** The series of the delivery that follows the issuing of an invoice. */
export const FIRST_SERIES = 'issue';

/** Queues the delivery of an invoice that is being issued, by the method that its customer has chosen. */
export function queueDelivery(ctx: WriteContext, invoiceGuid: string, outputSelect: string): void {
  const delivery = { invoice_guid: invoiceGuid, series: FIRST_SERIES };
  if (outputSelect === '2') ctx.enqueue('send-einvoice', delivery);
  if (outputSelect === '3') ctx.enqueue('send-mail', { ...delivery, about: 'invoice' });
}
