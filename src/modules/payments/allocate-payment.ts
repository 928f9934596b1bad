import { z } from 'zod';
import { type Decimal, decimal, fixed2, isZero, sum, toWire, ZERO } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import { changeOf, type Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { emitEach } from '../invoices/records/event-store.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { replaceAllocationsCtes } from '../invoices/records/ledger-write-store.ts';
import { followSettlement, type SettledInvoice, settlementCtes } from '../invoices/records/settle.ts';
import {
  allocationOutputs,
  type InvoiceShare,
  moneyMoved,
  principalOf,
  shareEvent,
  toAllocations,
} from './book-payment.ts';
import { type OpenPayment, openPayment, resettle, shareOf, takenOf } from './change-payment.ts';
import { settledFields } from './payment-effect.ts';
import { findPayment, type PaymentRow, paymentAnswer, selectPayment } from './payment-store.ts';
import { lockRequested, type ShareRequest, spreadOver } from './plan-payment.ts';
import { toPayment } from './read.ts';
import { type AllocationInput, allocationList, type Payment, payment } from './schema.ts';

export const allocatePayment = defineWrite({
  name: 'allocate-payment',
  summary:
    'Moves a payment to other invoices: replaces its allocations; an invoice that is no longer among them is owed again.',
  description: 'Send all allocations of the payment. The remainder of the payment is credit of the customer.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  events: [
    'payment.allocated',
    'invoice.payment_recorded',
    'invoice.payment_reversed',
    'invoice.paid',
    'invoice.reopened',
    'sale.paid',
  ],
  input: object({
    guid: guid('The payment'),
    data: object({
      allocations: allocationList.describe('The new allocations; empty: it settles nothing'),
    }).meta({
      id: 'PaymentAllocations',
      examples: [{ allocations: [{ invoice_guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90' }] }],
    }),
  }),
  output: z.object({ payment }),
  refusals: [
    'payment_not_found',
    'invoice_not_found',
    'payment_reversed',
    'payment_from_bank_line',
    'allocation_exceeds_remaining',
    'allocations_exceed_payment',
    'currency_mismatch',
    'invoice_not_payable',
    'credit_already_used',
    'exchange_rate_missing',
  ],
  async run(ctx, { guid: target, data }) {
    const { before, open } = await lockForAllocation(ctx, target, data.allocations);
    const { requests, shares, unallocated } = await spreadAnew(ctx, open, data.allocations);
    const invoices = distinct([...open.invoices, ...requests.map(({ invoice }) => invoice)]);
    const settled = await resettle(ctx, open, invoices, (invoice) => newShareOf(shares, invoice));
    const changes = changesOf(open, shares, invoices);
    const changed = settled.filter(({ before: { id } }) => changes.some(({ invoice }) => invoice.id === id));
    const { source, exchange_rate: exchangeRate } = open.payment;
    const plan = { invoices: shares, surplus: [], source, exchangeRate };
    const after: Payment = {
      ...toPayment(before),
      allocations: allocationOutputs(plan),
      unallocated: toWire(unallocated),
    };
    emitChanges(ctx, after, changes);
    followSettlement(ctx, changed);
    const sums = { unallocated: fixed2(unallocated) };
    const replaced = replaceAllocationsCtes(ctx.account.id, open.payment.id, toAllocations(plan), sums);
    return ctx.finish({
      target,
      row: paymentAnswer,
      ctes: joinCtes(replaced, settlementCtes(ctx, changed)),
      result: selectPayment(after),
      effect: allocationEffect(before, after, settled),
    });
  },
});

type Requested = readonly AllocationInput[];

/** Locks the payment. All invoices are locked before it, in one order: those that it settles now and those that it will. */
async function lockForAllocation(
  ctx: WriteContext,
  target: string,
  requested: Requested,
): Promise<{ before: PaymentRow; open: OpenPayment }> {
  const { tx, account } = ctx;
  const before = (await findPayment(tx, account.id, target)) ?? fail('payment_not_found');
  if (before.direction === 'out' || before.source === 'credit')
    fail('invoice_not_payable', violation('allocate_incoming'));
  const guids = [...requested, ...before.allocations].flatMap(({ invoice_guid }) => invoice_guid ?? []);
  await lockInvoicesByGuid(tx, account.id, guids);
  return { before, open: await openPayment(ctx, before) };
}

interface NewAllocation {
  requests: readonly ShareRequest[];
  shares: readonly InvoiceShare[];
  /** What is left of the payment. */
  unallocated: Decimal;
}

/** Spreads what others have not taken of the payment over the requested invoices, as if it settled nothing yet. */
async function spreadAnew(
  ctx: WriteContext,
  open: OpenPayment,
  requested: Requested,
): Promise<NewAllocation> {
  const { amount, interest, charge, fee, currency } = open.payment;
  const parts = { interest: decimal(interest), charge: decimal(charge), fee: decimal(fee) };
  const available = principalOf(decimal(amount), parts).minus(takenOf(open));
  const requests = await lockRequested(ctx, requested, currency);
  const shares = spreadOver(
    { available, currency },
    requests.map((one) => ({ ...one, invoice: withoutShare(open, one.invoice) })),
  );
  return { requests, shares, unallocated: available.minus(sum(shares.map(({ paid }) => paid))) };
}

/** The invoice as if the payment settled nothing of it. What a credit note gives back takes nothing from what was paid. */
function withoutShare(open: OpenPayment, invoice: LedgerInvoice): LedgerInvoice {
  const { amount, paid_amount: paid, credited_amount: credited } = invoice;
  const others = decimal(paid).minus(shareOf(open, invoice.id));
  const unpaid = decimal(amount).minus(paid);
  const reduction = unpaid.lt(credited) ? unpaid : decimal(credited);
  return {
    ...invoice,
    paid_amount: fixed2(others),
    credited_amount: fixed2(reduction.gt(ZERO) ? reduction : ZERO),
  };
}

function distinct(invoices: readonly LedgerInvoice[]): LedgerInvoice[] {
  return [...new Map(invoices.map((invoice) => [invoice.id, invoice])).values()];
}

function newShareOf(shares: readonly InvoiceShare[], { id }: LedgerInvoice): Decimal {
  return sum(shares.filter(({ invoice }) => invoice.id === id).map(({ amount }) => amount));
}

interface ShareChange {
  invoice: LedgerInvoice;
  /** Above zero where the payment settles more of the invoice than before. */
  change: Decimal;
}

/** The invoices of which the payment settles another share than before. */
function changesOf(
  open: OpenPayment,
  shares: readonly InvoiceShare[],
  invoices: readonly LedgerInvoice[],
): ShareChange[] {
  return invoices
    .map((invoice) => ({ invoice, change: newShareOf(shares, invoice).minus(shareOf(open, invoice.id)) }))
    .filter(({ change }) => !isZero(change));
}

function emitChanges(ctx: WriteContext, after: Payment, changes: readonly ShareChange[]): void {
  ctx.emit('payment.allocated', moneyMoved(after));
  const toEvent = ({ invoice, change }: ShareChange) => shareEvent({ invoice, amount: change.abs() }, after);
  const [more, less] = [
    changes.filter(({ change }) => change.gt(ZERO)),
    changes.filter(({ change }) => change.lt(ZERO)),
  ];
  emitEach(ctx, 'invoice.payment_recorded', more.map(toEvent));
  emitEach(ctx, 'invoice.payment_reversed', less.map(toEvent));
}

function allocationEffect(before: PaymentRow, after: Payment, settled: readonly SettledInvoice[]): Effect {
  const { guid, currency, customer } = before;
  const fields = [
    ...settledFields(settled),
    { name: 'unallocated', from: toWire(before.unallocated), to: after.unallocated },
  ];
  return {
    ...changeOf({ kind: 'payment', guid, number: '', name: customer?.name ?? '' }, fields),
    currency,
  };
}
