import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { publicToken } from '../../src/kernel/security/public-token.ts';
import { type Client, invoice } from './client.ts';
import type { TestService } from './service.ts';

/** Creates an invoice with a payment link, by default of 1,240 plus a fee of 160. */
export async function createInvoiceWithLink(seller: Client, fields: object = {}) {
  const data = invoice({ is_payment_link: 1, payment_fee: 160, ...fields });
  const { result: guid, payment_link: link } = await seller.call('create-invoice', { data });
  assert.equal(typeof link, 'string');
  return { guid: guid as string, link: link as string };
}

/** Presses the pay button and returns where it redirects to. */
export async function pressPayButton(link: string): Promise<{ status: number; location: string }> {
  const response = await fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams() });
  await response.body?.cancel();
  return { status: response.status, location: response.headers.get('location') ?? '' };
}

/** Signs a webhook body as Stripe documents it. */
export function signAsStripe(secret: string, body: string, at = Date.now()): string {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex')}`;
}

export interface SessionEvent {
  invoice: { accountId: number; guid: string };
  checkout: string;
  type?: string;
  amount_total?: number;
  currency?: string;
  payment_status?: string;
  created?: number;
  payment_intent?: string;
}

/** Builds a webhook event as Stripe sends it. */
export function buildSessionEvent({ invoice, checkout, type = 'completed', ...more }: SessionEvent): string {
  return JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    api_version: '2024-11-20.acacia',
    created: more.created ?? Math.floor(Date.now() / 1000),
    livemode: false,
    type: `checkout.session.${type}`,
    data: {
      object: {
        id: checkout,
        object: 'checkout.session',
        amount_total: more.amount_total ?? 140_000,
        currency: more.currency ?? 'isk',
        payment_status: more.payment_status ?? 'paid',
        client_reference_id: null,
        payment_intent: more.payment_intent ?? null,
        metadata: { kvitt_invoice: publicToken(invoice) },
      },
    },
  });
}

export async function sendWebhook(kvitt: TestService, body: string, signature: string) {
  const response = await fetch(`${kvitt.url}/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });
  return {
    status: response.status,
    body: (await response.json()) as { outcome?: string; error_code?: string },
  };
}
