import type { PaymentsConfig } from '../../config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { NewGuid } from '../../kernel/node/ids.ts';
import type { Payments } from '../../kernel/ports/ports.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { EmbeddedPayments } from './embedded.ts';
import { StripePayments } from './stripe.ts';

interface PaymentsAdapter {
  payments: Payments | null;
  /** Null unless the embedded test provider is used. */
  embedded: EmbeddedPayments | null;
}

interface PaymentsDeps {
  db: Database;
  clock: () => Date;
  newGuid: NewGuid;
  secrets: Secrets;
  urlOf: (checkoutId: string) => string;
}

/** Stripe if configured, the embedded test provider if allowed, otherwise none. */
export function openPayments(config: PaymentsConfig, deps: PaymentsDeps): PaymentsAdapter {
  const { clock } = deps;
  if (config.stripe) {
    const { stripe } = config;
    // The checkout page of Stripe may be on the seller's own domain.
    const payments = new StripePayments({
      name: 'stripe',
      ...stripe,
      clock,
      formTargets: ['https:'],
      send: (request) => fetch(request),
    });
    return { payments, embedded: null };
  }
  if (!config.test) return { payments: null, embedded: null };
  const webhookSecret = deps.secrets.sign('payments', 'test provider');
  const embedded = new EmbeddedPayments({ ...deps, webhookSecret });
  const payments = new StripePayments({
    name: 'test',
    url: 'http://embedded.payments',
    key: 'none',
    webhookSecret,
    timeoutMs: 30_000,
    clock,
    formTargets: [],
    send: (request) => embedded.answer(request),
  });
  return { payments, embedded };
}
