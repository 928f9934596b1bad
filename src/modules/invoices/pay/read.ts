import { z } from 'zod';
import { transition } from '../../../domain/invoice-states.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { amountToCharge } from './payable.ts';
import { type OpenCheckout, type Payable, readOpenCheckouts, readPayable } from './payable-store.ts';
import { payableInput } from './schema.ts';

export const payableInvoice = defineRead({
  name: 'payable-invoice',
  summary: 'What is to be paid by the link of an invoice; null when it has none.',
  scope: null,
  input: payableInput,
  output: z.custom<Payable | null>(),
  run: ({ db, account, now }, input) => readPayable(db, account.id, input.invoice_guid, now),
});

export const checkoutsToEnd = defineRead({
  name: 'checkouts-to-end',
  summary: 'Where an invoice could still be paid although it is settled, or another amount is due.',
  scope: null,
  input: payableInput,
  output: z.custom<OpenCheckout[]>(),
  async run({ db, account, now }, input) {
    const invoice = await readOpenCheckouts(db, account.id, input.invoice_guid, now);
    if (!invoice) return [];
    const isSettled = transition(invoice.status, 'pay') === null;
    const amount = amountToCharge(invoice);
    return invoice.checkouts.filter(
      (one) =>
        isSettled || one.status === 'closed' || one.amount !== amount || one.currency !== invoice.currency,
    );
  },
});
