import { fail } from '../../kernel/failure.ts';
import { flag, guid, object, text } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { openOrClose, tickOrder } from './attend-store.ts';

/** At the door: whoever holds the tickets of this invoice has come, or was ticked by mistake. */
export const tickAttendee = write({
  name: 'tick-attendee',
  summary: 'Records that the buyer of tickets has come, or has not.',
  scope: null,
  input: object({
    guid: guid().describe('A product sale of type EVENT'),
    invoice_number: text(20)().describe('Number of the invoice of the tickets'),
    attended: flag().describe('Whether they came'),
  }),
  output: made,
  refusals: ['product_sale_not_found'],
  async run(ctx, { guid: sale, invoice_number, attended }) {
    const answer = tickOrder(ctx.account.id, sale, invoice_number, attended);
    return (await ctx.finish<Made>({ target: sale, answer })) ?? fail('product_sale_not_found');
  },
});

export const setProductSale = write({
  name: 'set-product-sale',
  summary: 'Opens a product sale to buyers, or closes it.',
  scope: null,
  input: object({
    guid: guid().describe('The sale'),
    open: flag().describe('Whether it can be bought from'),
  }),
  output: made,
  refusals: ['product_sale_not_found'],
  async run(ctx, { guid: sale, open }) {
    const answer = openOrClose(ctx.account.id, sale, open, ctx.now);
    return (await ctx.finish<Made>({ target: sale, answer })) ?? fail('product_sale_not_found');
  },
});
