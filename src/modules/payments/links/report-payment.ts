import { payableAmount } from '../../../domain/invoices/payments.ts';
import { mostPayable } from '../../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, isZero, sum, ZERO } from '../../../domain/values/money.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { joinCtes, type Sql } from '../../../kernel/database/sql.ts';
import { Failure, fail } from '../../../kernel/failures/failure.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { emitEach } from '../../invoices/records/event-store.ts';
import {
  type LedgerInvoice,
  lockInvoicesByGuid,
  lockInvoicesById,
} from '../../invoices/records/ledger-store.ts';
import { reversePaymentsCte, selectInvoiceIds } from '../../invoices/records/ledger-write-store.ts';
import { followSettlement, type SettledInvoice, settlementCtes } from '../../invoices/records/settle.ts';
import {
  bookPayment,
  type InvoiceShare,
  moneyMoved,
  NO_COMPONENTS,
  PAYMENT_EVENTS,
  type PaymentPlan,
  shareEvent,
} from '../book-payment.ts';
import { type OpenPayment, openPayment, refuseUses, resettle, shareOf } from '../change-payment.ts';
import { findPayment } from '../payment-store.ts';
import { toPayment } from '../read.ts';
import { onlyPayer } from '../record-payment.ts';
import { OTHER_METHOD, planReceived } from './receive-payment.ts';
import { tellCtes } from './receive-store.ts';
import { findCountingPayment, findLinkPayment, findReports, reportCte } from './report-store.ts';
import type { CheckoutOfInvoice } from './schema.ts';

export interface ReportedPayment extends CheckoutOfInvoice {
  /** The id of the refund or dispute at the provider. */
  report_id: string;
  /** `taken`: refunded, or withdrawn for a dispute. `returned`: that money is back. `opened`, `lost`: a dispute. */
  kind: 'taken' | 'returned' | 'opened' | 'lost';
  amount: string;
  currency: string;
  on: string;
  /** What happened, in words. */
  reason: string;
}

/** How a report was booked. */
interface Booking {
  ctes: Sql | null;
  isBooked: boolean;
}

const NOTHING: Booking = { ctes: null, isBooked: false };

/**
 * The provider reports what became of a payment by the link. Money that it took back is paid out of the customer's
 * credit where a credit note or a surplus covers it; otherwise the payment is reversed, and its remainder is recorded
 * as a new payment.
 */
export const reportPayment = defineTransaction({
  name: 'report-payment',
  isAllowedWhenClosed: true,
  events: [...PAYMENT_EVENTS, 'payment.reversed', 'invoice.payment_reversed', 'invoice.reopened'],
  async run(ctx, report: ReportedPayment) {
    const { tx, account } = ctx;
    // Payments lock their invoices first.
    const [invoice] = await lockInvoicesByGuid(tx, account.id, [report.invoice_guid]);
    const payment = await findLinkPayment(tx, account.id, report.checkout_id);
    if (!payment) fail('invoice_not_found');
    const key = keyOf(report, report.kind);
    const known = await findReports(tx, account.id, [key, keyOf(report, 'taken'), keyOf(report, 'returned')]);
    if (known.has(key)) fail('invoice_locked');
    const wasTaken = known.get(keyOf(report, 'taken'))?.is_booked;
    const counting = known.has(keyOf(report, 'returned'))
      ? null
      : await findCountingPayment(tx, account.id, payment, report.amount);
    const booking = await bookReport(ctx, invoice ?? null, report, { wasTaken, counting });
    const stored = reportCte(
      account.id,
      { key, paymentGuid: payment.guid, isBooked: booking.isBooked },
      ctx.now,
    );
    return ctx.finish({
      target: report.invoice_guid,
      row: recordRow,
      ctes: booking.ctes ? joinCtes(booking.ctes, stored) : stored,
      result: selectInvoiceIds(invoice ?? payment),
    });
  },
});

function keyOf({ report_id }: ReportedPayment, kind: ReportedPayment['kind']): string {
  return kind === 'taken' ? report_id : `${report_id}/${kind}`;
}

async function bookReport(
  ctx: WriteContext,
  invoice: LedgerInvoice | null,
  report: ReportedPayment,
  { wasTaken, counting }: { wasTaken: boolean | undefined; counting: { id: number; guid: string } | null },
): Promise<Booking> {
  const tell = (more = ''): Booking => ({
    ctes: invoice && tellCtes(ctx.account.id, invoice.id, `${report.reason} on ${report.on}${more}`, ctx.now),
    isBooked: false,
  });
  if (report.kind === 'opened' || report.kind === 'lost') return tell();
  if (report.kind === 'returned') {
    // Not taken yet: the two reports came in the wrong order and cancel each other out.
    if (wasTaken === undefined) return NOTHING;
    return wasTaken ? { ctes: await recordReturned(ctx, invoice, report), isBooked: true } : tell();
  }
  // Reversed by hand already, or given back before this report came.
  if (!counting) return NOTHING;
  try {
    return { ctes: await takeBack(ctx, counting, report), isBooked: true };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return tell(
      `: ${fixed2(decimal(report.amount))} ${report.currency} is not booked, because the payment was used; book it by hand`,
    );
  }
}

async function takeBack(
  ctx: WriteContext,
  found: { id: number; guid: string },
  report: ReportedPayment,
): Promise<Sql> {
  const open = await openPayment(ctx, found);
  const amount = decimal(report.amount);
  if (open.payment.currency !== report.currency || amount.gt(open.payment.amount))
    fail('amount_exceeds_credit', open.payment.amount);
  const notes = await notesWithCredit(ctx, open);
  const surplus = decimal(open.payment.unallocated);
  const credit = sum([surplus, ...notes.map(leftOf)]);
  return credit.gte(amount) ? payBack(ctx, open, notes, report) : reverseInPart(ctx, open, report);
}

/** Credit notes of the invoices that it settles, of which something is still to be paid back. */
async function notesWithCredit(ctx: WriteContext, { invoices }: OpenPayment): Promise<LedgerInvoice[]> {
  const ids = invoices.flatMap(({ notes }) => notes.map(({ id }) => id));
  const notes = ids.length === 0 ? [] : await lockInvoicesById(ctx.tx, ctx.account.id, ids);
  return notes.filter((note) => leftOf(note).gt(ZERO));
}

function leftOf({ refund_amount, paid_amount, currency }: LedgerInvoice): Decimal {
  const left = payableAmount(decimal(refund_amount).minus(paid_amount), currency);
  return left.gt(ZERO) ? left : ZERO;
}

/** The credit notes come first: they say why the money went back. */
async function payBack(
  ctx: WriteContext,
  open: OpenPayment,
  notes: readonly LedgerInvoice[],
  report: ReportedPayment,
): Promise<Sql> {
  let free = decimal(report.amount);
  const invoices: InvoiceShare[] = [];
  for (const invoice of notes) {
    const share = smaller(free, leftOf(invoice));
    if (isZero(share)) continue;
    invoices.push({ invoice, amount: share, paid: share });
    free = free.minus(share);
  }
  const surplus = isZero(free) ? [] : [{ payment: open.payment, amount: free }];
  const plan = { ...(await planOf(ctx, open, report)), direction: 'out' as const, invoices, surplus };
  return bookPayment(ctx, plan).ctes;
}

/** Reverses the payment, so that its invoices are owed again, and records what was not taken back as a new one. */
async function reverseInPart(ctx: WriteContext, open: OpenPayment, report: ReportedPayment): Promise<Sql> {
  const { payment, invoices } = open;
  await refuseUses(ctx, { paymentId: payment.id, noteIds: [] });
  const settled = await resettle(ctx, open, invoices, () => ZERO);
  const on = report.on < payment.paid_on ? payment.paid_on : report.on;
  await emitReversed(ctx, open, settled, on, report.reason);
  const reversed = reversePaymentsCte(ctx.account.id, [payment.id], on, report.reason);
  const kept = decimal(payment.amount).minus(report.amount);
  if (isZero(kept)) return joinCtes(reversed, settlementCtes(ctx, settled));
  const fee = smaller(kept, decimal(payment.fee));
  const shares = sharesOfRemainder(open, settled, kept.minus(fee));
  const plan: PaymentPlan = {
    ...(await planOf(ctx, open, report)),
    amount: kept,
    paidOn: on,
    components: { interest: ZERO, charge: ZERO, fee },
    acquirerFee: decimal(payment.acquirer_fee),
    invoices: shares,
  };
  const untouched = settled.filter(({ before }) => !shares.some(({ invoice }) => invoice.id === before.id));
  const { ctes } = bookPayment(ctx, plan);
  if (untouched.length === 0) return joinCtes(reversed, ctes);
  if (shares.length === 0) return joinCtes(reversed, ctes, settlementCtes(ctx, untouched));
  return fail('credit_already_used', payment.guid);
}

/** What was kept settles the same invoices, as they are without the reversed payment. */
function sharesOfRemainder(
  open: OpenPayment,
  settled: readonly SettledInvoice[],
  kept: Decimal,
): InvoiceShare[] {
  let free = kept;
  return settled.flatMap(({ before, after }) => {
    const invoice = {
      ...before,
      paid_amount: after.paid_amount,
      paid_on: after.paid_on,
      status: after.status,
    };
    const most = smaller(shareOf(open, before.id), mostPayable(invoice));
    const share = smaller(free, most);
    free = free.minus(share);
    return isZero(share) ? [] : [{ invoice, amount: share, paid: share }];
  });
}

async function emitReversed(
  ctx: WriteContext,
  open: OpenPayment,
  settled: readonly SettledInvoice[],
  on: string,
  reason: string,
): Promise<void> {
  const before = (await findPayment(ctx.tx, ctx.account.id, open.payment.guid)) ?? fail('payment_not_found');
  const after = {
    ...toPayment(before),
    state: 'reversed' as const,
    reversed_on: on,
    reversal_reason: reason,
  };
  ctx.emit('payment.reversed', moneyMoved(after));
  const shares = open.invoices.map((invoice) => ({ invoice, amount: shareOf(open, invoice.id) }));
  emitEach(
    ctx,
    'invoice.payment_reversed',
    shares.filter(({ amount }) => !isZero(amount)).map((share) => shareEvent(share, after)),
  );
  followSettlement(ctx, settled);
}

/** Money that the provider took and gave back, as after a dispute that was won. */
async function recordReturned(
  ctx: WriteContext,
  invoice: LedgerInvoice | null,
  report: ReportedPayment,
): Promise<Sql> {
  const { amount, currency, on, report_id: reference, reason: note } = report;
  const received = {
    ...report,
    amount,
    currency,
    paid_at: new Date(`${on}T12:00:00Z`),
    reference,
    acquirer_fee: null,
  };
  const plan = await planReceived(ctx, invoice, { ...received, checkout_id: keyOf(report, 'returned') });
  return bookPayment(ctx, { ...plan, note }).ctes;
}

async function planOf(
  ctx: WriteContext,
  { payment }: OpenPayment,
  report: ReportedPayment,
): Promise<PaymentPlan> {
  return {
    direction: 'in',
    source: 'payment_link',
    sourceKey: keyOf(report, report.kind),
    amount: decimal(report.amount),
    currency: payment.currency,
    exchangeRate: payment.exchange_rate,
    paidOn: report.on,
    isDaySent: true,
    method: OTHER_METHOD,
    reference: report.report_id,
    note: report.reason,
    payer: await onlyPayer(ctx, [payment.customer_id]),
    components: NO_COMPONENTS,
    acquirerFee: ZERO,
    invoices: [],
    surplus: [],
  };
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}
