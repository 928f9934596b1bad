import { z } from 'zod';
import { decimal, divide, fixed2 } from '../../domain/values/money.ts';
import type { PaidOut } from '../../kernel/ports/ports.ts';
import { parsePublicToken } from '../../kernel/security/public-token.ts';
import { INVOICE_KEY } from './events.ts';
import { fromMinorUnits } from './minor-units.ts';

/** What Stripe adds to its balance for a payment, in the currency of the balance. */
const balanceTransaction = z.object({
  id: z.string(),
  fee: z.int(),
  currency: z.string().length(3),
  /** Units of the balance for one unit of the payment, where the currencies differ. */
  exchange_rate: z.number().positive().nullish(),
});

const intent = z.object({
  currency: z.string().length(3),
  latest_charge: z.object({ balance_transaction: balanceTransaction.nullish() }).nullish(),
});

/** What Stripe keeps of a payment, in its currency; null while Stripe has not computed it. */
export function parseFee(body: unknown): string | null {
  const { data } = intent.safeParse(body);
  const booked = data?.latest_charge?.balance_transaction;
  return data && booked ? feeOf(booked, data.currency) : null;
}

function feeOf(
  { fee, currency, exchange_rate }: z.infer<typeof balanceTransaction>,
  ofPayment: string,
): string {
  const kept = fromMinorUnits(Math.max(fee, 0), currency.toUpperCase());
  const isSame = currency === ofPayment || !exchange_rate;
  return isSame ? kept : fixed2(divide(decimal(kept), decimal(exchange_rate)));
}

const charge = z.object({
  object: z.literal('charge'),
  currency: z.string().length(3),
  payment_intent: z.string().min(1).max(255),
  metadata: z.record(z.string(), z.string()),
});
const refund = z.object({ object: z.literal('refund'), id: z.string().min(1).max(255), charge });
const page = z.object({
  has_more: z.boolean(),
  data: z.array(balanceTransaction.extend({ source: z.unknown() })),
});

interface PayoutPage {
  rows: PaidOut[];
  /** Where the next page begins; null on the last one. */
  after: string | null;
}

/** A page of what a payout consists of: payments and refunds of checkouts that were made here. */
export function parsePayoutPage(body: unknown): PayoutPage {
  const { data, has_more } = page.parse(body);
  const rows = data.flatMap((booked): PaidOut[] => {
    const paid = charge.safeParse(booked.source).data;
    const refunded = refund.safeParse(booked.source).data;
    const invoice = parsePublicToken((paid ?? refunded?.charge)?.metadata[INVOICE_KEY] ?? '');
    if (!invoice) return [];
    if (refunded) return [{ invoice, reference: refunded.id, fee: null }];
    return paid ? [{ invoice, reference: paid.payment_intent, fee: feeOf(booked, paid.currency) }] : [];
  });
  return { rows, after: has_more ? (data.at(-1)?.id ?? null) : null };
}
