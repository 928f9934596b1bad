import { z } from 'zod';
import type { PaidCheckout, PaymentReport, PaymentUpdate } from '../../kernel/ports/ports.ts';
import { parsePublicToken } from '../../kernel/security/public-token.ts';
import { parseJson } from '../parse-json.ts';
import { fromMinorUnits } from './minor-units.ts';

/** Metadata key that links a checkout to its invoice. Unlike other references, a payer can't set metadata. */
export const INVOICE_KEY = 'kvitt_invoice';

const event = z.object({
  type: z.string(),
  created: z.int().positive(),
  data: z.object({ object: z.unknown() }),
});

const session = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('checkout.session'),
  amount_total: z.int().min(0),
  currency: z.string().length(3),
  payment_status: z.string(),
  metadata: z.record(z.string(), z.string()),
  payment_intent: z.string().max(255).nullish(),
});

const refund = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('refund'),
  amount: z.int().positive(),
  currency: z.string().length(3),
  payment_intent: z.string().min(1).max(255),
  status: z.string().nullish(),
});

const dispute = z.object({
  id: z.string().min(1).max(255),
  object: z.literal('dispute'),
  amount: z.int().positive(),
  currency: z.string().length(3),
  payment_intent: z.string().min(1).max(255),
  reason: z.string().max(100).nullish(),
  status: z.string().nullish(),
});

const charge = z.object({
  object: z.literal('charge'),
  payment_intent: z.string().min(1).max(255),
  balance_transaction: z.string().min(1),
  metadata: z.record(z.string(), z.string()),
});
const payout = z.object({ object: z.literal('payout'), id: z.string().min(1).max(255) });

/** Parses a webhook event of Stripe about a checkout, refund, dispute or payout; null if it is not an event. */
export function parseEvent(body: Buffer): PaymentUpdate | null {
  const parsed = event.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return null;
  const { type, created, data } = parsed.data;
  const report = parseReport(type, data.object, new Date(created * 1000));
  if (report) return report;
  const balanced = parseBalance(type, data.object);
  if (balanced) return balanced;
  const parsedSession = session.safeParse(data.object);
  const invoice = parsePublicToken(parsedSession.data?.metadata[INVOICE_KEY] ?? '');
  if (!parsedSession.success || !invoice) return { kind: 'other' };
  const { id: checkoutId, amount_total, payment_status } = parsedSession.data;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      if (payment_status !== 'paid') return { kind: 'pending', checkoutId, invoice };
      const currency = parsedSession.data.currency.toUpperCase();
      const amount = fromMinorUnits(amount_total, currency);
      const reference = parsedSession.data.payment_intent ?? '';
      return {
        kind: 'paid',
        checkoutId,
        invoice,
        amount,
        currency,
        paidAt: new Date(created * 1000),
        reference,
      };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { kind: 'closed', checkoutId, invoice };
    default:
      return { kind: 'other' };
  }
}

/** Stripe computes its fee after the payment, and says of a payout when its parts are known. */
function parseBalance(type: string, object: unknown): PaymentUpdate | null {
  if (type === 'payout.reconciliation_completed') {
    const { data } = payout.safeParse(object);
    return data ? { kind: 'paid_out', payoutId: data.id } : OTHER;
  }
  if (type !== 'charge.updated') return null;
  const { data } = charge.safeParse(object);
  const invoice = parsePublicToken(data?.metadata[INVOICE_KEY] ?? '');
  return data && invoice ? { kind: 'charged', reference: data.payment_intent, invoice } : OTHER;
}

/** A refund counts when it has succeeded; a dispute when its money is withdrawn and when that is given back. */
function parseReport(type: string, object: unknown, at: Date): PaymentUpdate | null {
  const refunded = refund.safeParse(object).data;
  if (refunded && /^(refund\.(created|updated|failed)|charge\.refund\.updated)$/.test(type)) {
    const what = refunded.status === 'succeeded' ? 'taken' : 'returned';
    if (what === 'returned' && refunded.status !== 'failed' && refunded.status !== 'canceled') return OTHER;
    const reason =
      what === 'taken' ? 'Refunded by the card provider' : 'A refund by the card provider failed';
    return toReport(refunded, what, reason, at);
  }
  const disputed = dispute.safeParse(object).data;
  if (!disputed) return null;
  const about = disputed.reason ? ` (${disputed.reason})` : '';
  switch (type) {
    case 'charge.dispute.created':
      return toReport(
        disputed,
        'opened',
        `The payer disputes the payment${about}: answer at the card provider`,
        at,
      );
    case 'charge.dispute.funds_withdrawn':
      return toReport(disputed, 'taken', `Withdrawn by the card provider for a dispute${about}`, at);
    case 'charge.dispute.funds_reinstated':
      return toReport(disputed, 'returned', `Given back by the card provider after a dispute${about}`, at);
    case 'charge.dispute.closed':
      if (disputed.status !== 'lost') return OTHER;
      return toReport(disputed, 'lost', `The dispute of the payment was lost${about}`, at);
    default:
      return OTHER;
  }
}

const OTHER: PaymentUpdate = { kind: 'other' };

function toReport(
  { id, amount: units, currency: code, payment_intent }: z.infer<typeof refund> | z.infer<typeof dispute>,
  what: PaymentReport['what'],
  reason: string,
  at: Date,
): PaymentUpdate {
  const currency = code.toUpperCase();
  const amount = fromMinorUnits(units, currency);
  return { kind: 'report', reportId: id, what, reference: payment_intent, amount, currency, at, reason };
}

const sessionList = z.object({ data: z.array(z.unknown()) });

/** The paid checkout in a list of Stripe; null if there is none that was made here. */
export function parseCheckouts(body: unknown, at: Date): PaidCheckout | null {
  for (const object of sessionList.parse(body).data) {
    const { data } = session.safeParse(object);
    const invoice = parsePublicToken(data?.metadata[INVOICE_KEY] ?? '');
    if (!data || !invoice || data.payment_status !== 'paid') continue;
    const currency = data.currency.toUpperCase();
    const amount = fromMinorUnits(data.amount_total, currency);
    return {
      checkoutId: data.id,
      invoice,
      amount,
      currency,
      paidAt: at,
      reference: data.payment_intent ?? '',
    };
  }
  return null;
}
