import { z } from 'zod';
import { remaining } from '../../domain/invoices/invoice-status.ts';
import { lastIssueDate } from '../../domain/invoices/invoice-warnings.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import type { Components } from '../../domain/payments/payment.ts';
import { type Decimal, isZero, ZERO } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { type LedgerInvoice, lockOpenInvoices } from '../invoices/records/ledger-store.ts';
import { bookPayment, PAYMENT_EVENTS, type PaymentPlan, principalOf } from './book-payment.ts';
import { lockCredits, takeCredits, takeRequested } from './credits.ts';
import { paymentEffect } from './payment-effect.ts';
import { findPayers, type Payer, paymentAnswer } from './payment-store.ts';
import { byDueDate, lockRequested, rateOf, spreadOver } from './plan-payment.ts';
import { type PaymentInput, payment, paymentInput } from './schema.ts';

export const recordPayment = defineWrite({
  name: 'record-payment',
  summary: 'Records money that came in or was paid back, and settles invoices by it.',
  description:
    'Send the day of value and the invoices that it settles, or only the customer: then the oldest open invoices are settled. The remainder of the payment stays as credit of the customer. With `direction` out it pays credit back.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  books: true,
  events: PAYMENT_EVENTS,
  input: paymentInput,
  output: z.object({ payment }),
  refusals: [
    'period_locked',
    'invoice_not_found',
    'customer_not_found',
    'payment_not_found',
    'allocation_exceeds_remaining',
    'allocations_exceed_payment',
    'currency_mismatch',
    'invoice_not_payable',
    'amount_exceeds_credit',
    'exchange_rate_missing',
  ],
  async run(ctx, input) {
    const plan = await planPayment(ctx, input);
    const booked = bookPayment(ctx, plan);
    const effect = paymentEffect(plan, booked.settled);
    const { guid: target, ctes, result } = booked;
    return ctx.finish({ target, row: paymentAnswer, ctes, result, bookedOn: [plan.paidOn], effect });
  },
});

export async function planPayment(ctx: WriteContext, input: PaymentInput): Promise<PaymentPlan> {
  const { amount, currency = 'ISK', direction = 'in', allocations } = input;
  if (!input.customer_guid && !allocations)
    fail('field_required', 'customer_guid (or allocations, to say what it settles)');
  const components = componentsOf(input);
  const available = principalOf(amount, components);
  const paidOn = checkDay(input.paid_on ?? ctx.today, ctx.today);
  const payer = await findPayer(ctx, input.customer_guid);
  const base = {
    direction,
    source: 'manual' as const,
    sourceKey: null,
    amount,
    currency,
    paidOn,
    isDaySent: input.paid_on !== undefined,
    method: input.method_payment ?? null,
    reference: input.reference ?? '',
    note: input.note ?? '',
    components,
    acquirerFee: input.acquirer_fee ?? ZERO,
  };
  checkParts(input, available);
  if (direction === 'out') {
    const taken = allocations?.length
      ? await takeRequested(ctx, allocations, amount, currency)
      : takeCredits(payer ? await lockCredits(ctx, payer.id, currency) : [], amount, currency);
    const exchangeRate = await rateOf(
      ctx,
      base,
      taken.invoices.map(({ invoice }) => invoice),
    );
    return { ...base, exchangeRate, payer: payer ?? (await onlyPayer(ctx, creditors(taken))), ...taken };
  }
  const requests = allocations
    ? await lockRequested(ctx, allocations, currency)
    : payer
      ? (await lockOpenInvoices(ctx.tx, ctx.account.id, payer.id, currency))
          .filter(isOwedInvoice)
          .sort(byDueDate)
          .map((invoice) => ({ invoice }))
      : [];
  const exchangeRate = await rateOf(
    ctx,
    base,
    requests.map(({ invoice }) => invoice),
  );
  const invoices = spreadOver({ available, currency }, requests);
  const owners = invoices.map(({ invoice }) => invoice.customer_id);
  return { ...base, exchangeRate, payer: payer ?? (await onlyPayer(ctx, owners)), invoices, surplus: [] };
}

function componentsOf({ components }: PaymentInput): Components<Decimal> {
  return {
    interest: components?.interest ?? ZERO,
    charge: components?.charge ?? ZERO,
    fee: components?.fee ?? ZERO,
  };
}

/** Money is recorded up to the last day on which a document may be dated. */
export function checkDay(day: string, today: string): string {
  const latest = lastIssueDate(today);
  if (day > latest) fail('field_invalid', 'paid_on', violation('before', latest));
  return day;
}

function checkParts({ direction, components, acquirer_fee, amount }: PaymentInput, available: Decimal): void {
  if (available.lt(ZERO)) fail('field_invalid', 'components', violation('parts_exceed', amount.toFixed()));
  if (acquirer_fee?.gt(amount))
    fail('field_invalid', 'acquirer_fee', violation('parts_exceed', amount.toFixed()));
  const hasParts = components && Object.values(components).some((part) => part && !isZero(part));
  if (direction === 'out' && (hasParts || (acquirer_fee && !isZero(acquirer_fee))))
    fail('field_invalid', 'components', violation('parts_of_refund'));
}

async function findPayer(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  guid: string | undefined,
): Promise<Payer | null> {
  if (!guid) return null;
  const [payer] = await findPayers(tx, account.id, { guid });
  return payer ?? fail('customer_not_found');
}

/** The customer of all of them; null where there are several. */
export async function onlyPayer(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  customerIds: readonly (number | null)[],
): Promise<Payer | null> {
  const ids = [...new Set(customerIds)];
  const [id, ...others] = ids;
  if (id === undefined || id === null || others.length > 0) return null;
  const [payer] = await findPayers(tx, account.id, { ids: [id] });
  return payer ?? null;
}

/** Whether the customer owes something of it. */
export function isOwedInvoice(invoice: LedgerInvoice): boolean {
  return !isZero(payableAmount(remaining(invoice), invoice.currency)) && invoice.kind === 'invoice';
}

function creditors({ invoices, surplus }: Pick<PaymentPlan, 'invoices' | 'surplus'>): (number | null)[] {
  return [
    ...invoices.map(({ invoice }) => invoice.customer_id),
    ...surplus.map(({ payment: one }) => one.customer_id),
  ];
}
