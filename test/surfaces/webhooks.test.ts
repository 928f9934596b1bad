import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { Agent, callAgent } from '../support/agents/agent.ts';
import { invoice } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { addColleague, signInOwner } from '../support/people.ts';
import { authorizeClient } from '../support/person.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../support/service.ts';
import { query } from '../support/tables.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';
import { HOUR, SOON, verify, WebhookFixture } from '../support/webhook-fixture.ts';

onBothDatabases(
  'webhooks',
  (kvitt) => {
    const hooks = new WebhookFixture(kvitt);
    const { receiver } = hooks;

    test('send events from then on, signed, with the id of the event', async () => {
      await hooks.createItem();
      const { guid, secret, path } = await hooks.create({ types: ['invoice.*', 'customer.created'] });
      assert.match(secret, /^whsec_[A-Za-z0-9+/=]{44}$/);
      const data = invoice({ due_date: '2999-12-31', settlement_date: '2999-12-31' });
      const number = await hooks.seller.ok('create-invoice', { data });
      await hooks.run(SOON);
      const sent = receiver.messages.filter((message) => message.path === path);
      assert.deepEqual(sent.map((message) => verify(secret, message).type).sort(), [
        'customer.created',
        'invoice.issued',
      ]);
      const { result, next } = await hooks.seller.call('get-events', { types: 'invoice.issued' });
      const [listed] = result;
      const [event] = receiver.events(path).filter(({ type }) => type === 'invoice.issued');
      assert.deepEqual(event, {
        id: listed.id,
        type: 'invoice.issued',
        timestamp: listed.at,
        data: { guid: number, number: '1', kind: 'invoice' },
        sequence: Number(next),
      });
      for (const message of sent) {
        assert.throws(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, message));
        assert.throws(() => verify(secret, { ...message, body: `${message.body} ` }));
        assert.equal(message.headers['content-type'], 'application/json');
      }
      const log = await hooks.deliveries(guid, 'delivered');
      assert.equal(log.length, 2);
      assert.deepEqual(Object.keys(log[0].tries[0]).sort(), [
        'answer',
        'at',
        'duration_ms',
        'error',
        'status',
      ]);
      assert.equal(log[0].tries[0].status, 204);
      assert.deepEqual(await hooks.deliveries(guid, 'waiting'), []);
    });

    test('are listed without their secrets, which are sealed in the database', async () => {
      const { guid, secret } = await hooks.create({ description: 'Bókhald', types: 'item.*' });
      const listed = await hooks.get(guid);
      assert.deepEqual(
        { ...listed, url: '', created_at: '' },
        {
          ...{ guid, url: '', types: ['item.*'], description: 'Bókhald', state: 'active' },
          ...{ disabled_reason: '', waiting: 0, created_at: '' },
        },
      );
      await hooks.createItem();
      await hooks.run(SOON);
      const rows = JSON.stringify([
        await query(kvitt, sql`select * from webhooks`),
        await query(kvitt, sql`select * from webhook_deliveries`),
        await query(kvitt, sql`select answer from idempotency_keys`),
      ]);
      assert.ok(!rows.includes(secret.slice(6)));
      assert.ok(!rows.includes('v1,'));
    });

    test('are changed, disabled, enabled and deleted', async () => {
      const { guid, path } = await hooks.create({ types: ['item.*'] });
      await hooks.seller.ok('update-webhook', { guid, data: { description: 'Nýtt', types: ['customer.*'] } });
      await hooks.createItem();
      await hooks.run(SOON);
      assert.deepEqual(receiver.events(path), []);
      await hooks.seller.ok('update-webhook', { guid, data: { types: [] } });
      await hooks.createItem();
      await hooks.seller.ok('update-webhook', { guid, data: { state: 'disabled' } });
      await hooks.createItem();
      await hooks.run(SOON);
      assert.deepEqual(receiver.events(path), []);
      const off = await hooks.get(guid);
      assert.deepEqual(
        [off.state, off.disabled_reason, off.waiting],
        ['disabled', 'Disabled by the account', 0],
      );
      assert.equal(
        (await hooks.seller.expectRefusal('test-webhook', { guid })).error_code,
        'webhook_disabled',
      );
      await hooks.seller.ok('update-webhook', { guid, data: { state: 'active' } });
      await hooks.createItem();
      await hooks.run(SOON);
      assert.deepEqual(receiver.events(path).length, 1);
      await hooks.seller.ok('delete-webhook', { guid });
      await hooks.createItem();
      await hooks.run(SOON);
      assert.deepEqual(receiver.events(path).length, 1);
      assert.equal(
        (await hooks.seller.expectRefusal('delete-webhook', { guid })).error_code,
        'webhook_not_found',
      );
    });

    test('sign with the old secret beside the new one for 24 hours', async () => {
      const { guid, secret, path } = await hooks.create();
      const { secret: next } = await hooks.seller.ok('rotate-webhook-secret', { guid });
      hooks.secrets.set(path, next);
      assert.notEqual(next, secret);
      await hooks.createItem();
      await hooks.run(SOON);
      const [first] = receiver.messages.filter((message) => message.path === path);
      assert.ok(first);
      assert.equal(String(first.headers['webhook-signature']).split(' ').length, 2);
      for (const known of [secret, next]) assert.equal(verify(known, first).type, 'item.created');
      await hooks.createItem();
      await hooks.run(24 * HOUR + SOON);
      const last = receiver.messages.at(-1);
      assert.ok(last);
      assert.equal(verify(next, last).type, 'item.created');
      assert.throws(() => verify(secret, last));
    });

    test('are tested by one message that is not an event', async () => {
      const { guid, secret, path } = await hooks.create();
      const { event_id } = await hooks.seller.ok('test-webhook', { guid });
      await hooks.run(SOON);
      const [message] = receiver.messages.filter((sent) => sent.path === path);
      assert.ok(message);
      assert.equal(verify(secret, message).type, 'webhook.test');
      assert.equal(message.headers['webhook-id'], event_id);
      assert.deepEqual((await hooks.seller.call('get-events')).result, []);
      receiver.answer = (response) => response.writeHead(500).end('no');
      await hooks.seller.ok('test-webhook', { guid });
      for (const seconds of [SOON, HOUR]) await hooks.run(seconds);
      assert.equal(receiver.events(path).length, 2);
      const [failed] = await hooks.deliveries(guid, 'failed');
      assert.deepEqual(
        [failed.type, failed.tries[0].status, failed.tries[0].answer],
        ['webhook.test', 500, 'no'],
      );
    });

    test('redeliver one event, and all after a cursor', async () => {
      const { guid, path } = await hooks.create({ types: ['item.*'] });
      await hooks.createItem();
      const { next } = await hooks.seller.call('get-events');
      await hooks.createItem();
      await hooks.seller.ok('create-customer', { data: { name: 'A', output_select: 4 } });
      await hooks.createItem();
      await hooks.run(SOON);
      // Deliveries run in parallel, so they arrive in any order.
      const { result } = await hooks.seller.call('get-events', { types: 'item.*', limit: 500 });
      const ids: string[] = result.slice(-3).map(({ id }: { id: string }) => id);
      const arrived = receiver.events(path).map(({ id }) => id);
      assert.deepEqual(arrived.sort(), [...ids].sort());
      receiver.messages.length = 0;
      assert.deepEqual(await hooks.seller.ok('redeliver-webhook', { guid, event_id: ids[0] }), { queued: 1 });
      assert.deepEqual(await hooks.seller.ok('redeliver-webhook', { guid, event_id: ids[0] }), { queued: 0 });
      await hooks.run(SOON);
      assert.deepEqual(
        receiver.events(path).map(({ id }) => id),
        [ids[0]],
      );
      receiver.messages.length = 0;
      assert.deepEqual(await hooks.seller.ok('redeliver-webhook', { guid, after: next }), { queued: 2 });
      await hooks.run(SOON);
      assert.deepEqual(
        receiver
          .events(path)
          .map(({ id }) => id)
          .sort(),
        ids.slice(1).sort(),
      );
      const log = await hooks.deliveries(guid);
      assert.deepEqual(
        log.map(({ tries }: { tries: unknown[] }) => tries.length),
        [2, 2, 2],
      );
      assert.ok(receiver.messages.some(({ body }) => body === log[0].request));
    });

    test('redeliver the events of some days, or only those that failed', async () => {
      const { guid, path } = await hooks.create({ types: ['item.*'] });
      const today = kvitt.now().toISOString().slice(0, 10);
      receiver.answer = (response) => response.writeHead(200).end();
      await hooks.createItem();
      await hooks.run(SOON);
      receiver.answer = (response) => response.writeHead(410).end();
      await hooks.createItem();
      await hooks.run(SOON);
      receiver.answer = (response) => response.writeHead(200).end();
      await hooks.seller.ok('update-webhook', { guid, data: { state: 'active' } });
      receiver.messages.length = 0;
      const [failed] = await hooks.deliveries(guid, 'failed');
      const again = (sent: object) => hooks.seller.ok('redeliver-webhook', { guid, ...sent });
      assert.deepEqual(await again({ from_date: '2020-01-01', to_date: '2020-01-31' }), { queued: 0 });
      assert.deepEqual(await again({ from_date: today, only_failed: 1 }), { queued: 1 });
      await hooks.run(SOON);
      assert.deepEqual(
        receiver.events(path).map(({ id }) => id),
        [failed.event_id],
      );
      const all = (await hooks.seller.call('get-events', { types: 'item.*', limit: 500 })).result.length;
      assert.deepEqual(await again({ from_date: today, to_date: today }), { queued: all });
      await hooks.run(SOON);
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
          const made = await hooks.seller.expectRefusal('create-webhook', { data: { url } });
          assert.deepEqual([made.error_code, made.message.slice(0, 10)], ['field_invalid', 'Field url ']);
          const { guid } = await hooks.create();
          const changed = await hooks.seller.expectRefusal('update-webhook', { guid, data: { url } });
          assert.equal(changed.message, made.message);
        });
      test('an unknown type, the twenty-first webhook, and what belongs to another account', async () => {
        const data = { url: 'https://nowhere.example/hook', types: ['invoice.eaten'] };
        assert.equal(
          (await hooks.seller.expectRefusal('create-webhook', { data })).error_code,
          'field_invalid',
        );
        const { guid } = await hooks.create();
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
        for (let n = 1; n < 20; n++) await hooks.create();
        const full = await hooks.seller.expectRefusal('create-webhook', { data: { url: receiver.url } });
        assert.equal(full.error_code, 'webhooks_full');
      });
      test('an event that is not known, or neither event nor cursor', async () => {
        const { guid } = await hooks.create();
        const event_id = UNKNOWN_GUID;
        const stranger = await kvitt.account();
        await stranger.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
        const [foreign] = (await stranger.call('get-events')).result;
        for (const [sent, code] of [
          [{ event_id }, 'event_not_found'],
          [{ event_id: foreign.id }, 'event_not_found'],
          [{}, 'field_required'],
          [{ event_id, after: '0' }, 'field_invalid'],
          [{ after: 'x' }, 'field_invalid'],
          [{ after: '999999' }, 'field_invalid'],
          [{ to_date: '2026-03-17' }, 'field_required'],
          [{ only_failed: 1 }, 'field_required'],
          [{ event_id, from_date: '2026-03-17' }, 'field_invalid'],
          [{ from_date: 'soon' }, 'field_invalid'],
          [{ from_date: '2026-03-17', to_date: '2026-03-16' }, 'field_invalid'],
        ] as const)
          assert.equal(
            (await hooks.seller.expectRefusal('redeliver-webhook', { guid, ...sent })).error_code,
            code,
          );
      });
    });

    test('are for owners in the console, and not for members or tokens', async () => {
      const owner = await signInOwner(kvitt, hooks.seller);
      const { guid } = await owner.ok('create-webhook', { url: receiver.url });
      assert.equal((await owner.ok('get-webhooks')).length, 1);
      const member = await addColleague(kvitt, owner);
      for (const [name, body] of [
        ['create-webhook', { url: receiver.url }],
        ['get-webhooks', {}],
        ['test-webhook', { guid }],
      ] as const)
        assert.equal((await member.call(name, body)).status, 403, name);
      const agent = new Agent(kvitt.url, await authorizeClient(hooks.seller));
      assert.equal((await agent.call('GET', '/webhooks')).status, 404);
      const { status } = await callAgent(kvitt.url, 'POST', '/../create-webhook', undefined, {
        authorization: `Bearer ${agent.token}`,
      });
      assert.equal(status, 401);
      await (await signInToConsole(hooks.seller)).ok('delete-webhook', { guid });
    });
  },
  LOCAL_WEBHOOKS,
);
