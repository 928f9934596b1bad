import { occurrenceDate, occurrencePeriod } from '../../../domain/sales/recurrence.ts';
import { fixed2, ZERO } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { ResolvedBuyer } from '../../invoices/plan/buyer.ts';
import { lineFields } from '../../invoices/plan/lines.ts';
import type { InvoicePlan } from '../../invoices/plan/plan.ts';
import { emitNewRecords } from '../../invoices/records/event-store.ts';
import { insertSubscription } from './buy-store.ts';

const INTERVAL = 'monthly';

/**
 * Stores the template that makes the invoices of the months to come, and returns the plan of the first one as its
 * occurrence 0. The schedule continues with occurrence 1, so the job never issues the first one again.
 */
export async function planSubscription(
  ctx: WriteContext,
  name: string,
  customer: ResolvedBuyer,
  first: InvoicePlan,
  isPaymentLink: boolean,
): Promise<InvoicePlan> {
  const document = {
    guid: ctx.newGuid(),
    kind: 'recurring' as const,
    buyer: customer.buyer,
    newItems: [],
    files: null,
    lines: first.lines.map((line) => lineFields(line, ctx.newGuid())),
    now: ctx.now,
    record: {
      ...first.texts,
      buyer: first.snapshot,
      buyer_changes: customer.changes,
      tax_exempt: first.taxExempt,
      currency: first.currency,
      exchange_rate: null,
      due_days: customer.dueDays,
      due_date: null,
      settlement_days: customer.settlementDays,
      settlement_date: null,
      trading_partner_id: first.tradingPartnerId,
      amount: fixed2(first.sums.amount),
      is_discount: false,
      discount_is_percent: false,
      discount_value: '0',
      payment_fee: fixed2(ZERO),
      is_claim: false,
      is_payment_link: isPaymentLink,
      mark_paid: false,
      method_payment: null,
    },
  };
  ctx.emit('recurring.created', { guid: document.guid });
  emitNewRecords(ctx, customer.buyer, []);
  // A month is paid for before it begins.
  const rhythm = { interval: INTERVAL, period: 'ahead', start_date: ctx.today } as const;
  const { id, customer_id } = await insertSubscription(ctx.tx, ctx.account.id, document, {
    ...rhythm,
    name: name.slice(0, 200),
    max_invoices: null,
    link_national: true,
    next: { index: 1, date: occurrenceDate(ctx.today, INTERVAL, 1) },
  });
  return {
    ...first,
    buyer: { id: customer_id },
    period: occurrencePeriod(rhythm, 0),
    origin: { documentId: id, occurrence: 0, orderReference: '' },
  };
}
