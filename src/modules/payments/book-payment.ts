import type { AccountingStatus } from '../../domain/invoices/invoice-states.ts';
import type { Components, Direction, PaymentSource } from '../../domain/payments/payment.ts';
import { exchangeDifference } from '../../domain/payments/spread.ts';
import { type Decimal, decimal, fixed2, isZero, sum, toWire, ZERO } from '../../domain/values/money.ts';
import { joinCtes, type Sql } from '../../kernel/database/sql.ts';
import type { EventData } from '../../kernel/events/catalogue.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { emitEach } from '../invoices/records/event-store.ts';
import type { LedgerInvoice, LockedPayment } from '../invoices/records/ledger-store.ts';
import {
  type AllocationRecord,
  insertPaymentCtes,
  insertPaymentsCtes,
  type PaymentRecord,
  takeCreditCte,
} from '../invoices/records/ledger-write-store.ts';
import {
  followSettlement,
  invoiceSubject,
  type SettledInvoice,
  settleInvoice,
  settlementCtes,
} from '../invoices/records/settle.ts';
import { type Payer, selectPayment } from './payment-store.ts';
import type { Payment } from './schema.ts';

/** What a payment does with a document: it settles an invoice, or takes what is left of a credit note. */
export interface InvoiceShare {
  invoice: LedgerInvoice;
  /** In the currency of the invoice, and in that of the payment. */
  amount: Decimal;
  paid: Decimal;
}

/** What a payment takes of the surplus of another one. */
export interface SurplusShare {
  payment: LockedPayment;
  amount: Decimal;
}

/** A payment that can be stored: all rules have been checked on locked rows. */
export interface PaymentPlan {
  direction: Direction;
  source: PaymentSource;
  sourceKey: string | null;
  amount: Decimal;
  currency: string;
  /** ISK for one unit of the currency on the day of value. */
  exchangeRate: string;
  paidOn: string;
  /** The day was sent, and is not that of the call. */
  isDaySent: boolean;
  method: number | null;
  reference: string;
  note: string;
  payer: Payer | null;
  components: Components<Decimal>;
  acquirerFee: Decimal;
  invoices: readonly InvoiceShare[];
  surplus: readonly SurplusShare[];
  /** The line of the bank that it is booked from. */
  bankLine?: string;
}

export const NO_COMPONENTS: Components<Decimal> = { interest: ZERO, charge: ZERO, fee: ZERO };

/** What of the amount can settle invoices. */
export function principalOf(amount: Decimal, { interest, charge, fee }: Components<Decimal>): Decimal {
  return amount.minus(interest).minus(charge).minus(fee);
}

export const PAYMENT_EVENTS = [
  'payment.recorded',
  'invoice.payment_recorded',
  'invoice.paid',
  'sale.paid',
] as const;

interface BookingOptions {
  /** It was paid at the bank as a claim, which needs no change for it. */
  isClaimPayment?: boolean;
  /** Further assignments to the row of the invoice. */
  more?: Sql;
}

export interface BookedPayment {
  guid: string;
  payment: Payment;
  settled: readonly SettledInvoice[];
  ctes: Sql;
  result: Sql;
}

/** Builds the statement that stores a payment and settles what it pays, and emits what happened. */
export function bookPayment(
  ctx: WriteContext,
  plan: PaymentPlan,
  options: BookingOptions = {},
): BookedPayment {
  const guid = ctx.newGuid();
  const settled = settlePlan(plan).map((one) => withMethod(one, plan.method));
  const payment = toPayment(ctx, plan, guid);
  emitRecorded(ctx, plan, payment);
  followSettlement(ctx, settled, options);
  const stored = insertPaymentCtes(ctx.account.id, toRecord(ctx, plan, guid), toAllocations(plan));
  const taken = plan.surplus.map(({ payment: from, amount }) => ({
    paymentId: from.id,
    taken: fixed2(amount),
  }));
  return {
    guid,
    payment,
    settled,
    ctes: joinCtes(stored, settlementCtes(ctx, settled, options.more), takeCreditCte(ctx.account.id, taken)),
    result: selectPayment(payment),
  };
}

/** Payments of one line of a bank. They settle different invoices. */
export interface BookedPayments {
  payments: readonly Payment[];
  settled: readonly SettledInvoice[];
  ctes: Sql;
}

/** The same for several payments at once, in one statement. */
export function bookPayments(ctx: WriteContext, plans: readonly PaymentPlan[]): BookedPayments {
  const booked = plans.map((plan) => ({ plan, payment: toPayment(ctx, plan, ctx.newGuid()) }));
  const settled = plans.flatMap((plan) => settlePlan(plan).map((one) => withMethod(one, plan.method)));
  for (const { plan, payment } of booked) emitRecorded(ctx, plan, payment);
  followSettlement(ctx, settled);
  const records = booked.map(({ plan, payment }) => toRecord(ctx, plan, payment.guid));
  const allocated = booked.flatMap(({ plan, payment }) =>
    toAllocations(plan).map((one) => ({ ...one, payment_guid: payment.guid })),
  );
  const taken = plans.flatMap(({ surplus }) =>
    surplus.map(({ payment: from, amount }) => ({ paymentId: from.id, taken: fixed2(amount) })),
  );
  const ctes = joinCtes(
    insertPaymentsCtes(ctx.account.id, records, allocated),
    settlementCtes(ctx, settled),
    takeCreditCte(ctx.account.id, taken),
  );
  return { payments: booked.map(({ payment }) => payment), settled, ctes };
}

/** An invoice that becomes paid says how. */
function withMethod(settled: SettledInvoice, method: number | null): SettledInvoice {
  const { after } = settled;
  return after.status === 'Paid' ? { ...settled, after: { ...after, method_payment: method } } : settled;
}

/** Several shares of one payment may be of the same invoice. */
function settlePlan({ invoices, paidOn }: PaymentPlan): SettledInvoice[] {
  const byInvoice = Map.groupBy(invoices, ({ invoice }) => invoice);
  return [...byInvoice].map(([invoice, shares]) =>
    settleInvoice({
      invoice,
      paidAmount: sum([decimal(invoice.paid_amount), ...shares.map(({ amount }) => amount)]),
      paidOn: invoice.paid_on !== null && invoice.paid_on > paidOn ? invoice.paid_on : paidOn,
      open: invoice.status === 'Collection' ? 'Collection' : 'Sent',
    }),
  );
}

/** What is left of a payment as credit. Money that goes out, and applied credit, leaves nothing. */
function unallocatedOf({ amount, components, invoices, direction, source }: PaymentPlan): Decimal {
  if (direction === 'out' || source === 'credit') return ZERO;
  return principalOf(amount, components).minus(sum(invoices.map(({ paid }) => paid)));
}

function toRecord(ctx: WriteContext, plan: PaymentPlan, guid: string): PaymentRecord {
  const { components } = plan;
  return {
    guid,
    direction: plan.direction,
    amount: fixed2(plan.amount),
    currency: plan.currency,
    exchange_rate: plan.exchangeRate,
    paid_on: plan.paidOn,
    recorded_at: ctx.now,
    method_payment: plan.method,
    source: plan.source,
    source_key: plan.sourceKey,
    reference: plan.reference,
    note: plan.note,
    customer_id: plan.payer?.id ?? null,
    interest: fixed2(components.interest),
    charge: fixed2(components.charge),
    fee: fixed2(components.fee),
    acquirer_fee: fixed2(plan.acquirerFee),
    unallocated: fixed2(unallocatedOf(plan)),
    bank_line_guid: plan.bankLine ?? null,
    accounting_status: accountingOf(plan),
    created_by: ctx.caller.person?.id ?? null,
  };
}

/** What a former system has booked is not handed to bookkeeping again. */
function accountingOf({ source }: PaymentPlan): AccountingStatus {
  return source === 'import' ? 'Skipped' : 'Created';
}

/** What a payment settles and takes, and its rate. */
type Allocated = Pick<PaymentPlan, 'invoices' | 'surplus' | 'source' | 'exchangeRate'>;

/** In ISK, as in the journal: a gain where an invoice brings more than it was booked at, or a credit costs less. */
function differenceOfShare({ invoice, amount, paid }: InvoiceShare, { exchangeRate }: Allocated): Decimal {
  return invoice.kind === 'invoice'
    ? exchangeDifference({ amount, paid }, invoice.exchange_rate, exchangeRate)
    : exchangeDifference({ amount: paid, paid: amount }, exchangeRate, invoice.exchange_rate);
}

function differenceOfSurplus({ payment, amount }: SurplusShare, { exchangeRate }: Allocated): Decimal {
  return exchangeDifference({ amount, paid: amount }, exchangeRate, payment.exchange_rate);
}

export function toAllocations(plan: Allocated): AllocationRecord[] {
  return [
    ...plan.invoices.map((share) => ({
      invoice_id: share.invoice.id,
      from_payment_id: null,
      amount: fixed2(share.amount),
      paid: fixed2(share.paid),
      exchange_difference: fixed2(differenceOfShare(share, plan)),
    })),
    ...plan.surplus.map((share) => ({
      invoice_id: null,
      from_payment_id: share.payment.id,
      amount: fixed2(share.amount),
      paid: fixed2(share.amount),
      exchange_difference: fixed2(differenceOfSurplus(share, plan)),
    })),
  ];
}

export function allocationOutputs(plan: Allocated): Payment['allocations'] {
  const { invoices, surplus, source } = plan;
  // Applied credit lists what it settles, and not what it was taken from.
  const listed =
    source === 'credit' ? invoices.filter(({ invoice }) => invoice.kind === 'invoice') : invoices;
  const taken = source === 'credit' ? [] : surplus;
  return [
    ...listed.map((share) => ({
      invoice_guid: share.invoice.guid,
      invoice_number: share.invoice.number === null ? null : String(share.invoice.number),
      payment_guid: null,
      amount: toWire(share.amount),
      currency: share.invoice.currency,
      paid: toWire(share.paid),
      exchange_difference: toWire(differenceOfShare(share, plan)),
    })),
    ...taken.map((share) => ({
      invoice_guid: null,
      invoice_number: null,
      payment_guid: share.payment.guid,
      amount: toWire(share.amount),
      currency: share.payment.currency,
      paid: toWire(share.amount),
      exchange_difference: toWire(differenceOfSurplus(share, plan)),
    })),
  ];
}

/** The payment as get-payment will show it. */
function toPayment(ctx: WriteContext, plan: PaymentPlan, guid: string): Payment {
  const { amount, acquirerFee, components } = plan;
  return {
    guid,
    direction: plan.direction,
    amount: toWire(amount),
    currency: plan.currency,
    paid_on: plan.paidOn,
    recorded_at: ctx.now.toISOString().slice(0, 19).replace('T', ' '),
    method_payment: plan.method,
    source: plan.source,
    reference: plan.reference,
    note: plan.note,
    customer: plan.payer && { guid: plan.payer.guid, name: plan.payer.name },
    allocations: allocationOutputs(plan),
    components: {
      interest: toWire(components.interest),
      charge: toWire(components.charge),
      fee: toWire(components.fee),
    },
    acquirer_fee: toWire(acquirerFee),
    received: toWire(amount.minus(acquirerFee)),
    unallocated: toWire(unallocatedOf(plan)),
    state: 'booked',
    reversed_on: null,
    reversal_reason: '',
    late: false,
    bank_line_guid: plan.bankLine ?? null,
    accounting_status: accountingOf(plan),
    accounting_message: '',
  };
}

export function moneyMoved({
  guid,
  direction,
  amount,
  currency,
  paid_on,
  source,
}: Pick<
  Payment,
  'guid' | 'direction' | 'amount' | 'currency' | 'paid_on' | 'source'
>): EventData<'payment.recorded'> {
  return { guid, direction, amount, currency, paid_on, source };
}

/** Applying credit moves no money, so the payment that it is kept as is allocated and not recorded. */
function emitRecorded(ctx: WriteContext, plan: PaymentPlan, payment: Payment): void {
  ctx.emit(plan.source === 'credit' ? 'payment.allocated' : 'payment.recorded', moneyMoved(payment));
  const settles = plan.invoices.filter(({ amount }) => !isZero(amount));
  emitEach(
    ctx,
    'invoice.payment_recorded',
    settles.map((share) => shareEvent(share, payment)),
  );
}

export function shareEvent(
  { invoice, amount }: Pick<InvoiceShare, 'invoice' | 'amount'>,
  { guid, paid_on }: Pick<Payment, 'guid' | 'paid_on'>,
): EventData<'invoice.payment_recorded'> {
  return {
    ...invoiceSubject(invoice),
    amount: toWire(amount),
    currency: invoice.currency,
    paid_on,
    payment_guid: guid,
  };
}
