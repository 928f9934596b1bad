import { OWED_STATUSES } from '../../../domain/invoices/invoice-status.ts';
import { canApply } from '../../../domain/sales/recurrence-states.ts';
import { toLang } from '../../../domain/values/codes.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { creditSource } from '../../invoices/credit/credit-source.ts';
import { lockOriginal, type OriginalRow } from '../../invoices/credit/credit-store.ts';
import { storeCreditNote } from '../../invoices/credit/issue-credit-note.ts';
import { CREDIT_EVENTS, ISSUE_EVENTS } from '../../invoices/records/event-store.ts';
import { moveSchedule } from '../../recurring/schedule.ts';
import { lockSchedule, scheduleCtes } from '../../recurring/store.ts';
import { isBeingPaid, lockUnpaidOrder, releaseCtes, type UnpaidOrder } from './release-store.ts';

/**
 * Takes back an unpaid order. Order and invoice are locked before they are checked, as a payment locks the invoice: of a
 * concurrent payment and release, the second sees the result of the first.
 */
export const releaseOrder = defineWrite({
  name: 'release-order',
  summary:
    'Cancels an unpaid order: credits what remains of its invoice, returns its stock, ends its subscription, and notifies the buyer.',
  access: { scope: null },
  isUndoable: true,
  books: true,
  events: ['sale.lapsed', 'recurring.stopped', ...ISSUE_EVENTS, ...CREDIT_EVENTS],
  input: object({
    guid: guid('The sale'),
    invoice_number: text(20)('Number of the invoice of the order'),
    overdue_only: flag.optional('1: only if the last day for paying has passed'),
  }),
  output: createdRecord,
  refusals: ['period_locked', 'product_sale_not_found', 'release_refused'],
  async run(ctx, { guid: sale, invoice_number, overdue_only }) {
    const order = await lockUnpaidOrder(ctx.tx, ctx.account.id, sale, invoice_number);
    const invoice = order && (await lockOriginal(ctx.tx, ctx.account.id, order.invoice_guid));
    if (!invoice) fail('product_sale_not_found');
    await checkReleasable(ctx, order, invoice, overdue_only === true);
    const sold = { guid: sale, invoice_guid: invoice.guid, number: invoice_number };
    ctx.emit('sale.lapsed', sold);
    const credit = creditOrder(ctx, order, invoice);
    const ctes = await withStoppedTemplate(ctx, order, credit.ctes);
    return ctx.finish({ ...credit, ctes, target: order.invoice_guid });
  },
});

/** Whether the last day for paying has passed. */
function hasLapsed({ pay_by, due_date }: UnpaidOrder, today: PlainDate): boolean {
  return (pay_by ?? due_date) < today;
}

async function checkReleasable(
  ctx: WriteContext,
  order: UnpaidOrder,
  { id, status }: OriginalRow,
  overdueOnly: boolean,
): Promise<void> {
  if (!OWED_STATUSES.includes(status)) fail('release_refused', violation('release_settled'));
  if (order.attended) fail('release_refused', violation('release_attended'));
  if (overdueOnly && !hasLapsed(order, ctx.today)) fail('release_refused', violation('release_early'));
  if (await isBeingPaid(ctx.tx, ctx.account.id, id)) fail('release_refused', violation('release_pending'));
}

/** A subscription whose first month was not paid makes no more invoices. */
async function withStoppedTemplate(ctx: WriteContext, { template }: UnpaidOrder, ctes: Sql): Promise<Sql> {
  const schedule = template && (await lockSchedule(ctx.tx, ctx.account.id, template));
  if (!schedule || !canApply(schedule.state, 'stop')) return ctes;
  ctx.emit('recurring.stopped', { guid: schedule.guid });
  const stop = moveSchedule(ctx.account.id, schedule, { state: 'stopped', next: schedule.next_index });
  return scheduleCtes(ctes, stop);
}

const REASONS = {
  lapsed: { is: 'Pöntunin var ekki greidd.', en: 'The order was not paid.' },
  cancelled: { is: 'Pöntunin var felld niður.', en: 'The order was cancelled.' },
};

function creditOrder(ctx: WriteContext, order: UnpaidOrder, invoice: OriginalRow) {
  const { output_select, email, lang } = invoice.buyer;
  // Where the buyer gets invoices by mail, one mail brings the credit note and says that the order lapsed.
  const isMailed = output_select === '3' && email === order.email;
  const body = {
    type: 'credit' as const,
    ref_invoice_guid: invoice.guid,
    settlement_date: ctx.today,
    description: REASONS[hasLapsed(order, ctx.today) ? 'lapsed' : 'cancelled'][toLang(lang)],
  };
  const source = creditSource(ctx, body, { original: invoice, files: [] });
  const note = storeCreditNote(ctx, invoice, { ...source, isDeliveredElsewhere: isMailed });
  const mail = { invoice_guid: note.target, about: 'released' as const };
  if (isMailed) ctx.enqueue('send-mail', { ...mail, series: 'issue' });
  else ctx.enqueue('send-mail', { ...mail, series: 'released', email: order.email });
  return { ...note, ctes: releaseCtes(ctx.account.id, note.ctes, order, ctx.now) };
}
