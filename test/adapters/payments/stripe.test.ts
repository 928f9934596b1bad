import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { StripePayments } from '../../../src/adapters/payments/stripe.ts';
import { PaymentsUnavailable } from '../../../src/kernel/ports/ports.ts';
import { publicToken } from '../../../src/kernel/security/public-token.ts';
import { json, StripeServer } from '../../support/stripe-server.ts';

const ORDER = {
  invoice: { accountId: 7, guid: '0198c0de-0000-7000-8000-000000000001' },
  amount: '1400.00',
  currency: 'ISK',
  description: 'Reikningur 5 · Þórður & synir ehf.',
  lang: 'is',
  successUrl: 'https://kvitt.example/pay/token?returned=1',
  cancelUrl: 'https://kvitt.example/pay/token',
  idempotencyKey: 'the-key',
} as const;

describe('Stripe client', () => {
  const stripe = new StripeServer();
  const client = (timeoutMs = 60_000) =>
    new StripePayments({
      name: 'stripe',
      url: stripe.url,
      key: 'sk_test_of_the_tests',
      webhookSecret: 'whsec_x',
      timeoutMs,
      clock: () => new Date(),
      formTargets: [],
      send: (request) => fetch(request),
    });
  before(() => stripe.start());
  after(() => stripe.stop());
  beforeEach(() => stripe.reset());

  test('creates a checkout with the fields of the API', async () => {
    const { checkoutId, url, expiresAt } = await client().start(ORDER);
    assert.match(checkoutId, /^cs_test_/);
    assert.equal(url, `https://checkout.stripe.example/c/pay/${checkoutId}`);
    assert.ok(expiresAt.getTime() > Date.now());
    const [call] = stripe.calls;
    assert.deepEqual([call?.method, call?.path], ['POST', '/v1/checkout/sessions']);
    assert.equal(call?.headers.authorization, 'Bearer sk_test_of_the_tests');
    assert.equal(call?.headers['idempotency-key'], 'the-key');
    assert.equal(call?.headers['stripe-version'], '2024-11-20.acacia');
    assert.match(call?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
    assert.deepEqual(call?.form, {
      mode: 'payment',
      success_url: ORDER.successUrl,
      cancel_url: ORDER.cancelUrl,
      locale: 'auto',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'isk',
      'line_items[0][price_data][unit_amount]': '140000',
      'line_items[0][price_data][product_data][name]': ORDER.description,
      'payment_intent_data[description]': ORDER.description,
      'metadata[kvitt_invoice]': publicToken(ORDER.invoice),
      'payment_intent_data[metadata][kvitt_invoice]': publicToken(ORDER.invoice),
      'adaptive_pricing[enabled]': 'false',
    });
  });

  test('repeats an order with the same idempotency key and content', async () => {
    const [first, second] = [await client().start(ORDER), await client().start(ORDER)];
    assert.equal(second.checkoutId, first.checkoutId);
    assert.deepEqual(stripe.calls[1]?.form, stripe.calls[0]?.form);
  });

  test('retries while a concurrent request with the same key is in progress', async () => {
    stripe.answer = (call, response) => {
      if (stripe.calls.length < 3)
        json(response, 409, { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } });
      else stripe.answerByDefault(call, response);
    };
    assert.match((await client().start(ORDER)).checkoutId, /^cs_test_/);
    assert.equal(stripe.calls.length, 3);
  });

  const failures: [what: string, answer: StripeServer['answer'], reason: RegExp][] = [
    [
      'the key is wrong',
      (_call, response) =>
        json(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }),
      /HTTP 401: invalid_request_error, Invalid API Key/,
    ],
    [
      'the amount is refused',
      (_call, response) => json(response, 400, { error: { code: 'amount_too_small', message: 'Too small' } }),
      /HTTP 400: amount_too_small, Too small/,
    ],
    ['it is out of order', (_call, response) => json(response, 500, {}), /HTTP 500/],
    ['the answer is no JSON', (_call, response) => response.end('<html>'), /HTTP 200/],
    ['the answer has no address', (_call, response) => json(response, 200, { id: 'cs_1' }), /HTTP 200/],
    ['it hangs up', (_call, response) => response.destroy(), /could not be reached/],
    [
      'it leads elsewhere',
      (_call, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /could not be reached/,
    ],
  ];
  for (const [title, answer, reason] of failures) {
    test(`reports the reason if ${title}`, async () => {
      stripe.answer = answer;
      await assert.rejects(client().start(ORDER), (error: Error) => {
        assert.ok(error instanceof PaymentsUnavailable);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /sk_test/);
        return true;
      });
    });
  }

  test('expires an open checkout, and accepts one that is paid, expired or unknown', async () => {
    const { checkoutId } = await client().start(ORDER);
    stripe.calls.length = 0;
    await client().expire(checkoutId);
    const [call] = stripe.calls;
    assert.deepEqual([call?.method, call?.path], ['POST', `/v1/checkout/sessions/${checkoutId}/expire`]);
    assert.equal(call?.headers.authorization, 'Bearer sk_test_of_the_tests');
    assert.equal(stripe.statusOf(checkoutId), 'expired');
    await client().expire(checkoutId);
    stripe.complete(checkoutId);
    await client().expire(checkoutId);
    assert.equal(stripe.statusOf(checkoutId), 'complete');
    await client().expire('cs_test_of_nobody');
  });

  const unclosed: [what: string, answer: StripeServer['answer']][] = [
    ['the key may not', (_call, response) => json(response, 403, { error: { message: 'no right' } })],
    ['it is out of order', (_call, response) => json(response, 500, {})],
    ['the address is wrong', (_call, response) => json(response, 404, {})],
    ['it hangs up', (_call, response) => response.destroy()],
    [
      'it refuses what is open',
      ({ method }, response) => json(response, method === 'GET' ? 200 : 400, { status: 'open' }),
    ],
  ];
  for (const [title, answer] of unclosed) {
    test(`does not treat a checkout as closed if ${title}`, async () => {
      stripe.answer = answer;
      await assert.rejects(client().expire('cs_test_1'), PaymentsUnavailable);
    });
  }

  test('times out', async () => {
    stripe.answer = () => {};
    await assert.rejects(client(200).start(ORDER), /no answer within 0.2 seconds/);
  });

  test('reads the fee of a payment, in the currency of the payment', async () => {
    const booked = { id: 'txn_1', fee: 4340, currency: 'isk', exchange_rate: null };
    const fees: [booked: object | null, fee: string | null][] = [
      [booked, '43.40'],
      [{ ...booked, fee: 31, currency: 'eur', exchange_rate: 0.0069 }, '44.93'],
      [null, null],
    ];
    for (const [balance_transaction, fee] of fees) {
      stripe.answer = (_call, response) =>
        json(response, 200, { currency: 'isk', latest_charge: { balance_transaction } });
      assert.equal(await client().findFee('pi_1'), fee);
    }
    const path = stripe.calls.at(-1)?.path ?? '';
    assert.equal(path, '/v1/payment_intents/pi_1?expand[]=latest_charge.balance_transaction');
    stripe.answer = (_call, response) => json(response, 403, { error: { message: 'not allowed' } });
    await assert.rejects(client().findFee('pi_1'), PaymentsUnavailable);
  });

  test('lists the payments and refunds of a payout page by page', async () => {
    const charge = {
      object: 'charge',
      currency: 'isk',
      payment_intent: 'pi_1',
      metadata: { kvitt_invoice: publicToken(ORDER.invoice) },
    };
    const money = { fee: 4000, currency: 'isk', exchange_rate: null };
    const pages = [
      { has_more: true, data: [{ id: 'txn_1', ...money, source: charge }] },
      {
        has_more: false,
        data: [
          { id: 'txn_2', ...money, fee: 0, source: { object: 'refund', id: 're_1', charge } },
          { id: 'txn_3', ...money, source: { ...charge, metadata: {} } },
          { id: 'txn_4', ...money, source: null },
        ],
      },
    ];
    stripe.answer = ({ path }, response) =>
      json(response, 200, pages[path.includes('starting_after=txn_1') ? 1 : 0] ?? {});
    assert.deepEqual(await client().listPayout('po_1'), [
      { invoice: ORDER.invoice, reference: 'pi_1', fee: '40.00' },
      { invoice: ORDER.invoice, reference: 're_1', fee: null },
    ]);
    assert.equal(stripe.calls.length, 2);
    assert.match(stripe.calls[0]?.path ?? '', /^\/v1\/balance_transactions\?payout=po_1&limit=100&expand/);
  });
});
