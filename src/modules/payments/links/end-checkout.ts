import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { endCheckoutStatement } from './checkout-store.ts';
import type { CheckoutOfInvoice } from './schema.ts';

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
