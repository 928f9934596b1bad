import { transition } from '../../../domain/invoices/invoice-states.ts';
import { toLang } from '../../../domain/values/codes.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { paymentLink } from '../../invoices/records/payment-link.ts';
import {
  closeStaleCheckouts,
  endCheckoutStatement,
  insertCheckoutStatement,
  moveCheckoutStatement,
  type NewCheckout,
} from './checkout-store.ts';
import { amountToCharge, isPayable, usableCheckout } from './payable.ts';
import { lockPayable, type Payable, readPayable } from './payable-store.ts';
import type { CheckoutOfInvoice, InvoiceToPay } from './schema.ts';

/** Lets the provider prepare a page on which the invoice is paid. */
export const startCheckout = defineTransaction({
  name: 'start-checkout',
  events: [],
  async prepare(ctx, input: InvoiceToPay): Promise<NewCheckout> {
    const invoice = await readPayable(ctx.db, ctx.account.id, input.invoice_guid, ctx.now);
    if (!invoice) fail('invoice_not_found');
    const { payments } = ctx.ports;
    if (!payments || !isPayable(invoice) || usableCheckout(invoice, payments)) fail('invoice_locked');
    const [amount, { currency }] = [amountToCharge(invoice), invoice];
    const lang = toLang(invoice.buyer.lang);
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
      idempotencyKey: idempotencyKey(ctx, invoice),
    });
    return { ...checkout, provider: payments.name, amount, currency };
  },
  async run(ctx, input: InvoiceToPay, checkout) {
    const invoice = await lockPayable(ctx.tx, ctx.account.id, input.invoice_guid);
    if (!invoice || !transition(invoice.status, 'pay')) fail('invoice_locked');
    const stale = await closeStaleCheckouts(ctx.tx, ctx.account.id, invoice.id, checkout, ctx.now);
    if (stale > 0) ctx.enqueue('end-checkouts', input);
    const statement = insertCheckoutStatement(ctx.account.id, invoice.id, checkout, ctx.now);
    const stored = await ctx.finishIf({ target: input.invoice_guid, ...statement });
    return stored ?? fail('invoice_locked');
  },
});

const KEY_MINUTES = 10;

/**
 * Concurrent requests for the same amount get the same key, so that the provider creates one checkout. Providers repeat a failure under the same key too,
 * so the key changes after some minutes.
 */
function idempotencyKey({ account, now }: ReadContext, invoice: Payable): string {
  const period = Math.floor(now.getTime() / (KEY_MINUTES * 60_000));
  const parts = [
    account.id,
    invoice.guid,
    amountToCharge(invoice),
    invoice.currency,
    invoice.checkouts,
    period,
  ];
  return digest(parts.join(' ')).toString('hex');
}

/** The provider says that a checkout was paid by money still on its way, or will not be paid. */
export const moveCheckout = defineTransaction({
  name: 'move-checkout',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { invoice_guid, checkout_id, to }: CheckoutOfInvoice & { to: 'pending' | 'closed' }) {
    const statement = moveCheckoutStatement(ctx.account.id, checkout_id, to, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, ...statement })) ?? fail('invoice_locked');
  },
});

/** The provider has closed a checkout, as it was asked to. */
export const endCheckout = defineTransaction({
  name: 'end-checkout',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { invoice_guid, checkout_id }: CheckoutOfInvoice) {
    const statement = endCheckoutStatement(ctx.account.id, checkout_id, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, ...statement })) ?? fail('invoice_locked');
  },
});
