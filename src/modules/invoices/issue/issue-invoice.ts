import { transition } from '../../../domain/invoices/invoice-states.ts';
import { dateWarnings } from '../../../domain/invoices/invoice-warnings.ts';
import { payableAmount } from '../../../domain/invoices/payments.ts';
import { fixed2, isZero, ZERO } from '../../../domain/values/money.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, guid, object } from '../../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockTasksForBilling } from '../../tasks/billing.ts';
import { createdInvoice } from '../records/created-invoice.ts';
import { emitIssued, ISSUE_EVENTS, numberIn } from '../records/event-store.ts';
import { paymentLink } from '../records/payment-link.ts';
import { printStored } from '../renditions/rendition.ts';
import { draftEffect } from '../save/draft-effect.ts';
import {
  type DraftTasks,
  issueDraftStatement,
  type LockedDraft,
  lockDraft,
} from '../save/issue-draft-store.ts';
import { paymentAtIssue } from '../save/payment-at-issue.ts';
import { queueDelivery } from '../save/queue-delivery.ts';

export const issueInvoice = defineWrite({
  name: 'issue-invoice',
  summary: 'Issues an invoice that was saved as a draft: it gets its number and is delivered.',
  description:
    'Use it for an invoice that create-invoice saved with `save`. Mail, e-invoice, claim and payment link that were asked for take effect now. If its issue date has passed, the invoice is dated today, and its due dates move by as many days.',
  access: { scope: 'create_invoice' },
  isUndoable: true,
  books: true,
  events: ['draft.invoiced', ...ISSUE_EVENTS],
  input: object({
    guid: guid('The invoice'),
    drop_tasks: flag.optional(
      '1: a line whose task was billed by another invoice meanwhile is kept, and charged without the task',
    ),
  }),
  output: createdInvoice,
  refusals: [
    'period_locked',
    'invoice_not_found',
    'invoice_locked',
    'task_not_found',
    'task_running',
    'task_nothing_to_bill',
  ],
  async run(ctx, input) {
    const draft = await lockDraft(ctx, input.guid);
    if (!draft) fail('invoice_not_found');
    if (!transition(draft.status, 'issue')) fail('invoice_locked');
    const link = draft.is_payment_link ? paymentLink(ctx, draft.guid) : null;
    const payable = payableAmount(draft.amount, draft.currency);
    const isPaid = draft.mark_paid || isZero(payable);
    if (draft.is_claim && !isPaid) ctx.enqueue('send-claim', { invoice_guid: draft.guid });
    queueDelivery(ctx, draft.guid, draft.output_select);
    const tasks = await checkTasks(ctx, draft, input.drop_tasks ?? false);
    ctx.emit('draft.invoiced', {
      guid: draft.guid,
      number: null,
      invoice_guid: draft.guid,
      record: 'invoice',
    });
    const paid = draft.mark_paid ? payable : ZERO;
    const { guid, kind, currency, method_payment: method, exchange_rate: exchangeRate } = draft;
    const received = { guid, kind, amount: paid, currency, method, source: 'manual', exchangeRate } as const;
    const payment = paymentAtIssue(ctx, received);
    emitIssued(ctx, {
      ...{ guid, kind, number: numberIn('issued') },
      ...{ isPaid, hasTasks: tasks.billed.length > 0, payment },
    });
    const warnings = dateWarnings(draft.dated, draft.last_issued, ctx.today);
    const payments = { isPaid, paidAmount: fixed2(paid), payment };
    const end = issueDraftStatement(ctx.account.id, draft.id, tasks, link, warnings, ctx, payments);
    const effect: Effect = {
      ...draftEffect(draft, tasks.dropped),
      print: (db) => printStored({ ...ctx, db }, draft.guid),
    };
    return ctx.finish({ target: draft.guid, ...end, bookedOn: [draft.dated], effect });
  },
});

/** A draft cannot be changed, so the caller decides about a line whose task was billed by another invoice meanwhile. */
async function checkTasks(ctx: WriteContext, { tasks }: LockedDraft, mayDrop: boolean): Promise<DraftTasks> {
  const { billable, spent, period } = await lockTasksForBilling(
    ctx,
    tasks.map((task) => task.guid),
  );
  const [first] = spent;
  if (first && !mayDrop) {
    const line = tasks.find((task) => task.guid === first.guid)?.line ?? 0;
    fail(
      'task_nothing_to_bill',
      first.number,
      `it is on line ${line} of this draft: issue the draft with drop_tasks 1 to charge the line all the same, or make another invoice without it`,
    );
  }
  return { billed: billable, dropped: spent.map(({ guid }) => guid), period };
}
