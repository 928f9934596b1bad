import { z } from 'zod';
import type { PaymentUpdate } from '../../kernel/ports/ports.ts';
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
});

/** Parses a webhook event of Stripe about a checkout; null if it is not an event. */
export function parseEvent(body: Buffer): PaymentUpdate | null {
  const parsed = event.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return null;
  const { type, created, data } = parsed.data;
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
      return { kind: 'paid', checkoutId, invoice, amount, currency, paidAt: new Date(created * 1000) };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return { kind: 'closed', checkoutId, invoice };
    default:
      return { kind: 'other' };
  }
}
