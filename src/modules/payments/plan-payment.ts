import { spreadPayment } from '../../domain/payments/spread.ts';
import { type Decimal, fixed2, isZero } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { findRate } from '../costs/store.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import type { InvoiceShare } from './book-payment.ts';
import type { AllocationInput } from './schema.ts';

/** An invoice as a message names it. */
export function nameOf({ kind, number }: Pick<LedgerInvoice, 'kind' | 'number'>): string {
  return `${kind === 'credit' ? 'Credit note' : 'Invoice'} ${number ?? ''}`.trim();
}

/** Refuses documents that money cannot settle. */
export function checkPayable({ kind, status, number }: LedgerInvoice): void {
  if (status === 'Draft') fail('invoice_not_payable', violation('pay_draft'));
  if (kind === 'credit') fail('invoice_not_payable', violation('pay_credit_note', String(number)));
  if (status === 'Cancelled') fail('invoice_not_payable', violation('pay_cancelled', String(number)));
}

export interface ShareRequest {
  amount?: Decimal | undefined;
  paid?: Decimal | undefined;
  invoice: LedgerInvoice;
}

/** What fits is checked for each allocation by itself, so that two of one invoice or credit could take it twice. */
export function refuseRepeated(guids: readonly string[]): void {
  const isRepeated = new Set(guids.map((guid) => guid.toLowerCase())).size < guids.length;
  if (isRepeated) fail('field_invalid', 'allocations', violation('allocations_repeated'));
}

/** `paid` says what an amount in another currency takes of the payment; in the same currency that is the amount itself. */
export function refuseOtherPaid(
  { amount, paid }: Pick<AllocationInput, 'amount' | 'paid'>,
  at: number,
): void {
  if (paid && !amount?.eq(paid))
    fail('field_invalid', `allocations.${at}.paid`, violation('paid_in_same_currency'));
}

/** Locks the invoices that allocations name, in the order in which they were sent. */
export async function lockRequested(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  allocations: readonly AllocationInput[],
  currency: string,
): Promise<ShareRequest[]> {
  const guids = allocations.map(
    ({ invoice_guid }, at) => invoice_guid ?? fail('field_required', `allocations.${at}.invoice_guid`),
  );
  const ofPayment = allocations.findIndex(({ payment_guid }) => payment_guid);
  if (ofPayment >= 0) fail('field_invalid', `allocations.${ofPayment}.payment_guid`, violation('of_refund'));
  refuseRepeated(guids);
  const locked = guids.length === 0 ? [] : await lockInvoicesByGuid(tx, account.id, guids);
  return allocations.map(({ amount, paid }, at) => {
    const invoice = locked.find((one) => one.guid === guids[at]) ?? fail('invoice_not_found');
    checkPayable(invoice);
    if (invoice.currency !== currency && !(amount && paid))
      fail('currency_mismatch', nameOf(invoice), invoice.currency, currency);
    if (invoice.currency === currency) refuseOtherPaid({ amount, paid }, at);
    return { invoice, amount, paid };
  });
}

/** Spreads what a payment has for invoices over the requested ones; refuses what does not fit. */
export function spreadOver(
  { available, currency }: { available: Decimal; currency: string },
  requests: readonly ShareRequest[],
): InvoiceShare[] {
  const targets = requests.map(({ invoice, amount, paid }) => ({
    // A write-off leaves nothing to settle.
    invoice: invoice.written_off_on === null ? invoice : { ...invoice, paid_amount: invoice.amount },
    request: { amount, paid: invoice.currency === currency ? undefined : paid },
  }));
  const spread = spreadPayment(available, currency, targets);
  if (!Array.isArray(spread)) refuse(spread, requests, currency);
  const shares: InvoiceShare[] = [];
  for (const [at, { amount, paid }] of spread.entries()) {
    const invoice = requests[at]?.invoice;
    if (!invoice || isZero(amount)) continue;
    shares.push({ invoice, amount, paid });
  }
  return shares;
}

/** The rate of the day of value; without a known one that of an invoice in the same currency. */
export async function rateOf(
  { tx }: Pick<WriteContext, 'tx'>,
  { currency, paidOn }: { currency: string; paidOn: string },
  invoices: readonly LedgerInvoice[],
): Promise<string> {
  if (currency === 'ISK') return '1';
  const known = invoices.find((one) => one.currency === currency)?.exchange_rate;
  return (await findRate(tx, currency, paidOn)) ?? known ?? fail('exchange_rate_missing', currency, paidOn);
}

function refuse(
  problem: Exclude<ReturnType<typeof spreadPayment>, unknown[]>,
  requests: readonly ShareRequest[],
  currency: string,
): never {
  if (problem.code === 'exceed_payment')
    fail(
      'allocations_exceed_payment',
      `${problem.allocated} ${currency}`,
      `${problem.available} ${currency}`,
    );
  const invoice = requests[problem.index]?.invoice;
  if (!invoice) throw new Error('A problem names one of the requests');
  fail('allocation_exceeds_remaining', nameOf(invoice), `${problem.fits} ${invoice.currency}`);
}

/** The oldest due date first; of one day the oldest invoice. */
export function byDueDate(a: LedgerInvoice, b: LedgerInvoice): number {
  return a.due_date.localeCompare(b.due_date) || a.id - b.id;
}

export function sumText(amount: Decimal, currency: string): string {
  return `${fixed2(amount)} ${currency}`;
}
