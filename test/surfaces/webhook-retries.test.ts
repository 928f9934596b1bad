import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../support/service.ts';
import { HOUR, MINUTE, SOON, WebhookFixture } from '../support/webhook-fixture.ts';

onBothDatabases(
  'failed deliveries of webhooks',
  (kvitt) => {
    const hooks = new WebhookFixture(kvitt);
    const { receiver } = hooks;

    test('are retried by the schedule, then the webhook is disabled and the owner is mailed', async () => {
      const address = `owner-${randomUUID()}@seljandi.example`;
      hooks.seller = await kvitt.account({ email: address });
      const { guid, path } = await hooks.create({ types: ['item.*'] });
      receiver.answer = (response) => response.writeHead(503).end('down');
      await hooks.createItem();
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
      let at = SOON;
      await hooks.run(at);
      for (const [place, delay] of delays.entries()) {
        assert.equal(receiver.events(path).length, place + 1);
        await hooks.run(at + delay * 0.89);
        assert.equal(receiver.events(path).length, place + 1, `${delay} s: too early`);
        assert.equal((await hooks.get(guid)).state, 'active');
        at += delay;
        await hooks.run(at);
      }
      assert.equal(receiver.events(path).length, 10);
      assert.equal(new Set(receiver.events(path).map(({ id }) => id)).size, 1);
      const off = await hooks.get(guid);
      assert.equal(off.state, 'disabled');
      assert.match(off.disabled_reason, /10 times/);
      await hooks.run(at + 1);
      const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${address}`);
      assert.equal(mails.length, 1);
      assert.match(mails[0].text, /127\.0\.0\.1/);
      await hooks.run(at + 100 * HOUR);
      assert.equal(receiver.events(path).length, 10);
      const [log] = await hooks.deliveries(guid, 'failed');
      assert.equal(log.tries.length, 10);
    });

    test('arrive once the receiver is available again, also those of the time in between', async () => {
      const { guid, path } = await hooks.create();
      receiver.answer = (response) => response.destroy();
      for (let n = 0; n < 3; n++) await hooks.createItem();
      await hooks.run(SOON);
      await hooks.run(SOON + 6);
      assert.equal((await hooks.get(guid)).waiting, 3);
      const [waiting] = await hooks.deliveries(guid, 'waiting');
      assert.equal(waiting.tries.length, 2);
      assert.equal(waiting.tries[0].status, null);
      assert.notEqual(waiting.tries[0].error, '');
      receiver.answer = (response) => response.writeHead(200).end();
      receiver.messages.length = 0;
      await hooks.run(SOON + HOUR);
      assert.equal(receiver.events(path).length, 3);
      assert.equal((await hooks.get(guid)).waiting, 0);
    });

    test('are sent at once on request, and then only once', async () => {
      const { guid, path } = await hooks.create({ types: ['item.*'] });
      receiver.answer = (response) => response.writeHead(500).end();
      await hooks.createItem();
      await hooks.run(SOON);
      await hooks.run(SOON + 6);
      const [{ event_id }] = await hooks.deliveries(guid, 'waiting');
      receiver.answer = (response) => response.writeHead(200).end();
      receiver.messages.length = 0;
      const sendNow = () => hooks.seller.ok('redeliver-webhook', { guid, event_id });
      assert.deepEqual([await sendNow(), await sendNow()], [{ queued: 1 }, { queued: 0 }]);
      await hooks.run(SOON + 7);
      assert.equal(receiver.events(path).length, 1);
      await hooks.run(SOON + HOUR);
      assert.equal(receiver.events(path).length, 1);
      assert.equal((await hooks.get(guid)).waiting, 0);
    });

    describe('take as failure', () => {
      for (const status of [300, 301, 302, 307, 400, 401, 404, 500])
        test(`status ${status}, without following a redirect`, async () => {
          const { guid, path } = await hooks.create();
          receiver.answer = (response, { path: at }) =>
            at === path
              ? response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end()
              : response.end();
          await hooks.createItem();
          await hooks.run(SOON);
          assert.equal(receiver.events(path).length, 1);
          assert.deepEqual(receiver.events('/elsewhere'), []);
          const [waiting] = await hooks.deliveries(guid, 'waiting');
          assert.equal(waiting.tries[0].status, status);
        });
    });

    test('with 410 disable the webhook, and the owner is mailed', async () => {
      const address = `owner-${randomUUID()}@seljandi.example`;
      hooks.seller = await kvitt.account({ email: address });
      const { guid, path } = await hooks.create();
      receiver.answer = (response) => response.writeHead(410).end();
      await hooks.createItem();
      await hooks.createItem();
      await hooks.run(SOON);
      await hooks.run(HOUR);
      const { state, disabled_reason } = await hooks.get(guid);
      assert.equal(state, 'disabled');
      assert.match(disabled_reason, /410/);
      assert.ok(receiver.events(path).length <= 2);
      const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${address}`);
      assert.equal(mails.length, 1);
      assert.match(mails[0].text, /410/);
    });

    for (const status of [429, 503])
      test(`wait as long as ${status} with Retry-After says`, async () => {
        const { path } = await hooks.create();
        receiver.answer = (response) => response.writeHead(status, { 'retry-after': '120' }).end();
        await hooks.createItem();
        await hooks.run(SOON);
        receiver.answer = (response) => response.writeHead(200).end();
        await hooks.run(SOON + 119);
        assert.equal(receiver.events(path).length, 1);
        await hooks.run(SOON + 120);
        assert.equal(receiver.events(path).length, 2);
      });

    test('pause a receiver that keeps failing, however many events wait', async () => {
      const { path } = await hooks.create();
      receiver.answer = (response) => response.writeHead(500).end();
      for (let n = 0; n < 40; n++) await hooks.createItem();
      await hooks.run(SOON);
      const first = receiver.events(path).length;
      assert.ok(first >= 20 && first < 40, `${first} calls`);
      await hooks.run(SOON + 6);
      assert.equal(receiver.events(path).length, first);
      receiver.answer = (response) => response.writeHead(200).end();
      await hooks.run(SOON + HOUR);
      assert.equal(new Set(receiver.events(path).map(({ id }) => id)).size, 40);
    });
  },
  LOCAL_WEBHOOKS,
);
