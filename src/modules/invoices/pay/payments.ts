import { z } from 'zod';
import { transition } from '../../../domain/invoice-states.ts';
import { fixed2, isNegative, isZero } from '../../../domain/money.ts';
import { amountDue, assessPayment } from '../../../domain/payments.ts';
import type { ReadContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operation.ts';
import type { Payments } from '../../../kernel/ports/ports.ts';
import { digest } from '../../../kernel/security/secrets.ts';
import { paymentLink } from './payment-link.ts';
import {
  clearPaymentMessage,
  closeCheckout,
  closeStaleCheckouts,
  insertCheckout,
  insertPayment,
  lockPayable,
  moveCheckout,
  type NewCheckout,
  type OpenCheckout,
  owedOf,
  type Payable,
  readOpenCheckouts,
  readPayable,
} from './payment-store.ts';

const invoiceInput = object({ invoice_guid: guid() });

export const payableInvoice = defineRead({
  name: 'payable-invoice',
  summary: 'What is to be paid by the link of an invoice; null when it has none.',
  scope: null,
  input: invoiceInput,
  output: z.custom<Payable | null>(),
  run: ({ db, account, now }, input) => readPayable(db, account.id, input.invoice_guid, now),
});

/** The checkout that this invoice can be paid at just now, if there is one. */
export function checkoutUnderWay(invoice: Payable, payments: Payments | null) {
  const { checkout } = invoice;
  if (!checkout || checkout.status === 'pending') return checkout;
  const isSame = checkout.amount === due(invoice) && checkout.currency === invoice.currency;
  return checkout.is_fresh && isSame && checkout.provider === payments?.name ? checkout : null;
}

export const startCheckout = defineWrite({
  name: 'start-checkout',
  summary: 'Lets the provider prepare a page on which the invoice is paid.',
  scope: null,
  input: invoiceInput,
  output: z.object({ url: z.string() }),
  async prepare(ctx, input): Promise<NewCheckout> {
    const invoice = await readPayable(ctx.db, ctx.account.id, input.invoice_guid, ctx.now);
    if (!invoice) fail('invoice_not_found');
    const { payments } = ctx.ports;
    if (!payments || !isPayable(invoice) || checkoutUnderWay(invoice, payments)) fail('invoice_locked');
    const [amount, { currency }] = [due(invoice), invoice];
    const lang = invoice.buyer.lang === 'en' ? 'en' : 'is';
    const title = `${lang === 'en' ? 'Invoice' : 'Reikningur'} ${invoice.number} · ${invoice.seller.name}`;
    const link = paymentLink(ctx, invoice.guid);
    const checkout = await payments.start({
      invoice: { accountId: ctx.account.id, guid: invoice.guid },
      amount,
      currency,
      description: title.slice(0, 200),
      lang,
      successUrl: `${link}?returned=1`,
      cancelUrl: link,
      idempotencyKey: orderKey(ctx, invoice),
    });
    return { ...checkout, provider: payments.name, amount, currency };
  },
  async run(ctx, input, checkout) {
    const invoice = await lockPayable(ctx.tx, ctx.account.id, input.invoice_guid);
    if (!invoice || !transition(invoice.status, 'pay')) fail('invoice_locked');
    const stale = await closeStaleCheckouts(ctx.tx, ctx.account.id, invoice.id, checkout, ctx.now);
    if (stale > 0) ctx.enqueue('end-checkouts', input);
    const result = insertCheckout(ctx.account.id, invoice.id, checkout, ctx.now);
    const kept = await ctx.finishIf<{ url: string }>({ target: input.invoice_guid, result });
    return kept ?? fail('invoice_locked');
  },
});

export function isPayable(invoice: Payable): boolean {
  const owed = amountDue(owedOf(invoice));
  return transition(invoice.status, 'pay') !== null && !isZero(owed) && !isNegative(owed);
}

function due(invoice: Payable): string {
  return fixed2(amountDue(owedOf(invoice)));
}

const KEY_MINUTES = 10;

/**
 * The same for all who press the button at this moment. Providers repeat a failure under the same key too, so
 * after some minutes there is another.
 */
function orderKey({ account, now }: ReadContext, invoice: Payable): string {
  const span = Math.floor(now.getTime() / (KEY_MINUTES * 60_000));
  const parts = [account.id, invoice.guid, due(invoice), invoice.currency, invoice.checkouts, span];
  return digest(parts.join(' ')).toString('hex');
}

export const advanceCheckout = defineWrite({
  name: 'move-checkout',
  summary: 'The provider says that a checkout was paid by money still on its way, or will not be paid.',
  scope: null,
  input: invoiceInput.extend({ checkout_id: text(255)(), to: z.enum(['pending', 'closed']) }),
  output: z.object({ id: z.number() }),
  async run(ctx, { invoice_guid, checkout_id, to }) {
    const result = moveCheckout(ctx.account.id, checkout_id, to, ctx.now);
    return (await ctx.finishIf<{ id: number }>({ target: invoice_guid, result })) ?? fail('invoice_locked');
  },
});

export const checkoutsToEnd = defineRead({
  name: 'checkouts-to-end',
  summary: 'Where an invoice could still be paid although it is settled, or another amount is due.',
  scope: null,
  input: invoiceInput,
  output: z.custom<OpenCheckout[]>(),
  async run({ db, account, now }, input) {
    const lasting = await readOpenCheckouts(db, account.id, input.invoice_guid, now);
    if (!lasting) return [];
    const isSettled = transition(lasting.status, 'pay') === null;
    const amount = fixed2(amountDue(owedOf(lasting)));
    return lasting.checkouts.filter(
      (one) =>
        isSettled || one.status === 'closed' || one.amount !== amount || one.currency !== lasting.currency,
    );
  },
});

export const endCheckout = defineWrite({
  name: 'end-checkout',
  summary: 'The provider has closed a checkout, as it was asked to.',
  scope: null,
  input: invoiceInput.extend({ checkout_id: text(255)() }),
  output: z.object({ id: z.number() }),
  async run(ctx, { invoice_guid, checkout_id }) {
    const result = closeCheckout(ctx.account.id, checkout_id, ctx.now);
    return (await ctx.finishIf<{ id: number }>({ target: invoice_guid, result })) ?? fail('invoice_locked');
  },
});

/** What was to be refunded or asked for has been; the story of the invoice keeps what it was. */
export const closePaymentMatter = defineWrite({
  name: 'close-payment-matter',
  summary: 'Says that what a payment by the link has left to do is done.',
  scope: null,
  input: object({ guid: guid().describe('The invoice') }),
  output: createdRecord,
  refusals: ['invoice_not_found'],
  async run(ctx, input) {
    const result = clearPaymentMessage(ctx.account.id, input.guid, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: input.guid, result })) ?? fail('invoice_not_found');
  },
});

export const recordPayment = defineWrite({
  name: 'record-payment',
  summary: 'A payment by the link has come in: the invoice is paid by it, or a person is told why not.',
  scope: null,
  input: invoiceInput.extend({
    checkout_id: text(255)(),
    amount: text(20)(),
    currency: text(3)(),
    paid_at: z.date(),
  }),
  output: createdRecord,
  async run(ctx, { invoice_guid, checkout_id: checkoutId, amount, currency, paid_at: paidAt }) {
    // Held from here, so that a credit note or another payment made at this moment is seen.
    const invoice = await lockPayable(ctx.tx, ctx.account.id, invoice_guid);
    if (!invoice) fail('invoice_not_found');
    const isSettled = transition(invoice.status, 'pay') === null;
    const received = { amount, currency, paidOn: paidAt.toISOString().slice(0, 10) };
    const judged = assessPayment(isSettled, owedOf(invoice), received);
    if (judged.settles && invoice.email !== '')
      ctx.enqueue('send-mail', { invoice_guid, series: 'receipt', about: 'receipt' });
    if (judged.settles && invoice.has_left) ctx.enqueue('end-checkouts', { invoice_guid });
    const payment = { invoiceId: invoice.id, checkoutId, amount, currency, paidAt, ...judged };
    const { ctes, result } = insertPayment(ctx.account.id, payment, ctx.now);
    const kept = await ctx.finishIf<CreatedRecord>({ target: invoice_guid, ctes, result });
    return kept ?? fail('invoice_locked');
  },
});
