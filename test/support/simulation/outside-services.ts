import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../src/config.ts';
import { BankServer } from '../bank-server.ts';
import { HubServer } from '../hub-server.ts';
import type { ClaimPart } from '../installation.ts';
import { signAsStripe } from '../payments.ts';
import { json, StripeServer } from '../stripe-server.ts';
import { TaxServer } from '../tax-server.ts';
import { type Behaviour, Gate } from './gate.ts';

export const OUTSIDE = ['bank', 'card provider', 'hub', 'tax office'] as const;
export type Outside = (typeof OUTSIDE)[number];

const WEBHOOK_SECRET = 'whsec_simulation';
const PAUSE_MS = 200;
/** How long a node waits for an answer that does not come; a busy machine needs seconds for one that does. */
const PATIENCE_SECONDS = '2';

interface Checkout {
  /** The metadata that names the invoice. */
  invoice: string;
  amount: number;
  kept: number;
}

/** The bank, the card provider, the e-invoice hub and the tax office of simulated companies, each behind a gate. */
export class OutsideServices {
  readonly #hub = new HubServer();
  readonly #tax = new TaxServer();
  readonly #bank = new BankServer();
  readonly #card = new StripeServer();
  readonly #gates = new Map<Outside, Gate>();
  readonly #checkouts = new Map<string, Checkout>();
  #reports = 0;

  /** Starts the services, and answers what a node needs to know of them. */
  async start(): Promise<Environment> {
    this.#card.answer = (call, response) => {
      const id = /\bpi_(\w+)/.exec(call.path)?.[1] ?? '';
      const paid = this.#checkouts.get(id);
      if (!paid) return this.#card.answerByDefault(call, response);
      if (call.path.startsWith('/v1/checkout'))
        return json(response, 200, { object: 'list', data: [sessionOf(id, paid)] });
      const balance_transaction = { id: 'txn_1', fee: paid.kept, currency: 'isk' };
      json(response, 200, { currency: 'isk', latest_charge: { balance_transaction } });
    };
    await this.#card.start();
    const gate = async (name: Outside, target: string, waits: 'briefly' | 'long') => {
      const one = new Gate(target, { waits });
      this.#gates.set(name, one);
      return one.start();
    };
    return {
      KVITT_BANK_URL: await gate('bank', await this.#bank.start(), 'briefly'),
      KVITT_BANK_TEMPLATE: '001',
      KVITT_BANK_TIMEOUT: PATIENCE_SECONDS,
      KVITT_STRIPE_URL: await gate('card provider', this.#card.url, 'long'),
      KVITT_STRIPE_KEY: 'sk_test_simulation',
      KVITT_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      KVITT_EINVOICE_URL: await gate('hub', await this.#hub.start(), 'long'),
      KVITT_EINVOICE_KEY: 'simulation',
      KVITT_TAX_URL: await gate('tax office', await this.#tax.start(), 'briefly'),
      KVITT_TAX_SYSTEM: 'Kvitt 1',
      KVITT_TAX_TIMEOUT: PATIENCE_SECONDS,
    };
  }

  set(name: Outside, behaviour: Behaviour): void {
    const gate = this.#gates.get(name);
    if (gate) gate.behaviour = behaviour;
  }

  /** How many requests met a failure of this service. */
  failures(name: Outside): number {
    return this.#gates.get(name)?.failed ?? 0;
  }

  /** The numbers of the invoices of a company that are at the hub. */
  einvoicesOf(kennitala: string): string[] {
    const own = [...this.#hub.documents.values()].filter(({ seller }) => seller === kennitala);
    return own.map(({ number }) => number).sort();
  }

  /** The numbers of the invoices of a company that the bank has claims of. */
  claimsOf(kennitala: string): string[] {
    const own = [...this.#bank.claims.values()].filter(({ claimKey }) => claimKey.claimantId === kennitala);
    return own.map(({ reference }) => reference).sort();
  }

  /** How often each VAT return of a company was registered. */
  returnsOf(kennitala: string): number[] {
    const own = [...this.#tax.returns.values()].filter((one) => one.kennitala === kennitala);
    return own.map(({ submitted }) => submitted);
  }

  payClaim(claimId: string, part: ClaimPart): void {
    const total = part.principal + part.interest + part.charge + part.fee;
    const fields = {
      amount: part.principal / 100,
      transactionTimestamp: `${part.on}T10:30:00.000Z`,
      bookingDate: part.on,
      valueDate: part.on,
      depositedAmount: (total - part.tax) / 100,
      totalAmountPaid: total / 100,
      noticeChargeAmountPaid: part.fee / 100,
      defaultInterestAmountPaid: part.interest / 100,
      defaultChargeAmountPaid: part.charge / 100,
      capitalGainsTax: part.tax / 100,
    };
    if (part.isLast) this.#bank.pay(claimId, fields);
    else this.#bank.payPart(claimId, part.principal / 100, fields);
  }

  /** Marks a checkout as paid, and answers the webhooks about it. */
  payCheckout(id: string, { on, kept }: { on: string; kept: number }): string[] {
    const made = this.#card.calls.find(({ headers, form }) => {
      return (
        form.mode === 'payment' && this.#card.sessions.get(String(headers['idempotency-key']))?.id === id
      );
    });
    const invoice = made?.form['metadata[kvitt_invoice]'] ?? '';
    const amount = Number(made?.form['line_items[0][price_data][unit_amount]']);
    const paid = { invoice, amount, kept };
    this.#checkouts.set(id, paid);
    this.#card.complete(id);
    const session = sessionOf(id, paid);
    const { payment_intent, metadata } = session;
    const charge = { object: 'charge', payment_intent, balance_transaction: 'txn_1', metadata };
    return [event('checkout.session.completed', on, session), event('charge.updated', on, charge)];
  }

  refund(id: string, { on, amount }: { on: string; amount: number }): string {
    this.#reports += 1;
    return event('refund.created', on, {
      ...{ id: `re_${this.#reports}`, object: 'refund', status: 'succeeded' },
      ...{ amount, currency: 'isk', payment_intent: `pi_${id}` },
    });
  }

  /** Sends a webhook until a node has taken it; `next` is called after each failure, and answers where to send it. */
  async report(body: string, { now, next }: { now: () => number; next: () => Promise<string> }) {
    for (let tries = 0; tries < 100; tries++) {
      const taken = await fetch(`${await next()}/webhooks/payments`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signAsStripe(WEBHOOK_SECRET, body, now()),
        },
        body,
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (taken) return;
      await sleep(PAUSE_MS);
    }
    throw new Error(`No node takes the webhook ${body}`);
  }

  async stop(): Promise<void> {
    for (const one of [...this.#gates.values(), this.#bank, this.#card, this.#hub, this.#tax])
      await one.stop();
  }
}

function sessionOf(id: string, { invoice, amount }: Checkout) {
  return {
    ...{ id, object: 'checkout.session', amount_total: amount, currency: 'isk', payment_status: 'paid' },
    ...{ payment_intent: `pi_${id}`, metadata: { kvitt_invoice: invoice } },
  };
}

function event(type: string, on: string, object: object): string {
  const created = Date.parse(`${on}T12:00:00Z`) / 1000;
  return JSON.stringify({
    id: `evt_${type}`,
    object: 'event',
    created,
    livemode: false,
    type,
    data: { object },
  });
}
