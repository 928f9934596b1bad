import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sql } from '../../src/kernel/database/sql.ts';
import { Agent, callAgent } from '../support/agents/agent.ts';
import { type Client, invoice } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { addColleague, signInOwner } from '../support/people.ts';
import { authorizeClient } from '../support/person.ts';
import { type ReceivedMessage, Receiver } from '../support/receiver.ts';
import { onBothDatabases } from '../support/service.ts';
import { query } from '../support/tables.ts';

const MINUTE = 60;
const HOUR = 3600;
const verify = (secret: string, { body, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };

onBothDatabases(
  'webhooks',
  (kvitt) => {
    const receiver = new Receiver();
    let seller: Client;
    let start: number;
    let count = 0;
    /** The newest secret of each webhook by its path, and the messages that it does not verify. */
    const secrets = new Map<string, string>();
    const unverified: string[] = [];
    before(async () => {
      receiver.inspect = (message) => {
        try {
          verify(secrets.get(message.path) ?? '', message);
        } catch (error) {
          unverified.push(`${message.path}: ${(error as Error).message}`);
        }
      };
      await receiver.start();
    });
    after(() => receiver.stop());
    afterEach(() => assert.deepEqual(unverified.splice(0), [], 'every delivery is signed'));
    beforeEach(async () => {
      receiver.messages.length = 0;
      receiver.answer = (response) => response.writeHead(204).end();
      seller = await kvitt.account();
      start = kvitt.now().getTime();
    });
    /** Creates a webhook with a path of its own. */
    const create = async (more: object = {}, client = seller) => {
      const path = `/hook-${++count}`;
      const made = await client.ok('create-webhook', { data: { url: receiver.url + path, ...more } });
      secrets.set(path, made.secret);
      return { ...made, path } as { guid: string; secret: string; path: string };
    };
    const item = () => seller.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
    /** Runs all that is due so many seconds after the begin of the test. */
    const run = (seconds = 0) =>
      kvitt.operator('POST', '/jobs/run', { now: new Date(start + seconds * 1000).toISOString() });
    const deliveries = (guid: string, state?: string) => seller.ok('get-webhook-deliveries', { guid, state });
    const one = async (guid: string) => {
      const all = await seller.ok('get-webhooks');
      return all.find((webhook: { guid: string }) => webhook.guid === guid);
    };
    const soon = 10;

    test('send what happens from then on, signed, with the id of the event', async () => {
      await item();
      const { guid, secret, path } = await create({ types: ['invoice.*', 'customer.created'] });
      assert.match(secret, /^whsec_[A-Za-z0-9+/=]{44}$/);
      const number = await seller.ok('create-invoice', { data: invoice() });
      await run(soon);
      const sent = receiver.messages.filter((message) => message.path === path);
      assert.deepEqual(sent.map((message) => verify(secret, message).type).sort(), [
        'customer.created',
        'invoice.issued',
      ]);
      const listed = (await seller.call('get-events', { types: 'invoice.issued' })).result[0];
      const [event] = receiver.events(path).filter(({ type }) => type === 'invoice.issued');
      assert.deepEqual(event, {
        id: listed.id,
        type: 'invoice.issued',
        timestamp: listed.at,
        data: { guid: number, number: '1', kind: 'invoice' },
      });
      for (const message of sent) {
        assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message));
        assert.throws(() => verify(secret, { ...message, body: `${message.body} ` }));
        assert.equal(message.headers['content-type'], 'application/json');
      }
      const log = await deliveries(guid, 'delivered');
      assert.equal(log.length, 2);
      assert.deepEqual(Object.keys(log[0].tries[0]).sort(), [
        'answer',
        'at',
        'duration_ms',
        'error',
        'status',
      ]);
      assert.equal(log[0].tries[0].status, 204);
      assert.deepEqual(await deliveries(guid, 'waiting'), []);
    });

    test('are listed without their secrets, which are sealed in the database', async () => {
      const { guid, secret } = await create({ description: 'Bókhald', types: 'item.*' });
      const listed = await one(guid);
      assert.deepEqual(
        { ...listed, url: '', created_at: '' },
        {
          ...{ guid, url: '', types: ['item.*'], description: 'Bókhald', state: 'active' },
          ...{ disabled_reason: '', waiting: 0, created_at: '' },
        },
      );
      await item();
      await run(soon);
      const rows = JSON.stringify([
        await query(kvitt, sql`select * from webhooks`),
        await query(kvitt, sql`select * from webhook_deliveries`),
        await query(kvitt, sql`select answer from idempotency_keys`),
      ]);
      assert.ok(!rows.includes(secret.slice(6)));
      assert.ok(!rows.includes('v1,'));
    });

    test('are changed, disabled, enabled and deleted', async () => {
      const { guid, path } = await create({ types: ['item.*'] });
      await seller.ok('update-webhook', { guid, data: { description: 'Nýtt', types: ['customer.*'] } });
      await item();
      await run(soon);
      assert.deepEqual(receiver.events(path), []);
      await seller.ok('update-webhook', { guid, data: { types: [] } });
      await item();
      await seller.ok('update-webhook', { guid, data: { state: 'disabled' } });
      await item();
      await run(soon);
      assert.deepEqual(receiver.events(path), []);
      const off = await one(guid);
      assert.deepEqual(
        [off.state, off.disabled_reason, off.waiting],
        ['disabled', 'Disabled by the account', 0],
      );
      assert.equal((await seller.expectRefusal('test-webhook', { guid })).error_code, 'webhook_disabled');
      await seller.ok('update-webhook', { guid, data: { state: 'active' } });
      await item();
      await run(soon);
      assert.deepEqual(receiver.events(path).length, 1);
      await seller.ok('delete-webhook', { guid });
      await item();
      await run(soon);
      assert.deepEqual(receiver.events(path).length, 1);
      assert.equal((await seller.expectRefusal('delete-webhook', { guid })).error_code, 'webhook_not_found');
    });

    test('sign with the old secret beside the new one for 24 hours', async () => {
      const { guid, secret, path } = await create();
      const { secret: next } = await seller.ok('rotate-webhook-secret', { guid });
      secrets.set(path, next);
      assert.notEqual(next, secret);
      await item();
      await run(soon);
      const [first] = receiver.messages.filter((message) => message.path === path);
      assert.ok(first);
      assert.equal(String(first.headers['webhook-signature']).split(' ').length, 2);
      for (const known of [secret, next]) assert.equal(verify(known, first).type, 'item.created');
      await item();
      await run(24 * HOUR + soon);
      const last = receiver.messages.at(-1);
      assert.ok(last);
      assert.equal(verify(next, last).type, 'item.created');
      assert.throws(() => verify(secret, last));
    });

    test('are tested by one message that is no event', async () => {
      const { guid, secret, path } = await create();
      const { event_id } = await seller.ok('test-webhook', { guid });
      await run(soon);
      const [message] = receiver.messages.filter((sent) => sent.path === path);
      assert.ok(message);
      assert.equal(verify(secret, message).type, 'webhook.test');
      assert.equal(message.headers['webhook-id'], event_id);
      assert.deepEqual((await seller.call('get-events')).result, []);
      receiver.answer = (response) => response.writeHead(500).end('no');
      await seller.ok('test-webhook', { guid });
      for (const seconds of [soon, HOUR]) await run(seconds);
      assert.equal(receiver.events(path).length, 2);
      const [failed] = await deliveries(guid, 'failed');
      assert.deepEqual(
        [failed.type, failed.tries[0].status, failed.tries[0].answer],
        ['webhook.test', 500, 'no'],
      );
    });

    test('try again by the schedule, then are disabled and the owner is mailed', async () => {
      const owner = await kvitt.account({ email: `owner-${++count}@seljandi.example` });
      seller = owner;
      const { guid, path } = await create({ types: ['item.*'] });
      const address = (await kvitt.operator('GET', `/accounts/${owner.username}`)).body.email;
      receiver.answer = (response) => response.writeHead(503).end('down');
      await item();
      const delays = [
        5,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        14 * HOUR,
        20 * HOUR,
        24 * HOUR,
      ];
      let at = soon;
      await run(at);
      for (const [place, delay] of delays.entries()) {
        assert.equal(receiver.events(path).length, place + 1);
        await run(at + delay * 0.89);
        assert.equal(receiver.events(path).length, place + 1, `${delay} s: too early`);
        assert.equal((await one(guid)).state, 'active');
        at += delay;
        await run(at);
      }
      assert.equal(receiver.events(path).length, 10);
      assert.equal(new Set(receiver.events(path).map(({ id }) => id)).size, 1);
      const off = await one(guid);
      assert.equal(off.state, 'disabled');
      assert.match(off.disabled_reason, /10 times/);
      await run(at + 1);
      const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${address}`);
      assert.equal(mails.length, 1);
      assert.match(mails[0].text, /127\.0\.0\.1/);
      await run(at + 100 * HOUR);
      assert.equal(receiver.events(path).length, 10);
      const [log] = await deliveries(guid, 'failed');
      assert.equal(log.tries.length, 10);
    });

    test('arrive once the receiver is up again, also those of the time in between', async () => {
      const { guid, path } = await create();
      receiver.answer = (response) => response.destroy();
      for (let n = 0; n < 3; n++) await item();
      await run(soon);
      await run(soon + 6);
      assert.equal((await one(guid)).waiting, 3);
      const [waiting] = await deliveries(guid, 'waiting');
      assert.equal(waiting.tries.length, 2);
      assert.equal(waiting.tries[0].status, null);
      assert.notEqual(waiting.tries[0].error, '');
      receiver.answer = (response) => response.writeHead(200).end();
      receiver.messages.length = 0;
      await run(soon + HOUR);
      assert.equal(receiver.events(path).length, 3);
      assert.equal((await one(guid)).waiting, 0);
    });

    describe('take as failure', () => {
      for (const status of [300, 301, 302, 307, 400, 401, 404, 500])
        test(`status ${status}, and follow no redirect`, async () => {
          const { guid, path } = await create();
          receiver.answer = (response, { path: at }) =>
            at === path
              ? response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end()
              : response.end();
          await item();
          await run(soon);
          assert.equal(receiver.events(path).length, 1);
          assert.deepEqual(receiver.events('/elsewhere'), []);
          const [waiting] = await deliveries(guid, 'waiting');
          assert.equal(waiting.tries[0].status, status);
        });
    });

    test('are disabled by 410', async () => {
      const { guid, path } = await create();
      receiver.answer = (response) => response.writeHead(410).end();
      await item();
      await item();
      await run(soon);
      await run(HOUR);
      const { state, disabled_reason } = await one(guid);
      assert.equal(state, 'disabled');
      assert.match(disabled_reason, /410/);
      assert.ok(receiver.events(path).length <= 2);
    });

    for (const status of [429, 503])
      test(`wait as long as ${status} with Retry-After says`, async () => {
        const { path } = await create();
        receiver.answer = (response) => response.writeHead(status, { 'retry-after': '120' }).end();
        await item();
        await run(soon);
        receiver.answer = (response) => response.writeHead(200).end();
        await run(soon + 119);
        assert.equal(receiver.events(path).length, 1);
        await run(soon + 120);
        assert.equal(receiver.events(path).length, 2);
      });

    test('redeliver one event, and all after a cursor', async () => {
      const { guid, path } = await create({ types: ['item.*'] });
      await item();
      const { next } = await seller.call('get-events');
      await item();
      await seller.ok('create-customer', { data: { name: 'A', output_select: 4 } });
      await item();
      await run(soon);
      // Deliveries run in parallel, so they arrive in any order.
      const { result } = await seller.call('get-events', { types: 'item.*', limit: 500 });
      const ids: string[] = result.slice(-3).map(({ id }: { id: string }) => id);
      const arrived = receiver.events(path).map(({ id }) => id);
      assert.deepEqual(arrived.sort(), [...ids].sort());
      receiver.messages.length = 0;
      assert.deepEqual(await seller.ok('redeliver-webhook', { guid, event_id: ids[0] }), { queued: 1 });
      assert.deepEqual(await seller.ok('redeliver-webhook', { guid, event_id: ids[0] }), { queued: 0 });
      await run(soon);
      assert.deepEqual(
        receiver.events(path).map(({ id }) => id),
        [ids[0]],
      );
      receiver.messages.length = 0;
      assert.deepEqual(await seller.ok('redeliver-webhook', { guid, after: next }), { queued: 2 });
      await run(soon);
      assert.deepEqual(
        receiver
          .events(path)
          .map(({ id }) => id)
          .sort(),
        ids.slice(1).sort(),
      );
      const log = await deliveries(guid);
      assert.deepEqual(
        log.map(({ tries }: { tries: unknown[] }) => tries.length),
        [2, 2, 2],
      );
      assert.ok(receiver.messages.some(({ body }) => body === log[0].request));
    });

    test('redeliver the events of some days, or only those that failed', async () => {
      const { guid, path } = await create({ types: ['item.*'] });
      const today = kvitt.now().toISOString().slice(0, 10);
      receiver.answer = (response) => response.writeHead(200).end();
      await item();
      await run(soon);
      receiver.answer = (response) => response.writeHead(410).end();
      await item();
      await run(soon);
      receiver.answer = (response) => response.writeHead(200).end();
      await seller.ok('update-webhook', { guid, data: { state: 'active' } });
      receiver.messages.length = 0;
      const [failed] = await deliveries(guid, 'failed');
      const again = (sent: object) => seller.ok('redeliver-webhook', { guid, ...sent });
      assert.deepEqual(await again({ from_date: '2020-01-01', to_date: '2020-01-31' }), { queued: 0 });
      assert.deepEqual(await again({ from_date: today, only_failed: 1 }), { queued: 1 });
      await run(soon);
      assert.deepEqual(
        receiver.events(path).map(({ id }) => id),
        [failed.event_id],
      );
      const all = (await seller.call('get-events', { types: 'item.*', limit: 500 })).result.length;
      assert.deepEqual(await again({ from_date: today, to_date: today }), { queued: all });
      await run(soon);
    });

    test('pause a receiver that keeps failing, however many events wait', async () => {
      const { path } = await create();
      receiver.answer = (response) => response.writeHead(500).end();
      for (let n = 0; n < 40; n++) await item();
      await run(soon);
      const first = receiver.events(path).length;
      assert.ok(first >= 20 && first < 40, `${first} calls`);
      await run(soon + 6);
      assert.equal(receiver.events(path).length, first);
      receiver.answer = (response) => response.writeHead(200).end();
      await run(soon + HOUR);
      assert.equal(new Set(receiver.events(path).map(({ id }) => id)).size, 40);
    });

    describe('refuse', () => {
      for (const [what, url] of [
        ['plain http', 'http://example.is/hook'],
        ['a private address', 'https://10.1.2.3/hook'],
        ['a decimal address', 'http://2130706433/hook'],
        ['an address within IPv6', 'https://[::ffff:127.0.0.1]/hook'],
        ['metadata', 'https://169.254.169.254/'],
        ['a local name', 'https://localhost/hook'],
        ['a name and a password', 'https://a:b@example.is/'],
        ['no address', 'hello'],
      ] as const)
        test(`the address of ${what}, when it is made and when it is changed`, async () => {
          const made = await seller.expectRefusal('create-webhook', { data: { url } });
          assert.deepEqual([made.error_code, made.message.slice(0, 10)], ['field_invalid', 'Field url ']);
          const { guid } = await create();
          const changed = await seller.expectRefusal('update-webhook', { guid, data: { url } });
          assert.equal(changed.message, made.message);
        });
      test('an unknown type, the twenty-first webhook, and what belongs to another account', async () => {
        const data = { url: 'https://nowhere.example/hook', types: ['invoice.eaten'] };
        assert.equal((await seller.expectRefusal('create-webhook', { data })).error_code, 'field_invalid');
        const { guid } = await create();
        const stranger = await kvitt.account();
        for (const [operation, more] of [
          ['update-webhook', { data: { description: 'x' } }],
          ['delete-webhook', {}],
          ['rotate-webhook-secret', {}],
          ['test-webhook', {}],
          ['get-webhook-deliveries', {}],
          ['redeliver-webhook', { after: '0' }],
        ] as const) {
          const { error_code } = await stranger.expectRefusal(operation, { guid, ...more });
          assert.equal(error_code, 'webhook_not_found', operation);
        }
        for (let n = 1; n < 20; n++) await create();
        const full = await seller.expectRefusal('create-webhook', { data: { url: receiver.url } });
        assert.equal(full.error_code, 'webhooks_full');
      });
      test('an event that is not known, or neither event nor cursor', async () => {
        const { guid } = await create();
        const event_id = '00000000-0000-4000-8000-000000000000';
        const stranger = await kvitt.account();
        await stranger.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
        const [foreign] = (await stranger.call('get-events')).result;
        for (const [sent, code] of [
          [{ event_id }, 'event_not_found'],
          [{ event_id: foreign.id }, 'event_not_found'],
          [{}, 'field_required'],
          [{ event_id, after: '0' }, 'field_invalid'],
          [{ after: 'x' }, 'field_invalid'],
          [{ to_date: '2026-03-17' }, 'field_required'],
          [{ only_failed: 1 }, 'field_required'],
          [{ event_id, from_date: '2026-03-17' }, 'field_invalid'],
          [{ from_date: 'soon' }, 'field_invalid'],
          [{ from_date: '2026-03-17', to_date: '2026-03-16' }, 'field_invalid'],
        ] as const)
          assert.equal((await seller.expectRefusal('redeliver-webhook', { guid, ...sent })).error_code, code);
      });
    });

    test('are for owners in the console, and not for members or tokens', async () => {
      const owner = await signInOwner(kvitt, seller);
      const { guid } = await owner.ok('create-webhook', { url: receiver.url });
      assert.equal((await owner.ok('get-webhooks')).length, 1);
      const member = await addColleague(kvitt, owner);
      for (const [name, body] of [
        ['create-webhook', { url: receiver.url }],
        ['get-webhooks', {}],
        ['test-webhook', { guid }],
      ] as const)
        assert.equal((await member.call(name, body)).status, 403, name);
      const agent = new Agent(kvitt.url, await authorizeClient(seller));
      assert.equal((await agent.call('GET', '/webhooks')).status, 404);
      const { status } = await callAgent(kvitt.url, 'POST', '/../create-webhook', undefined, {
        authorization: `Bearer ${agent.token}`,
      });
      assert.equal(status, 401);
      await (await signInToConsole(seller)).ok('delete-webhook', { guid });
    });
  },
  { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' },
);
