import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import {
  buildSessionEvent,
  createInvoiceWithLink,
  pressPayButton,
  type SessionEvent,
  sendWebhook,
  signAsStripe,
} from '../support/payments.ts';
import { Kvitt } from '../support/service.ts';
import { json, StripeServer } from '../support/stripe-server.ts';

const SECRET = 'whsec_of_the_tests';

for (const kind of databases()) {
  describe(`what Stripe tells of payments (${kind})`, () => {
    const kvitt = new Kvitt();
    const stripe = new StripeServer();
    let seller: Client;

    before(async () => {
      await stripe.start();
      await kvitt.startOwn(kind, {
        KVITT_STRIPE_KEY: 'sk_test_x',
        KVITT_STRIPE_WEBHOOK_SECRET: SECRET,
        KVITT_STRIPE_URL: stripe.url,
      });
      kvitt.now = () => new Date(); // As that of the stand-in, which signs with the time of day.
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
      kvitt.service.engine.kernel.db.query<Row>(statement);
    const named = async (guid: string) => {
      const account = await kvitt.service.engine.accounts.byUsername(seller.username);
      return { accountId: account.id, guid };
    };
    const say = (body: string) => sendWebhook(kvitt, body, signAsStripe(SECRET, body));
    const told = async (guid: string, checkout: string, more: Partial<SessionEvent> = {}) =>
      say(buildSessionEvent({ invoice: await named(guid), checkout, ...more }));
    const read = (guid: string) => seller.ok('get-invoice', { guid });
    const state = async (guid: string) => {
      const { status, payment_message } = await read(guid);
      return [status, payment_message];
    };
    const traces = async ({ accountId, guid }: { accountId: number; guid: string }) => {
      const [row] = await query<{ payments: number; audited: number }>(sql`
        select (select count(*) from payments where account_id = ${accountId}) as payments,
          (select count(*) from audit_log where account_id = ${accountId} and action = 'record-payment'
            and target = ${guid}) as audited`);
      return row;
    };
    const started = async (fields: object = {}) => {
      const made = await createInvoiceWithLink(seller, fields);
      const { location } = await pressPayButton(made.link);
      return { ...made, checkout: location.split('/').at(-1) ?? '', location };
    };

    test('is led to Stripe by the button, once, and may leave by a form', async () => {
      const { link, location } = await started();
      assert.match(location, /^https:\/\/checkout\.stripe\.example\/c\/pay\/cs_test_\d+$/);
      const again = await Promise.all(Array.from({ length: 5 }, () => pressPayButton(link)));
      assert.deepEqual(new Set(again.map((one) => one.location)), new Set([location]));
      assert.equal(stripe.calls.length, 1);
      const policy = (await fetch(link)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /form-action 'self' https:;/);
      assert.equal((await fetch(`${kvitt.url}/test-checkout/x`)).status, 404);
    });

    test('one checkout comes of ten presses at the same moment', async () => {
      const { link } = await createInvoiceWithLink(seller);
      const pressed = await Promise.all(Array.from({ length: 10 }, () => pressPayButton(link)));
      assert.equal(new Set(pressed.map(({ location }) => location)).size, 1);
      assert.equal(new Set(stripe.calls.map(({ headers }) => headers['idempotency-key'])).size, 1);
    });

    test('a payment heard five times in a row and five times at once counts once', async () => {
      const { guid, checkout } = await started();
      const about = await named(guid);
      const body = buildSessionEvent({ invoice: about, checkout });
      const heard = [];
      for (let n = 0; n < 5; n++) heard.push(await say(body));
      assert.deepEqual(
        heard.map(({ status, body: { outcome } }) => [status, outcome]),
        [[200, 'applied'], ...Array(4).fill([200, 'known'])],
      );
      const other = await started();
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, async () => told(other.guid, other.checkout)),
      );
      assert.deepEqual(outcomes.map(({ body: { outcome } }) => outcome).sort(), [
        'applied',
        ...Array(4).fill('known'),
      ]);
      for (const one of [guid, other.guid]) assert.deepEqual(await state(one), ['Paid', '']);
      assert.deepEqual(await traces(about), { payments: 2, audited: 1 });
    });

    test('is settled with the day and the way of payment, and its open credit notes', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, link } = await createInvoiceWithLink(seller, { items });
      const data = {
        type: 'credit',
        amount: 620,
        ref_invoice_guid: guid,
        items: [{ item_number: 'A', qty: 1 }],
      };
      const note = await seller.ok('create-invoice', { data });
      const { location } = await pressPayButton(link);
      const created = Date.parse('2026-03-05T23:59:00Z') / 1000;
      await told(guid, location.split('/').at(-1) ?? '', { amount_total: 78_000, created });
      assert.deepEqual(await state(guid), ['Paid', '']);
      assert.equal((await read(note)).status, 'Paid');
      const { accountId } = await named(guid);
      const rows = await query(sql`
        select paid_on, method_payment from invoices where account_id = ${accountId} and guid = ${guid}`);
      assert.deepEqual(rows, [{ paid_on: '2026-03-05', method_payment: 8 }]);
      assert.match(await (await fetch(link)).text(), /5\.3\.2026/);
    });

    test('comes out of order and is right in the end', async () => {
      const { guid, checkout, link } = await started();
      await told(guid, checkout, { type: 'async_payment_succeeded' });
      assert.deepEqual((await told(guid, checkout, { payment_status: 'unpaid' })).body.outcome, 'known');
      assert.equal(
        (await told(guid, checkout, { type: 'expired', payment_status: 'unpaid' })).body.outcome,
        'known',
      );
      assert.deepEqual(await state(guid), ['Paid', '']);
      assert.match(await (await fetch(link)).text(), /er greiddur/);
    });

    test('shows money that is on its way, and lets pay again when it does not come', async () => {
      const { guid, checkout, link, location } = await started();
      await told(guid, checkout, { payment_status: 'unpaid' });
      const page = await (await fetch(link)).text();
      assert.match(page, /Greiðsla í vinnslu/);
      assert.doesNotMatch(page, /<form/);
      assert.equal((await pressPayButton(link)).location, link.slice(kvitt.url.length));
      await told(guid, checkout, { type: 'async_payment_failed', payment_status: 'unpaid' });
      assert.deepEqual(await state(guid), ['Sent', '']);
      assert.notEqual((await pressPayButton(link)).location, location);
    });

    test('a forged, old, unsigned or spoilt message gets 400 and changes nothing', async () => {
      const { guid, checkout } = await started();
      const body = buildSessionEvent({ invoice: await named(guid), checkout });
      const good = signAsStripe(SECRET, body);
      const answers = [
        await sendWebhook(kvitt, body, signAsStripe('whsec_other', body)),
        await sendWebhook(kvitt, body.replace('140000', '150000'), good),
        await sendWebhook(kvitt, `${body}\n`, good),
        await sendWebhook(kvitt, body, signAsStripe(SECRET, body, Date.now() - 600_000)),
        await sendWebhook(kvitt, body, 'x'),
        await sendWebhook(kvitt, '', good),
        await say('{}'),
        await say('not JSON'),
      ];
      for (const { status, body } of answers)
        assert.deepEqual([status, body.error_code], [400, 'webhook_refused']);
      const plain = await fetch(`${kvitt.url}/webhooks/payments`, { method: 'POST', body });
      assert.equal(plain.status, 400);
      assert.equal((await fetch(`${kvitt.url}/webhooks/payments`, { method: 'POST' })).status, 400);
      assert.equal((await sendWebhook(kvitt, ' '.repeat(600_000), good)).status, 413);
      assert.deepEqual(await state(guid), ['Sent', '']);
    });

    test('is for a person when less came than was due, or in another currency', async () => {
      const [less, foreign] = [await started(), await started()];
      assert.equal((await told(less.guid, less.checkout, { amount_total: 100_000 })).status, 200);
      assert.equal(
        (await told(foreign.guid, foreign.checkout, { amount_total: 1000, currency: 'eur' })).status,
        200,
      );
      const [status, message] = await state(less.guid);
      assert.equal(status, 'Sent');
      assert.match(message, /^1000\.00 ISK came in .*less than the 1400\.00 ISK/);
      assert.match((await state(foreign.guid))[1], /^10\.00 EUR came in .*not 1400\.00 ISK/);
    });

    test('is to be refunded in part when a credit note came between', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, checkout } = await started({ items });
      const data = {
        type: 'credit',
        amount: 620,
        ref_invoice_guid: guid,
        items: [{ item_number: 'A', qty: 1 }],
      };
      await seller.ok('create-invoice', { data });
      await told(guid, checkout);
      const [status, message] = await state(guid);
      assert.equal(status, 'Paid');
      assert.match(message, /780\.00 ISK were due: refund 620\.00/);
    });

    test('is to be refunded when the invoice was paid or credited before, each payment once', async () => {
      const [paid, credited] = [await started(), await started()];
      await seller.ok('do-paid-invoice', { guid: paid.guid });
      await seller.ok('create-invoice', {
        data: { type: 'credit', amount: 1240, ref_invoice_guid: credited.guid },
      });
      for (const { guid, checkout } of [paid, credited]) {
        await told(guid, checkout);
        await told(guid, checkout);
      }
      await told(paid.guid, 'cs_test_another');
      const messages = [await state(paid.guid), await state(credited.guid)];
      assert.deepEqual(
        messages.map(([status]) => status),
        ['Paid', 'Cancelled'],
      );
      const counts = messages.map(([, message]) => message.match(/already settled: refund it/g)?.length);
      assert.deepEqual(counts, [2, 1]);
    });

    const run = async () => (await kvitt.operator('POST', '/jobs/run', {})).body;
    const settlements: [how: string, settle: (guid: string) => Promise<unknown>, status: string][] = [
      ['paid by hand', (guid) => seller.ok('do-paid-invoice', { guid }), 'Paid'],
      [
        'credited in full',
        (guid) =>
          seller.ok('create-invoice', { data: { type: 'credit', amount: 1240, ref_invoice_guid: guid } }),
        'Cancelled',
      ],
    ];
    for (const [how, settle, status] of settlements) {
      test(`the checkout is closed at Stripe when the invoice is ${how}`, async () => {
        const { guid, checkout } = await started();
        const { accountId } = await named(guid);
        await settle(guid);
        assert.equal((await run()).failed, 0);
        assert.equal((await read(guid)).status, status);
        assert.equal(stripe.statusOf(checkout), 'expired');
        const kept = () =>
          query(
            sql`select status, over_at is not null as over from checkouts where account_id = ${accountId}`,
          );
        assert.deepEqual(await kept(), [{ status: 'closed', over: true }]);
        const asked = stripe.calls.length;
        const { ran } = await run();
        assert.deepEqual([ran['end-checkouts'], stripe.calls.length], [undefined, asked]);
        assert.equal(
          (await told(guid, checkout, { type: 'expired', payment_status: 'unpaid' })).body.outcome,
          'known',
        );
        assert.deepEqual(await kept(), [{ status: 'closed', over: true }]);
      });
    }

    test('the checkout is closed once Stripe can be reached again, by a node that died after telling it too', async () => {
      const { guid, checkout } = await started();
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

    test('a payer who was quicker than the closing is to be refunded, and the timeline says so once', async () => {
      const { guid, checkout } = await started();
      stripe.complete(checkout);
      await seller.ok('do-paid-invoice', { guid });
      assert.equal((await run()).failed, 0);
      assert.equal(stripe.statusOf(checkout), 'complete');
      for (let n = 0; n < 2; n++) await told(guid, checkout);
      const { timeline, payment_message, status } = await read(guid);
      assert.equal(status, 'Paid');
      const story = timeline.filter(({ event }: { event: string }) => event === 'unexpected_payment');
      assert.deepEqual(
        story.map(({ via, reason }: { via: string; reason: string }) => [via, reason]),
        [['link', payment_message]],
      );
      assert.match(
        payment_message,
        /^1400\.00 ISK came in by the payment link .* already settled: refund it/,
      );
    });

    test('an older checkout is closed when a credit note has changed what is due, and the new one is not', async () => {
      const items = [line({ item_number: 'A', qty: 2, unit_price: 500 })];
      const { guid, checkout, link } = await started({ items });
      await seller.ok('create-invoice', {
        data: { type: 'credit', amount: 620, ref_invoice_guid: guid, items: [{ item_number: 'A', qty: 1 }] },
      });
      const next = (await pressPayButton(link)).location.split('/').at(-1) ?? '';
      assert.equal((await run()).failed, 0);
      assert.deepEqual([stripe.statusOf(checkout), stripe.statusOf(next)], ['expired', 'open']);
      await told(guid, next, { amount_total: 78_000 });
      assert.deepEqual(await state(guid), ['Paid', '']);
    });

    test('is thanked for when it is about nothing that is here', async () => {
      const plain = await seller.ok('create-invoice', { data: invoice() });
      const nobody = '0198c0de-0000-7000-8000-000000000001';
      assert.deepEqual(await told(nobody, 'cs_1'), {
        status: 200,
        body: { received: true, outcome: 'unknown' },
      });
      assert.equal((await told(plain, 'cs_1')).body.outcome, 'unknown');
      const stranger = buildSessionEvent({ invoice: { accountId: 999_999, guid: nobody }, checkout: 'cs_1' });
      assert.equal((await say(stranger)).body.outcome, 'unknown');
      assert.equal((await told(nobody, 'cs_1', { type: 'created' })).body.outcome, 'ignored');
      assert.equal((await read(plain)).status, 'Sent');
    });

    test('the payer is told when Stripe makes no checkout, and can try again', async () => {
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
