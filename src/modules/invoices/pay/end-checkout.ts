import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { endCheckoutStatement } from './checkout-store.ts';
import { payableInput } from './schema.ts';

export const endCheckout = defineWrite({
  name: 'end-checkout',
  summary: 'The provider has closed a checkout, as it was asked to.',
  scope: null,
  isAllowedWhenClosed: true,
  events: [],
  input: payableInput.extend({ checkout_id: text(255)() }),
  output: z.object({ id: z.number() }),
  async run(ctx, { invoice_guid, checkout_id }) {
    const statement = endCheckoutStatement(ctx.account.id, checkout_id, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, ...statement })) ?? fail('invoice_locked');
  },
});
