import { z } from 'zod';
import { decimal } from '../../domain/money.ts';
import { isReservable } from '../../domain/selling.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { flag, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord, out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { planCreditNote } from '../invoices/credit/credit-invoice.ts';
import { lockOriginal, type OriginalRow } from '../invoices/credit/credit-store.ts';
import {
  isBeingPaid,
  lockUnpaidOrder,
  queueReleases,
  releaseSteps,
  type UnpaidOrder,
} from './release-store.ts';
import { findSale } from './store.ts';

/**
 * Takes an order back that was not paid. The invoice is held before it is looked at, as a payment holds it: of the
 * two at the same moment, the second finds what the first has made of it.
 */
export const releaseOrder = defineWrite({
  name: 'release-order',
  summary:
    'Takes back an unpaid order of goods or tickets: credits what is left of its invoice, puts on sale again what it held, and tells the buyer.',
  scope: null,
  input: object({
    guid: guid().describe('A product sale of type STAND or EVENT'),
    invoice_number: text(20)().describe('Number of the invoice of the order'),
    overdue_only: flag.optional().describe('Only if the last day for paying has passed'),
  }),
  output: createdRecord,
  refusals: ['product_sale_not_found', 'release_refused'],
  async run(ctx, { guid: sale, invoice_number, overdue_only }) {
    const order = await lockUnpaidOrder(ctx.tx, ctx.account.id, sale, invoice_number);
    const invoice = order && (await lockOriginal(ctx.tx, ctx.account.id, order.invoice_guid));
    if (!invoice) fail('product_sale_not_found');
    await checkReleasable(ctx, order, invoice, overdue_only === true);
    const { ctes, result } = await releasing(ctx, order, invoice);
    const done = await ctx.finishIf<CreatedRecord>({ target: order.invoice_guid, ctes, result });
    return done ?? fail('product_sale_not_found');
  },
});

async function checkReleasable(
  ctx: WriteContext,
  order: UnpaidOrder,
  { id, status }: OriginalRow,
  overdueOnly: boolean,
): Promise<void> {
  if (status !== 'Sent' && status !== 'Collection') fail('release_refused', violation('release_settled'));
  if (order.attended) fail('release_refused', violation('release_attended'));
  if (overdueOnly && (order.pay_by ?? order.due_date) >= ctx.today)
    fail('release_refused', violation('release_early'));
  if (await isBeingPaid(ctx.tx, ctx.account.id, id)) fail('release_refused', violation('release_pending'));
}

const WHY = { is: 'Pöntunin var ekki greidd.', en: 'The order was not paid.' };

async function releasing(ctx: WriteContext, order: UnpaidOrder, invoice: OriginalRow) {
  const { output_select, email, lang } = invoice.buyer;
  const dates = { issueDate: ctx.today, dueDate: ctx.today, settlementDate: ctx.today };
  // Who gets invoices by mail where the order was made reads of it in the mail that brings the credit note.
  const isMailed = output_select === '3' && email === order.email;
  const why = { description: WHY[lang === 'en' ? 'en' : 'is'] };
  const note = await planCreditNote(ctx, invoice, why, dates, isMailed);
  const mail = { invoice_guid: note.guid, about: 'released' as const };
  if (isMailed) ctx.enqueue('send-mail', { ...mail, series: 'issue' });
  else ctx.enqueue('send-mail', { ...mail, series: 'released', email: order.email });
  const [line] = invoice.lines;
  const qty = line ? decimal(line.qty).minus(decimal(line.credited_qty)).toNumber() : 0;
  return { ...note, ctes: releaseSteps(ctx.account.id, note.ctes, order, qty, ctx.now) };
}

export const releaseOverdueOrders = defineWrite({
  name: 'release-overdue-orders',
  summary: 'Takes back all orders of a product sale that are past their due date and not paid.',
  scope: null,
  input: object({ guid: guid().describe('A product sale of type STAND or EVENT') }),
  output: z.object({ queued: out.integer('How many orders are taken back', 3) }),
  refusals: ['product_sale_not_found', 'release_refused'],
  async prepare(ctx, { guid: sale }) {
    const found = await findSale(ctx.db, ctx.account.id, sale);
    if (!found || !isReservable(found.type)) fail('product_sale_not_found');
  },
  async run(ctx, { guid: sale }) {
    const ending = queueReleases(ctx.account.id, sale, ctx.today, ctx.now);
    const done = await ctx.finishIf<{ queued: number }>({ target: sale, ...ending });
    return done ?? fail('release_refused', violation('release_none'));
  },
});
