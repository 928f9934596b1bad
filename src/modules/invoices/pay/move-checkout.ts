import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { moveCheckoutStatement } from './checkout-store.ts';
import { payableInput } from './schema.ts';

export const moveCheckout = defineWrite({
  name: 'move-checkout',
  summary: 'The provider says that a checkout was paid by money still on its way, or will not be paid.',
  scope: null,
  isAllowedWhenClosed: true,
  events: [],
  input: payableInput.extend({ checkout_id: text(255)(), to: z.enum(['pending', 'closed']) }),
  output: z.object({ id: z.number() }),
  async run(ctx, { invoice_guid, checkout_id, to }) {
    const statement = moveCheckoutStatement(ctx.account.id, checkout_id, to, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, ...statement })) ?? fail('invoice_locked');
  },
});
