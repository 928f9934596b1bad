import { OWED_STATUSES, remaining } from '../../domain/invoices/invoice-status.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import { mostOf, mostPayable } from '../../domain/payments/settlement.ts';
import { type Decimal, fixed2, isZero, ZERO } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { EMPTY } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, number, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { requireOpenPeriod } from '../../kernel/write/locked-periods.ts';
import {
  findLedgerInvoice,
  type LedgerInvoice,
  type LedgerState,
  lockInvoicesByGuid,
} from '../invoices/records/ledger-store.ts';
import { claimCancelled, selectInvoiceIds } from '../invoices/records/ledger-write-store.ts';
import { followSettlement, invoiceSubject, settlementCtes } from '../invoices/records/settle.ts';
import { invoiceRecord } from '../invoices/save/invoice-effect.ts';
import { bookPayment, NO_COMPONENTS, PAYMENT_EVENTS, type PaymentPlan } from './book-payment.ts';
import { paymentEffect, settledFields } from './payment-effect.ts';
import { nameOf, rateOf, sumText } from './plan-payment.ts';
import { checkDay, onlyPayer } from './record-payment.ts';
import { entryInputs } from './schema.ts';

/** Other names for the amount and the day, which would be lost silently. */
const MISNAMED = {
  ...Object.fromEntries(['sum', 'total', 'paid'].map((name) => [name, violation('other_name', 'amount')])),
  ...Object.fromEntries(
    ['date', 'payment_date', 'paid_date'].map((name) => [name, violation('other_name', 'paid_on')]),
  ),
};

export const doPaidInvoice = defineWrite({
  name: 'do-paid-invoice',
  summary: 'Records that an invoice was paid, in whole or in part, or that a credit note was paid back.',
  description:
    'Use it when the money came in a way that the service does not see, such as a bank transfer. Without an amount all that remains is paid: its claim is cancelled and no more reminders are sent.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  callsOutside: true,
  books: true,
  events: [...PAYMENT_EVENTS, 'invoice.claim_cancelled'],
  input: object({
    guid: guid('The invoice'),
    amount: number({ places: 2, min: '0.01', max: '999999999999' }).optional(
      'What was paid of it; all that remains when left out',
    ),
    paid_on: entryInputs.paid_on,
    method_payment: entryInputs.method_payment,
    reference: entryInputs.reference,
  }),
  refusedFields: MISNAMED,
  output: createdRecord,
  refusals: [
    'period_locked',
    'invoice_not_found',
    'invoice_locked',
    'claim_cancel_failed',
    'allocation_exceeds_remaining',
  ],
  async prepare(ctx, { guid: target, amount, paid_on: paidOn }) {
    const invoice = (await findLedgerInvoice(ctx.db, ctx.account.id, target)) ?? fail('invoice_not_found');
    const toPay = amountToPay(invoice, amount);
    // Before the bank is asked: a refusal later would leave the claim cancelled.
    if (paidOn) await requireOpenPeriod(ctx, [paidOn]);
    const cancelsClaim = invoice.claim_status === 'sent' && toPay.gte(mostPayable(invoice));
    // A dry run does not ask the bank, and predicts that it will cancel the claim.
    if (cancelsClaim && !ctx.isRehearsal) {
      const outcome = await ctx.ports.bank
        .cancelClaim(ctx.account.id, invoice.claim_id)
        .catch(() => 'refused');
      // A claim that was paid in part may be past cancelling. The money is recorded all the same, and a job notes it.
      if (outcome === 'part_paid') return { cancelledClaim: null, finalClaim: invoice.claim_id };
      if (outcome !== 'cancelled' && outcome !== 'unknown') fail('claim_cancel_failed');
    }
    return { cancelledClaim: cancelsClaim ? invoice.claim_id : null, finalClaim: null };
  },
  async run(ctx, input, { cancelledClaim, finalClaim }) {
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [input.guid]);
    if (!invoice) fail('invoice_not_found');
    const amount = amountToPay(invoice, input.amount);
    const settlesAll = amount.gte(mostPayable(invoice));
    // Its claim was recorded between prepare and run, so it has not been cancelled at the bank.
    const isAsked = invoice.claim_id === cancelledClaim || invoice.claim_id === finalClaim;
    if (settlesAll && invoice.claim_status === 'sent' && !isAsked) fail('claim_cancel_failed');
    const isCancelled = cancelledClaim !== null && invoice.claim_status === 'sent';
    if (isCancelled) {
      ctx.emit('invoice.claim_cancelled', invoiceSubject(invoice));
      // A part may have been paid at the bank shortly before.
      ctx.enqueue('cancel-claim', { invoice_guid: invoice.guid });
    }
    const target = invoice.guid;
    const result = selectInvoiceIds(invoice);
    if (isZero(amount))
      return ctx.finish({ target, row: recordRow, result, ...settleWithoutMoney(ctx, invoice) });
    const plan = await toPlan(ctx, invoice, amount, input);
    const known = isCancelled ? { ...invoice, claim_status: 'cancel' as const } : invoice;
    const withClaim = { ...plan, invoices: plan.invoices.map((share) => ({ ...share, invoice: known })) };
    const booked = bookPayment(ctx, withClaim, { more: isCancelled ? claimCancelled : EMPTY });
    const effect = paymentEffect(
      plan,
      booked.settled.map((one) => ({ ...one, before: invoice })),
    );
    const bookedOn = [plan.paidOn];
    return ctx.finish({ target, row: recordRow, ctes: booked.ctes, result, bookedOn, effect });
  },
});

/** What is recorded: the part that was sent, or all that remains as it is paid. */
function amountToPay(invoice: LedgerState, sent: Decimal | undefined): Decimal {
  const { kind, status, currency } = invoice;
  const isOpen = kind === 'credit' ? status === 'Sent' : OWED_STATUSES.includes(status);
  if (!isOpen || invoice.written_off_on !== null) fail('invoice_locked', status);
  const exact = kind === 'credit' ? mostOf(remaining(invoice), currency) : mostPayable(invoice);
  if (sent?.gt(exact)) fail('allocation_exceeds_remaining', nameOf(invoice), sumText(exact, currency));
  return sent ?? payableAmount(exact, currency);
}

async function toPlan(
  ctx: WriteContext,
  invoice: LedgerInvoice,
  amount: Decimal,
  input: {
    paid_on?: string | undefined;
    method_payment?: number | undefined;
    reference?: string | undefined;
  },
): Promise<PaymentPlan> {
  const paidOn = checkDay(input.paid_on ?? ctx.today, ctx.today);
  return {
    direction: invoice.kind === 'credit' ? 'out' : 'in',
    source: 'manual',
    sourceKey: null,
    amount,
    currency: invoice.currency,
    exchangeRate: await rateOf(ctx, { currency: invoice.currency, paidOn }, [invoice]),
    paidOn,
    isDaySent: input.paid_on !== undefined,
    method: input.method_payment ?? null,
    reference: input.reference ?? '',
    note: '',
    payer: await onlyPayer(ctx, [invoice.customer_id]),
    components: NO_COMPONENTS,
    acquirerFee: ZERO,
    invoices: [{ invoice, amount, paid: amount }],
    surplus: [],
  };
}

/** A credit note that only lowers its invoice, or a rest of less than half a króna: nobody pays anything. */
function settleWithoutMoney(ctx: WriteContext, invoice: LedgerInvoice) {
  const { id, paid_amount, refund_amount } = invoice;
  const after = { id, status: 'Paid' as const, paid_amount, refund_amount, paid_on: ctx.today };
  const settled = [{ before: invoice, after, notes: [] }];
  followSettlement(ctx, settled);
  return {
    ctes: settlementCtes(ctx, settled),
    effect: {
      kind: 'payment' as const,
      record: invoiceRecord(invoice),
      amount: fixed2(ZERO),
      currency: invoice.currency,
      payment: { amount: '0', method: null },
      deliver: [],
      claim: false,
      fields: settledFields(settled),
    },
  };
}
