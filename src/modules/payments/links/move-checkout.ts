import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { moveCheckoutStatement } from './checkout-store.ts';
import type { CheckoutOfInvoice } from './schema.ts';

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
