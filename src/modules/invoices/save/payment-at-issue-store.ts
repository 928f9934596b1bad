import type { PaymentSource } from '../../../domain/payments/payment.ts';
import { type Decimal, fixed2, toWire, ZERO } from '../../../domain/values/money.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { cte } from '../../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { paidAtIssueCtes } from '../records/ledger-write-store.ts';

/** The payment that comes with a document: it is issued as paid, or the refund of a credit note was paid already. */
export interface PaymentAtIssue {
  guid: string;
  kind: 'invoice' | 'credit';
  amount: Decimal;
  currency: string;
  method: number | null;
  source: PaymentSource;
  exchangeRate: string;
}

/** Emits the payment and returns the CTEs that store it; nothing where nothing is paid. `from`: the CTE with the document. */
export function payAtIssue(ctx: WriteContext, paid: PaymentAtIssue, from: 'invoice' | 'issued'): Sql {
  const { guid, kind, currency, method, source } = paid;
  if (paid.amount.lte(ZERO)) return EMPTY;
  const [amount, paid_on] = [toWire(paid.amount), ctx.today];
  const payment = ctx.newGuid();
  ctx.emit('payment.recorded', { guid: payment, amount, currency, paid_on, source });
  ctx.emit(
    'invoice.payment_recorded',
    { guid, number: sql`about.number::text`, kind, amount, currency, paid_on, payment_guid: payment },
    sql`(select number from ${cte(from)}) about`,
  );
  const record = {
    guid: payment,
    direction: kind === 'credit' ? 'out' : 'in',
    amount: fixed2(paid.amount),
    currency,
    exchange_rate: paid.exchangeRate,
    paid_on,
    recorded_at: ctx.now,
    method_payment: method,
    source,
    customer_id: sql`${cte(from)}.customer_id`,
    unallocated: '0',
    created_by: ctx.caller.person?.id ?? null,
  } as const;
  return paidAtIssueCtes(ctx.account.id, record, cte(from));
}
