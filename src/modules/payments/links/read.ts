import { transition } from '../../../domain/invoices/invoice-states.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { amountToCharge } from './payable.ts';
import { type OpenCheckout, type Payable, readOpenCheckouts, readPayable } from './payable-store.ts';

/** What is to be paid by the link of an invoice; null when it has none. */
export function findPayableInvoice(
  { db, clock }: Kernel,
  { account, now = clock() }: Caller,
  invoiceGuid: string,
): Promise<Payable | null> {
  return readPayable(db, account.id, invoiceGuid, now);
}

/** Where an invoice could still be paid although it is settled, or another amount is due. */
export async function findCheckoutsToEnd(
  { db, clock }: Kernel,
  { account, now = clock() }: Caller,
  invoiceGuid: string,
): Promise<OpenCheckout[]> {
  const invoice = await readOpenCheckouts(db, account.id, invoiceGuid, now);
  if (!invoice) return [];
  const isSettled = transition(invoice.status, 'pay') === null;
  const amount = amountToCharge(invoice);
  return invoice.checkouts.filter(
    (one) =>
      isSettled || one.status === 'closed' || one.amount !== amount || one.currency !== invoice.currency,
  );
}
