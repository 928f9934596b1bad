import { payableAmount } from '../../../domain/invoices/payments.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { isZero } from '../../../domain/values/money.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import { type Effect, effectOfDocuments } from '../../../kernel/effects/effect.ts';
import type { FinalStep, WriteContext } from '../../../kernel/operations/context.ts';
import { bringsRecords, type InvoicePlan } from '../plan/plan.ts';
import { emitIssued, emitNewRecords, type NumberOfDocument, numberIn } from '../records/event-store.ts';
import {
  type CreatedInvoice,
  createdInvoiceRow,
  insertInvoiceCtes,
  type NewInvoice,
  selectCreatedInvoice,
  selectStoredInvoices,
  storedInvoices,
} from '../records/insert-invoice-store.ts';
import type { PaymentAtIssue } from '../records/ledger-write-store.ts';
import { paymentLink } from '../records/payment-link.ts';
import { sellerSnapshot } from '../records/seller.ts';
import { invoiceColumns, lineRecords, paidAtIssue } from './invoice-columns.ts';
import { planEffect } from './invoice-effect.ts';
import { paymentAtIssue } from './payment-at-issue.ts';
import { printPlan } from './print-plan.ts';
import { queueDelivery } from './queue-delivery.ts';

/** A document as it is stored, with what it does. */
interface PreparedInvoice extends NewInvoice {
  plan: InvoicePlan;
  effect: Effect;
  /** The page to pay at, where one was asked for. */
  link: string | null;
  bookedOn: readonly PlainDate[];
}

/** Makes the records of a planned document, and queues the claim and the delivery that follow it. */
function prepareInvoice(ctx: WriteContext, requested: InvoicePlan): PreparedInvoice {
  const plan = settleIfFree(requested);
  const guid = ctx.newGuid();
  const { status, buyer } = plan;
  const isDraft = status === 'Draft';
  if (plan.isClaim && status === 'Sent') ctx.enqueue('send-claim', { invoice_guid: guid });
  if (!isDraft && !plan.isDeliveredElsewhere) queueDelivery(ctx, guid, plan.snapshot.output_select);
  const invoice = invoiceColumns(ctx, plan, guid);
  return {
    plan,
    invoice,
    lines: lineRecords(ctx, plan),
    customerId: 'id' in buyer ? buyer.id : null,
    payment: isDraft ? null : paymentOf(ctx, plan, guid),
    effect: { ...planEffect(plan, invoice), print: (db) => printPlan({ ...ctx, db }, plan) },
    link: plan.isPaymentLink && !isDraft ? paymentLink(ctx, guid) : null,
    bookedOn: isDraft ? [] : [plan.dates.issueDate],
  };
}

function paymentOf(ctx: WriteContext, plan: InvoicePlan, guid: string): PaymentAtIssue | null {
  const { kind, currency, exchangeRate, methodPayment: method, paymentSource: source } = plan;
  return paymentAtIssue(ctx, {
    ...{ guid, kind, amount: paidAtIssue(plan), currency },
    ...{ method, source, exchangeRate },
  });
}

/** Emits what happens when the document is stored with this number. */
function emitPrepared(
  ctx: WriteContext,
  { plan, invoice: { guid }, payment }: PreparedInvoice,
  number: NumberOfDocument,
): void {
  const { kind, status, tasks } = plan;
  if (status === 'Draft') ctx.emit('draft.created', { guid, number: null, record: 'invoice' });
  else {
    const paid = { isPaid: status === 'Paid', hasTasks: tasks.length > 0, payment };
    emitIssued(ctx, { guid, kind, number, ...paid });
  }
}

/** The statement that stores an invoice, for `ctx.finish`. */
export interface InvoiceStatement extends FinalStep<typeof createdInvoiceRow.columns> {
  /** The guid of the invoice. */
  target: string;
  ctes: Sql;
  amount: string;
  effect: Effect;
  bookedOn: readonly PlainDate[];
}

/** Builds the statement that stores a plan, with the records that it brings along. */
export function buildInvoiceStatement(ctx: WriteContext, requested: InvoicePlan): InvoiceStatement {
  const document = prepareInvoice(ctx, requested);
  const { plan, invoice, effect, bookedOn, link } = document;
  const { status, buyer, newItems, files, tasks, warnings } = plan;
  emitPrepared(ctx, document, numberIn('invoice'));
  emitNewRecords(ctx, buyer, newItems);
  return {
    ...{ target: invoice.guid, amount: invoice.amount, effect, bookedOn },
    row: createdInvoiceRow,
    ...(status !== 'Draft' && { turn: bringsRecords(plan) ? 'alone' : 'shared' }),
    ctes: insertInvoiceCtes(issuing(ctx), [document], {
      ...{ buyer, newItems, tasks },
      files: files.map((file) => file.guid),
    }),
    result: selectCreatedInvoice(link, warnings),
  };
}

/** Stores plans that bring no records along, and returns the documents in their order. For `ctx.part`. */
export async function storeInvoices(
  ctx: WriteContext,
  plans: readonly InvoicePlan[],
): Promise<CreatedInvoice[]> {
  const documents = plans.map((plan) => prepareInvoice(ctx, plan));
  const { stored } = await ctx.finish({
    target: null,
    row: storedInvoices,
    ctes: insertInvoiceCtes(issuing(ctx), documents),
    result: selectStoredInvoices,
    effect: effectOfDocuments(documents.map(({ effect }) => effect)),
    bookedOn: documents.flatMap(({ bookedOn }) => bookedOn),
  });
  return documents.map((document, at) => {
    const record = stored[at];
    if (!record) throw new Error('Every document is stored');
    emitPrepared(ctx, document, { number: record.number ?? '' });
    return { ...record, payment_link: document.link, warnings: document.plan.warnings };
  });
}

/** Who issues documents, and when. */
function issuing({ account, caller, now }: WriteContext) {
  return {
    accountId: account.id,
    createdBy: caller.person?.id ?? null,
    seller: sellerSnapshot(account),
    now,
  };
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
