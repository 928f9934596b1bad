import { payableAmount } from '../../../domain/invoices/payments.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { isZero } from '../../../domain/values/money.ts';
import { EMPTY, type Sql } from '../../../kernel/database/sql.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import type { FinalStep, WriteContext } from '../../../kernel/operations/context.ts';
import type { InvoicePlan } from '../plan/plan.ts';
import { emitIssued, emitNewRecords } from '../records/event-store.ts';
import {
  createdInvoiceRow,
  insertInvoiceCtes,
  selectCreatedInvoice,
} from '../records/insert-invoice-store.ts';
import { paymentLink } from '../records/payment-link.ts';
import { invoiceColumns, lineRecords, paidAtIssue } from './invoice-columns.ts';
import { planEffect } from './invoice-effect.ts';
import { payAtIssue } from './payment-at-issue-store.ts';
import { printPlan } from './print-plan.ts';
import { queueDelivery } from './queue-delivery.ts';

/** The statement that stores an invoice, for `ctx.finish`. */
export interface InvoiceStatement extends FinalStep<typeof createdInvoiceRow.columns> {
  /** The guid of the invoice. */
  target: string;
  ctes: Sql;
  amount: string;
  effect: Effect;
  bookedOn: readonly PlainDate[];
}

/** Builds the statement that stores a plan, and queues the claim and the delivery that follow it. */
export function buildInvoiceStatement(ctx: WriteContext, requested: InvoicePlan): InvoiceStatement {
  const plan = settleIfFree(requested);
  const guid = ctx.newGuid();
  const { status, buyer, newItems, files, tasks } = plan;
  if (plan.isClaim && status === 'Sent') ctx.enqueue('send-claim', { invoice_guid: guid });
  if (status !== 'Draft' && !plan.isDeliveredElsewhere) queueDelivery(ctx, guid, plan.snapshot.output_select);
  const payment = status === 'Draft' ? emitDraft(ctx, guid) : emitIssuedPlan(ctx, plan, guid);
  emitNewRecords(ctx, buyer, newItems);
  const invoice = invoiceColumns(ctx, plan, guid);
  const lines = lineRecords(ctx, plan);
  return {
    target: guid,
    amount: invoice.amount,
    effect: { ...planEffect(plan, invoice), print: (db) => printPlan({ ...ctx, db }, plan) },
    bookedOn: status === 'Draft' ? [] : [plan.dates.issueDate],
    row: createdInvoiceRow,
    inTurn: status !== 'Draft',
    ctes: insertInvoiceCtes(ctx.account.id, {
      invoice,
      lines,
      buyer,
      newItems,
      files: files.map((file) => file.guid),
      tasks,
      createdBy: ctx.caller.person?.id ?? null,
      now: ctx.now,
      payment,
    }),
    result: selectCreatedInvoice(
      plan.isPaymentLink && status !== 'Draft' ? paymentLink(ctx, guid) : null,
      plan.warnings,
    ),
  };
}

function emitDraft(ctx: WriteContext, guid: string): Sql {
  ctx.emit('draft.created', { guid, number: null, record: 'invoice' });
  return EMPTY;
}

function emitIssuedPlan(ctx: WriteContext, plan: InvoicePlan, guid: string): Sql {
  const { kind, status, tasks, currency, exchangeRate, methodPayment: method, paymentSource: source } = plan;
  const payment = { guid, kind, amount: paidAtIssue(plan), currency, method, source, exchangeRate };
  return emitIssued(ctx, {
    guid,
    kind,
    from: 'invoice',
    isPaid: status === 'Paid',
    hasTasks: tasks.length > 0,
    pay: () => payAtIssue(ctx, payment, 'invoice'),
  });
}

/**
 * A document of which nothing can be paid is settled when it is issued: its amount is 0, or rounds to 0 krónur.
 */
function settleIfFree(plan: InvoicePlan): InvoicePlan {
  const { amount } = plan.sums;
  const isFree = isZero(payableAmount(amount, plan.currency));
  const isSettled = plan.status === 'Sent' && isFree;
  const isClaim = plan.isClaim && !isFree;
  return { ...plan, isClaim, status: isSettled ? 'Paid' : plan.status };
}
