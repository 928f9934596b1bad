import { z } from 'zod';
import type { PaymentUpdate } from '../../kernel/ports/ports.ts';
import { parsePublicToken } from '../../kernel/security/public-token.ts';
import { fromMinorUnits } from './minor-units.ts';

/** Whose checkout it is stands in its metadata: unlike other references, no payer can set that. */
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

/** What an event of Stripe says of a checkout; null when it is no event at all. */
export function newsIn(body: Buffer): PaymentUpdate | null {
  const told = event.safeParse(json(body));
  if (!told.success) return null;
  const { type, created, data } = told.data;
  const about = session.safeParse(data.object);
  const invoice = parsePublicToken(about.data?.metadata[INVOICE_KEY] ?? '');
  if (!about.success || !invoice) return { kind: 'other' };
  const { id: checkoutId, amount_total, payment_status } = about.data;
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      if (payment_status !== 'paid') return { kind: 'pending', checkoutId, invoice };
      const currency = about.data.currency.toUpperCase();
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

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
