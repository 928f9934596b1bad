import { decimal, toWire } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { emitEach } from '../records/event-store.ts';
import type { ImportedCredit, ImportedInvoice } from './open-invoice-store.ts';

/** The events of imported invoices, of what was paid of them, and of the credit of customers. */
export function emitImported(
  ctx: WriteContext,
  invoices: readonly ImportedInvoice[],
  credits: readonly ImportedCredit[],
): void {
  const subject = ({ invoice: { guid, number, kind } }: ImportedInvoice) =>
    ({ guid, number: String(number), kind }) as const;
  emitEach(ctx, 'invoice.imported', invoices.map(subject));
  const paid = invoices.flatMap((one) => (one.payment ? [{ ...one, payment: one.payment }] : []));
  emitEach(
    ctx,
    'payment.recorded',
    [...paid.map(({ payment }) => payment), ...credits].map((payment) => ({
      guid: payment.guid,
      direction: payment.direction,
      ...moved(payment),
      source: 'import' as const,
    })),
  );
  emitEach(
    ctx,
    'invoice.payment_recorded',
    paid.map((one) => ({ ...subject(one), ...moved(one.payment), payment_guid: one.payment.guid })),
  );
}

function moved({ amount, currency, paid_on }: Pick<ImportedCredit, 'amount' | 'currency' | 'paid_on'>) {
  return { amount: toWire(decimal(amount)), currency, paid_on };
}
