import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toError } from '../../domain/values/errors.ts';
import {
  type Checkout,
  type CheckoutOrder,
  type PaidCheckout,
  type PaidOut,
  type Payments,
  PaymentsUnavailable,
  type PaymentUpdate,
} from '../../kernel/ports/ports.ts';
import { publicToken } from '../../kernel/security/public-token.ts';
import { boundedText } from '../bounded-text.ts';
import { parseJson } from '../parse-json.ts';
import { parseFee, parsePayoutPage } from './balance.ts';
import { INVOICE_KEY, parseCheckouts, parseEvent } from './events.ts';
import { toMinorUnits } from './minor-units.ts';
import { isSignedBody } from './signature.ts';

interface StripeOptions {
  name: Payments['name'];
  url: string;
  key: string;
  webhookSecret: string;
  timeoutMs: number;
  clock: () => Date;
  formTargets: readonly string[];
  send: (request: Request) => Promise<Response>;
}

/** The first API version that can disable adaptive pricing, so that the payer is charged in the invoice's currency. */
const VERSION = '2024-11-20.acacia';
const MAX_ATTEMPTS = 5;
const RETRY_DELAY_MS = 250;
const MAX_ANSWER_BYTES = 1_000_000;

const createdSession = z.object({
  id: z.string().min(1).max(255),
  url: z.url().max(4000),
  expires_at: z.int().positive(),
});
const sessionStatus = z.object({ status: z.enum(['open', 'complete', 'expired']) });
const refusal = z.object({
  error: z.object({
    type: z.string().optional(),
    code: z.string().optional(),
    message: z.string().optional(),
  }),
});

/** Client for Stripe Checkout. */
export class StripePayments implements Payments {
  readonly #options: StripeOptions;

  constructor(options: StripeOptions) {
    this.#options = options;
  }

  get name(): Payments['name'] {
    return this.#options.name;
  }

  get formTargets(): readonly string[] {
    return this.#options.formTargets;
  }

  async start(order: CheckoutOrder): Promise<Checkout> {
    const form = toForm(order);
    for (let attempt = 1; ; attempt++) {
      const { status, body } = await this.#call('POST', '/v1/checkout/sessions', form, order.idempotencyKey);
      const session = createdSession.safeParse(body);
      if (status === 200 && session.success) {
        const { id, url, expires_at } = session.data;
        return { checkoutId: id, url, expiresAt: new Date(expires_at * 1000) };
      }
      // 409: a concurrent request with the same idempotency key is in progress; retry until its response is
      // available.
      if (status !== 409 || attempt === MAX_ATTEMPTS)
        throw new PaymentsUnavailable(errorText(status, body, 'made no checkout'));
      await sleep(RETRY_DELAY_MS * attempt);
    }
  }

  async expire(checkoutId: string): Promise<void> {
    const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}`;
    const { status, body } = await this.#call('POST', `${path}/expire`);
    if (status === 200 || isMissing(status, body)) return;
    // Stripe refuses to expire a checkout that is not open any more. The status is checked, so that no other
    // error is mistaken for that.
    if (status === 400) {
      const now = await this.#call('GET', path);
      const session = sessionStatus.safeParse(now.body);
      if (isMissing(now.status, now.body)) return;
      if (now.status === 200 && session.success && session.data.status !== 'open') return;
    }
    throw new PaymentsUnavailable(errorText(status, body, 'did not close a checkout'));
  }

  async findCheckout(reference: string, at: Date): Promise<PaidCheckout | null> {
    const query = new URLSearchParams({ payment_intent: reference, limit: '1' });
    const { status, body } = await this.#call('GET', `/v1/checkout/sessions?${query}`);
    if (isMissing(status, body)) return null;
    if (status !== 200) throw new PaymentsUnavailable(errorText(status, body, 'did not find a checkout'));
    return parseCheckouts(body, at);
  }

  async findFee(reference: string): Promise<string | null> {
    const path = `/v1/payment_intents/${encodeURIComponent(reference)}`;
    const { status, body } = await this.#call('GET', `${path}?expand[]=latest_charge.balance_transaction`);
    if (status !== 200) throw new PaymentsUnavailable(errorText(status, body, 'did not tell its fee'));
    return parseFee(body);
  }

  async listPayout(payoutId: string): Promise<PaidOut[]> {
    const rows: PaidOut[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query = new URLSearchParams({ payout: payoutId, limit: '100' });
      for (const part of ['data.source', 'data.source.charge']) query.append('expand[]', part);
      if (after !== '') query.set('starting_after', after);
      const { status, body } = await this.#call('GET', `/v1/balance_transactions?${query}`);
      if (status !== 200) throw new PaymentsUnavailable(errorText(status, body, 'did not list a payout'));
      const page = parsePayoutPage(body);
      rows.push(...page.rows);
      after = page.after;
    }
    return rows;
  }

  parseWebhook(body: Buffer, headers: Readonly<Record<string, unknown>>): PaymentUpdate | null {
    const { webhookSecret, clock } = this.#options;
    return isSignedBody(webhookSecret, body, headers['stripe-signature'], clock()) ? parseEvent(body) : null;
  }

  async #call(method: 'GET' | 'POST', path: string, body?: URLSearchParams, idempotencyKey?: string) {
    const { url, key, timeoutMs, send } = this.#options;
    const request = new Request(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'stripe-version': VERSION,
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    try {
      const response = await send(request);
      const text = await boundedText(response, MAX_ANSWER_BYTES);
      return { status: response.status, body: parseJson(text) };
    } catch (error) {
      const { name, message, cause } = toError(error);
      const why = name === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} seconds` : message;
      throw new PaymentsUnavailable(`Stripe could not be reached: ${why} ${cause ?? ''}`.trim());
    }
  }
}

function toForm(order: CheckoutOrder): URLSearchParams {
  const price = 'line_items[0][price_data]';
  return new URLSearchParams({
    mode: 'payment',
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    // Stripe has no Icelandic pages; `auto` lets it choose from the browser's languages.
    locale: order.lang === 'en' ? 'en' : 'auto',
    'line_items[0][quantity]': '1',
    [`${price}[currency]`]: order.currency.toLowerCase(),
    [`${price}[unit_amount]`]: toMinorUnits(order.amount, order.currency),
    [`${price}[product_data][name]`]: order.description,
    'payment_intent_data[description]': order.description,
    [`metadata[${INVOICE_KEY}]`]: publicToken(order.invoice),
    // Payouts list charges, which have the metadata of the payment and not that of the checkout.
    [`payment_intent_data[metadata][${INVOICE_KEY}]`]: publicToken(order.invoice),
    'adaptive_pricing[enabled]': 'false',
  });
}

/** The checkout belongs to another account or mode, so nobody can pay at it. */
function isMissing(status: number, body: unknown): boolean {
  return status === 404 && refusal.safeParse(body).data?.error.code === 'resource_missing';
}

function errorText(status: number, body: unknown, what: string): string {
  const { type, code, message } = refusal.safeParse(body).data?.error ?? {};
  const details = [type, code, message].filter(Boolean).join(', ').slice(0, 400);
  return `Stripe ${what} (${[`HTTP ${status}`, details].filter(Boolean).join(': ')})`;
}
