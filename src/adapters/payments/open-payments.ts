import type { PaymentsConfig } from '../../config.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { NewGuid } from '../../kernel/ids.ts';
import type { Payments } from '../../kernel/ports/ports.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { EmbeddedPayments } from './embedded.ts';
import { StripePayments } from './stripe.ts';

interface OpenedPayments {
  payments: Payments | null;
  /** Null where Stripe serves, or nobody. */
  embedded: EmbeddedPayments | null;
}

interface Surroundings {
  db: Database;
  clock: () => Date;
  newGuid: NewGuid;
  secrets: Secrets;
  urlOf: (checkoutId: string) => string;
}

/** Stripe where it is configured, the embedded test provider where that was allowed, else nobody. */
export function openPayments(config: PaymentsConfig, around: Surroundings): OpenedPayments {
  const { clock } = around;
  if (config.stripe) {
    const { stripe } = config;
    // Its pages may stand at an address of the seller's choice.
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
  const webhookSecret = around.secrets.sign('payments', 'test provider');
  const embedded = new EmbeddedPayments({ ...around, webhookSecret });
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
