import type { PaymentSource } from '../../../domain/payments/payment.ts';
import { type Decimal, fixed2, ZERO } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import type { PaymentAtIssue } from '../records/ledger-write-store.ts';

interface PaidDocument {
  guid: string;
  kind: 'invoice' | 'credit';
  /** What is paid of it. */
  amount: Decimal;
  currency: string;
  method: number | null;
  source: PaymentSource;
  exchangeRate: string;
}

/** The payment that comes with a document: it is issued as paid, or the refund of a credit note was paid already. Null where nothing is paid. */
export function paymentAtIssue(ctx: WriteContext, paid: PaidDocument): PaymentAtIssue | null {
  if (paid.amount.lte(ZERO)) return null;
  return {
    guid: ctx.newGuid(),
    direction: paid.kind === 'credit' ? 'out' : 'in',
    amount: fixed2(paid.amount),
    currency: paid.currency,
    exchange_rate: paid.exchangeRate,
    paid_on: ctx.today,
    recorded_at: ctx.now,
    method_payment: paid.method,
    source: paid.source,
    unallocated: '0',
    created_by: ctx.caller.person?.id ?? null,
    document: paid.guid,
  };
}
