import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitBounced } from '../invoices/records/event-store.ts';
import { insertBounceEventStatement, wasMailed } from './delivery-store.ts';
import type { DeliveryOfInvoice } from './schema.ts';

interface BouncedMail extends DeliveryOfInvoice {
  event: 'bounced' | 'delayed';
  reason: string;
}

/** A mail that was sent came back, or is late. */
export const recordBounce = defineTransaction({
  name: 'record-return',
  isAllowedWhenClosed: true,
  events: ['invoice.bounced'],
  async prepare({ db, account }, { invoice_guid, series }: BouncedMail) {
    if (!(await wasMailed(db, account.id, invoice_guid, series))) fail('invoice_not_found');
  },
  async run(ctx, { invoice_guid, ...bounce }: BouncedMail) {
    if (bounce.event === 'bounced') emitBounced(ctx, invoice_guid, bounce.reason);
    const end = insertBounceEventStatement(ctx.account.id, invoice_guid, bounce, ctx.now);
    // A repeated report is refused.
    return (await ctx.finishIf({ target: invoice_guid, ...end })) ?? fail('invoice_locked');
  },
});
