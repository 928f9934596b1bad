import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kvitt } from '../../sdk/src/client.ts';
import { done, dropConnection, json, ScriptedServer } from '../support/sdk-server.ts';

const event = (id: string) => ({
  id,
  type: 'invoice.paid',
  at: '2026-03-02T12:00:00.000Z',
  data: { guid: id },
});

describe('the events of the client', () => {
  const server = new ScriptedServer();
  before(() => server.start());
  after(() => server.stop());
  const client = () => new Kvitt({ url: server.url, username: 'u', apiKey: 'k', retries: 1 });
  const queries = () => server.received.map(({ url }) => new URL(url, 'http://x').searchParams);

  test('come in order by long poll, each call after the cursor of the last', async () => {
    server.script(
      done([event('1'), event('2')], { next: 'c2' }),
      done([], { next: 'c2' }),
      dropConnection,
      done([event('3')], { next: 'c3' }),
    );
    const ids: string[] = [];
    for await (const { id } of client().events({ after: 'c0', types: ['invoice.*', 'cost.read'] })) {
      ids.push(id);
      if (id === '3') break;
    }
    assert.deepEqual(ids, ['1', '2', '3']);
    assert.deepEqual(
      queries().map((query) => [query.get('after'), query.get('types'), query.get('wait')]),
      [
        ['c0', 'invoice.*,cost.read', '25'],
        ['c2', 'invoice.*,cost.read', '25'],
        ['c2', 'invoice.*,cost.read', '25'],
        ['c2', 'invoice.*,cost.read', '25'],
      ],
    );
  });

  test('can be resumed by the cursor without missing one', async () => {
    server.script(done([event('1'), event('2')], { next: 'c2' }), done([], { next: 'c2' }));
    const events = client().events();
    const cursors: unknown[] = [];
    for await (const { id } of events) {
      cursors.push(events.cursor);
      if (id === '2') break;
    }
    assert.deepEqual(cursors, [undefined, 'c2']);
  });

  test('end after the newest without follow', async () => {
    server.script(done([event('1')], { next: 'c1' }), done([], { next: 'c1' }));
    const ids: string[] = [];
    for await (const { id } of client().events({ follow: false })) ids.push(id);
    assert.deepEqual(ids, ['1']);
    assert.equal(queries()[0]?.get('wait'), null);
  });

  test('end with an error where the cursor is too old, and with the signal', async () => {
    server.script(json({ status: false, message: 'Too old', error_code: 'cursor_expired' }, 410));
    await assert.rejects(client().events({ after: 'old' })[Symbol.asyncIterator]().next(), {
      code: 'cursor_expired',
    });
    server.script(() => {});
    const stop = new AbortController();
    const next = client().events({}, { signal: stop.signal })[Symbol.asyncIterator]().next();
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await assert.rejects(next, /enough/);
  });

  test('are read from the agent API with a token', async () => {
    server.script(done([event('1')], { next: 'c1' }));
    const kvitt = new Kvitt({ url: server.url, token: 't' });
    for await (const { type } of kvitt.events()) {
      assert.equal(type, 'invoice.paid');
      break;
    }
    assert.match(server.received[0]?.url ?? '', /^\/api\/v1\/agent\/events\?wait=25$/);
  });
});
