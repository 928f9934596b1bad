import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { publicToken } from '../../src/kernel/security/public-token.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { creditInvoice } from '../support/credits.ts';
import { databases } from '../support/databases.ts';
import { runJobs } from '../support/jobs.ts';
import {
  buildSessionEvent,
  createInvoiceWithLink,
  pressPayButton,
  type SessionEvent,
  sendWebhook,
  signAsStripe,
} from '../support/payments.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { json, StripeServer } from '../support/stripe-server.ts';

const SECRET = 'whsec_of_the_tests';

for (const kind of databases()) {
  describe(`Stripe webhooks (${kind})`, () => {
    const kvitt = new TestService();
    const stripe = new StripeServer();
    let seller: Client;

    before(async () => {
      await stripe.start();
      await kvitt.startOwn(kind, {
        KVITT_STRIPE_KEY: 'sk_test_x',
        KVITT_STRIPE_WEBHOOK_SECRET: SECRET,
        KVITT_STRIPE_URL: stripe.url,
      });
      kvitt.now = () => new Date(); // The test server signs with the real time.
    });
    after(async () => {
      await kvitt.stop();
      await stripe.stop();
    });
    beforeEach(async () => {
      stripe.reset();
      seller = await kvitt.account();
    });

    const query = <Row>(statement: ReturnType<typeof sql>) =>
      select<Row>(kvitt.service.engine.kernel.db, statement);
    const toInvoiceReference = async (guid: string) => {
      const account = await kvitt.service.engine.accounts.byUsername(seller.username);
      return { accountId: account.id, guid };
    };
    const sendSigned = (body: string) => sendWebhook(kvitt, body, signAsStripe(SECRET, body));
    const sendEvent = async (guid: string, checkout: string, more: Partial<SessionEvent> = {}) =>
      sendSigned(buildSessionEvent({ invoice: await toInvoiceReference(guid), checkout, ...more }));
    const read = (guid: string) => seller.ok('get-invoice', { guid });
    const readState = async (guid: string) => {
      const { status, payment_message } = await read(guid);
      return [status, payment_message];
    };
    const countRecords = async ({ accountId, guid }: { accountId: number; guid: string }) => {
      const [row] = await query<{ payments: number; audited: number }>(sql`
        select (select count(*) from payments where account_id = ${accountId}) as payments,
          (select count(*) from audit_log where account_id = ${accountId} and action = 'receive-payment'
            and target = ${guid}) as audited`);
      return row;
    };
    const createCheckout = async (fields: object = {}) => {
      const made = await createInvoiceWithLink(seller, fields);
      const { location } = await pressPayButton(made.link);
      return { ...made, checkout: location.split('/').at(-1) ?? '', location };
    };

    test('the pay button redirects to Stripe with one checkout, and the policy allows the redirect', async () => {
      const { link, location } = await createCheckout();
      assert.match(location, /^https:\/\/checkout\.stripe\.example\/c\/pay\/cs_test_\d+$/);
      const repeated = await Promise.all(Array.from({ length: 5 }, () => pressPayButton(link)));
      assert.deepEqual(new Set(repeated.map((one) => one.location)), new Set([location]));
      assert.equal(stripe.calls.length, 1);
      const policy = (await fetch(link)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /form-action 'self' https:;/);
      assert.equal((await fetch(`${kvitt.url}/test-checkout/x`)).status, 404);
    });

    test('creates one checkout from ten concurrent presses', async () => {
      const { link } = await createInvoiceWithLink(seller);
      const pressed = await Promise.all(Array.from({ length: 10 }, () => pressPayButton(link)));
      assert.equal(new Set(pressed.map(({ location }) => location)).size, 1);
      assert.equal(new Set(stripe.calls.map(({ headers }) => headers['idempotency-key'])).size, 1);
    });

    test('records a payment once when it is sent five times in sequence and five times concurrently', async () => {
      const { guid, checkout } = await createCheckout();
      const about = await toInvoiceReference(guid);
      const body = buildSessionEvent({ invoice: about, checkout });
      const answers = [];
      for (let n = 0; n < 5; n++) answers.push(await sendSigned(body));
      assert.deepEqual(
        answers.map(({ status, body: { outcome } }) => [status, outcome]),
        [[200, 'applied'], ...Array(4).fill([200, 'known'])],
      );
      const other = await createCheckout();
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, async () => sendEvent(other.guid, other.checkout)),
      );
      assert.deepEqual(outcomes.map(({ body: { outcome } }) => outcome).sort(), [
        'applied',
        ...Array(4).fill('known'),
      ]);
      for (const one of [guid, other.guid]) assert.deepEqual(await readState(one), ['Paid', '']);
      assert.deepEqual(await countRecords(about), { payments: 2, audited: 1 });
    });

    test('asks Stripe for the checkout of a refund, and is sent the refund again while Stripe does not answer', async () => {
      const { guid, checkout } = await createCheckout();
      const paid = buildSessionEvent({ invoice: await toInvoiceReference(guid), checkout });
      const created = Math.floor(Date.now() / 1000);
      const money = { amount: 140_000, currency: 'isk', payment_intent: 'pi_1', status: 'succeeded' };
      const refund = { id: 're_1', object: 'refund', ...money };
      const refunded = JSON.stringify({
        id: 'evt_1',
        type: 'refund.created',
        created,
        data: { object: refund },
      });
      assert.equal((await sendSigned(refunded)).body.outcome, 'unknown');
      stripe.answer = (_call, response) => json(response, 500, {});
      assert.equal((await sendSigned(refunded)).status, 500);
      stripe.reset();
      // The payment was not reported yet.
      stripe.found = [JSON.parse(paid).data.object];
      assert.equal((await sendSigned(refunded)).body.outcome, 'applied');
      assert.match(stripe.calls.at(-1)?.path ?? '', /\?payment_intent=pi_1&limit=1$/);
      assert.equal((await sendSigned(refunded)).body.outcome, 'known');
      assert.equal((await sendSigned(paid)).body.outcome, 'known');
      assert.deepEqual(await readState(guid), ['Sent', '']);
    });

    test('pays the invoice with date and method, and settles its open credit notes', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, link } = await createInvoiceWithLink(seller, { items });
      const note = await creditInvoice(seller, guid, 'one');
      const { location } = await pressPayButton(link);
      const created = Date.parse('2026-03-05T23:59:00Z') / 1000;
      await sendEvent(guid, location.split('/').at(-1) ?? '', { amount_total: 78_000, created });
      assert.deepEqual(await readState(guid), ['Paid', '']);
      assert.equal((await read(note)).status, 'Paid');
      const { accountId } = await toInvoiceReference(guid);
      const rows = await query(sql`
        select paid_on, method_payment from invoices where account_id = ${accountId} and guid = ${guid}`);
      assert.deepEqual(rows, [{ paid_on: '2026-03-05', method_payment: 8 }]);
      assert.match(await (await fetch(link)).text(), /5\.3\.2026/);
    });

    test('accepts events out of order', async () => {
      const { guid, checkout, link } = await createCheckout();
      await sendEvent(guid, checkout, { type: 'async_payment_succeeded' });
      assert.deepEqual((await sendEvent(guid, checkout, { payment_status: 'unpaid' })).body.outcome, 'known');
      assert.equal(
        (await sendEvent(guid, checkout, { type: 'expired', payment_status: 'unpaid' })).body.outcome,
        'known',
      );
      assert.deepEqual(await readState(guid), ['Paid', '']);
      assert.match(await (await fetch(link)).text(), /er greiddur/);
    });

    test('shows a pending payment, and allows another attempt when it fails', async () => {
      const { guid, checkout, link, location } = await createCheckout();
      await sendEvent(guid, checkout, { payment_status: 'unpaid' });
      const page = await (await fetch(link)).text();
      assert.match(page, /Greiðsla í vinnslu/);
      assert.doesNotMatch(page, /<form/);
      assert.equal((await pressPayButton(link)).location, link.slice(kvitt.url.length));
      await sendEvent(guid, checkout, { type: 'async_payment_failed', payment_status: 'unpaid' });
      assert.deepEqual(await readState(guid), ['Sent', '']);
      assert.notEqual((await pressPayButton(link)).location, location);
    });

    test('answers 400 to a forged, old, unsigned or malformed message, and changes nothing', async () => {
      const { guid, checkout } = await createCheckout();
      const body = buildSessionEvent({ invoice: await toInvoiceReference(guid), checkout });
      const good = signAsStripe(SECRET, body);
      const answers = [
        await sendWebhook(kvitt, body, signAsStripe('whsec_other', body)),
        await sendWebhook(kvitt, body.replace('140000', '150000'), good),
        await sendWebhook(kvitt, `${body}\n`, good),
        await sendWebhook(kvitt, body, signAsStripe(SECRET, body, Date.now() - 600_000)),
        await sendWebhook(kvitt, body, 'x'),
        await sendWebhook(kvitt, '', good),
        await sendSigned('{}'),
        await sendSigned('not JSON'),
      ];
      for (const { status, body } of answers)
        assert.deepEqual([status, body.error_code], [400, 'webhook_refused']);
      const plain = await fetch(`${kvitt.url}/webhooks/payments`, { method: 'POST', body });
      assert.equal(plain.status, 400);
      assert.equal((await fetch(`${kvitt.url}/webhooks/payments`, { method: 'POST' })).status, 400);
      assert.equal((await sendWebhook(kvitt, ' '.repeat(600_000), good)).status, 413);
      assert.deepEqual(await readState(guid), ['Sent', '']);
    });

    test('needs attention when the amount or the currency differs', async () => {
      const [less, foreign] = [await createCheckout(), await createCheckout()];
      assert.equal((await sendEvent(less.guid, less.checkout, { amount_total: 100_000 })).status, 200);
      assert.equal(
        (await sendEvent(foreign.guid, foreign.checkout, { amount_total: 1000, currency: 'eur' })).status,
        200,
      );
      const [status, message] = await readState(less.guid);
      assert.deepEqual([status, message], ['Sent', '']);
      // The fee of 160 is taken first.
      assert.equal((await read(less.guid)).remaining, 400);
      assert.match(
        (await readState(foreign.guid))[1],
        /^10\.00 EUR came in .*the invoice is in ISK; it is credit/,
      );
    });

    test('needs a partial refund when a credit note was created in between', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, checkout } = await createCheckout({ items });
      await creditInvoice(seller, guid, 'one');
      await sendEvent(guid, checkout);
      const [status, message] = await readState(guid);
      assert.equal(status, 'Paid');
      assert.match(message, /which is 620\.00 ISK more than was due; it is credit/);
    });

    test('needs a refund when the invoice was paid or credited before, once for each payment', async () => {
      const [paid, credited] = [await createCheckout(), await createCheckout()];
      await seller.ok('do-paid-invoice', { guid: paid.guid });
      await creditInvoice(seller, credited.guid, 'rest', 1240);
      for (const { guid, checkout } of [paid, credited]) {
        await sendEvent(guid, checkout);
        await sendEvent(guid, checkout);
      }
      await sendEvent(paid.guid, 'cs_test_another');
      const messages = [await readState(paid.guid), await readState(credited.guid)];
      assert.deepEqual(
        messages.map(([status]) => status),
        ['Paid', 'Cancelled'],
      );
      const counts = messages.map(([, message]) => message.match(/already settled; it is credit/g)?.length);
      assert.deepEqual(counts, [2, 1]);
    });

    const run = async () => await runJobs(kvitt);
    const settlements: [how: string, settle: (guid: string) => Promise<unknown>, status: string][] = [
      ['paid by hand', (guid) => seller.ok('do-paid-invoice', { guid }), 'Paid'],
      ['credited in full', (guid) => creditInvoice(seller, guid, 'rest', 1240), 'Cancelled'],
    ];
    for (const [how, settle, status] of settlements) {
      test(`closes the checkout at Stripe when the invoice is ${how}`, async () => {
        const { guid, checkout } = await createCheckout();
        const { accountId } = await toInvoiceReference(guid);
        await settle(guid);
        assert.equal((await run()).failed, 0);
        assert.equal((await read(guid)).status, status);
        assert.equal(stripe.statusOf(checkout), 'expired');
        const readCheckouts = () =>
          query(
            sql`select status, over_at is not null as over from checkouts where account_id = ${accountId}`,
          );
        assert.deepEqual(await readCheckouts(), [{ status: 'closed', over: true }]);
        const callCount = stripe.calls.length;
        const { ran } = await run();
        assert.deepEqual([ran['end-checkouts'], stripe.calls.length], [undefined, callCount]);
        assert.equal(
          (await sendEvent(guid, checkout, { type: 'expired', payment_status: 'unpaid' })).body.outcome,
          'known',
        );
        assert.deepEqual(await readCheckouts(), [{ status: 'closed', over: true }]);
      });
    }

    test('closes the checkout after an outage of Stripe or a crash of the node', async () => {
      const { guid, checkout } = await createCheckout();
      await seller.ok('do-paid-invoice', { guid });
      stripe.answer = (_call, response) => json(response, 503, {});
      assert.equal((await run()).failed, 1);
      stripe.reset();
      const { payments } = kvitt.service.engine.kernel.ports;
      await payments?.expire(checkout);
      kvitt.now = () => new Date(Date.now() + 60_000);
      assert.deepEqual([(await run()).ran['end-checkouts'], stripe.statusOf(checkout)], [1, 'expired']);
      kvitt.now = () => new Date();
    });

    test('needs a refund when the payer was faster than the closing, and records it once', async () => {
      const { guid, checkout } = await createCheckout();
      stripe.complete(checkout);
      await seller.ok('do-paid-invoice', { guid });
      assert.equal((await run()).failed, 0);
      assert.equal(stripe.statusOf(checkout), 'complete');
      for (let n = 0; n < 2; n++) await sendEvent(guid, checkout);
      const { timeline, payment_message, status } = await read(guid);
      assert.equal(status, 'Paid');
      const entries = timeline.filter(({ event }: { event: string }) => event === 'unexpected_payment');
      assert.deepEqual(
        entries.map(({ via, reason }: { via: string; reason: string }) => [via, reason]),
        [['link', payment_message]],
      );
      assert.match(
        payment_message,
        /^1400\.00 ISK came in by the payment link .* already settled; it is credit/,
      );
    });

    test('closes an older checkout when a credit note has changed the amount, but not the new one', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, checkout, link } = await createCheckout({ items });
      await creditInvoice(seller, guid, 'one');
      const next = (await pressPayButton(link)).location.split('/').at(-1) ?? '';
      assert.equal((await run()).failed, 0);
      assert.deepEqual([stripe.statusOf(checkout), stripe.statusOf(next)], ['expired', 'open']);
      await sendEvent(guid, next, { amount_total: 78_000 });
      assert.deepEqual(await readState(guid), ['Paid', '']);
    });

    test('books money for an unknown record as credit without a customer, once, and its refund', async () => {
      const nobody = '0198c0de-0000-7000-8000-000000000001';
      const about = { payment_intent: 'pi_lost' };
      assert.deepEqual(await sendEvent(nobody, 'cs_lost', about), {
        status: 200,
        body: { received: true, outcome: 'applied' },
      });
      assert.equal((await sendEvent(nobody, 'cs_lost', about)).body.outcome, 'known');
      const [booked, ...others] = await seller.ok('get-payments');
      assert.deepEqual(
        [booked.amount, booked.unallocated, booked.customer, booked.reference, booked.note, others],
        [
          1400,
          1400,
          null,
          'pi_lost',
          'It came in by a payment link for an invoice that is not in the books',
          [],
        ],
      );
      const { rows } = await (await signInToConsole(seller)).ok('get-needs');
      assert.deepEqual(
        rows.map(({ what, guid, amount }: any) => [what, guid, amount]),
        [['surplus', booked.guid, 1400]],
      );
      const paid = buildSessionEvent({ invoice: await toInvoiceReference(nobody), checkout: 'cs_lost' });
      stripe.found = [{ ...JSON.parse(paid).data.object, ...about }];
      const money = { amount: 140_000, currency: 'isk', ...about, status: 'succeeded' };
      const refund = { id: 're_1', object: 'refund', ...money };
      const created = Math.floor(Date.now() / 1000);
      const refunded = { id: 'evt_1', type: 'refund.created', created, data: { object: refund } };
      assert.equal((await sendSigned(JSON.stringify(refunded))).body.outcome, 'applied');
      const [back] = await seller.ok('get-payments', { direction: 'out' });
      assert.deepEqual([back.amount, back.allocations[0].payment_guid], [1400, booked.guid]);
    });

    test('books the fee of Stripe with the payment, and books the payment also where the fee is unknown', async () => {
      const fees = async () =>
        (await seller.ok('get-payments')).map((one: any) => [one.reference, one.acquirer_fee, one.received]);
      const [reported, silent] = [await createCheckout(), await createCheckout()];
      const booked = { id: 'txn_1', fee: 4000, currency: 'isk', exchange_rate: null };
      const answer = { currency: 'isk', latest_charge: { balance_transaction: booked } };
      stripe.answer = (_call, response) => json(response, 200, answer);
      await sendEvent(reported.guid, reported.checkout, { payment_intent: 'pi_reported' });
      stripe.answer = (_call, response) => json(response, 403, { error: { message: 'not allowed' } });
      await sendEvent(silent.guid, silent.checkout, { payment_intent: 'pi_silent' });
      assert.deepEqual(await fees(), [
        ['pi_silent', 0, 1400],
        ['pi_reported', 40, 1360],
      ]);
      const created = Math.floor(Date.now() / 1000);
      const metadata = { kvitt_invoice: publicToken(await toInvoiceReference(silent.guid)) };
      const charge = {
        object: 'charge',
        payment_intent: 'pi_silent',
        balance_transaction: 'txn_2',
        metadata,
      };
      const updated = JSON.stringify({ type: 'charge.updated', created, data: { object: charge } });
      assert.equal((await sendSigned(updated)).status, 500);
      stripe.answer = (_call, response) => json(response, 200, answer);
      assert.equal((await sendSigned(updated)).body.outcome, 'applied');
      assert.equal((await sendSigned(updated)).body.outcome, 'known');
      assert.deepEqual((await fees())[0], ['pi_silent', 40, 1360]);
    });

    test('accepts events about unknown records without changes', async () => {
      const plain = await seller.ok('create-invoice', { data: invoice() });
      const nobody = '0198c0de-0000-7000-8000-000000000001';
      const unknownEvent = buildSessionEvent({
        invoice: { accountId: 999_999, guid: nobody },
        checkout: 'cs_1',
      });
      assert.equal((await sendSigned(unknownEvent)).body.outcome, 'unknown');
      assert.equal((await sendEvent(nobody, 'cs_1', { type: 'created' })).body.outcome, 'ignored');
      assert.equal((await read(plain)).status, 'Sent');
    });

    test('shows an error when Stripe creates no checkout, and allows another attempt', async () => {
      const { link } = await createInvoiceWithLink(seller);
      stripe.answer = (_call, response) => json(response, 500, { error: { message: 'secret reason' } });
      const response = await fetch(link, { method: 'POST', redirect: 'manual' });
      assert.equal(response.status, 503);
      const text = await response.text();
      assert.match(text, /role="alert">Ekki tókst að hefja greiðslu/);
      assert.doesNotMatch(text, /secret reason/);
      stripe.reset();
      assert.match((await pressPayButton(link)).location, /^https:/);
    });
  });
}
