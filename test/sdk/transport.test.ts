import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Kvitt } from '../../sdk/src/client.ts';
import { KvittError } from '../../sdk/src/errors.ts';
import { retryDelay } from '../../sdk/src/retry.ts';
import type { KvittSettings } from '../../sdk/src/transport.ts';
import { breakAnswer, done, dropConnection, json, ScriptedServer } from '../support/sdk-server.ts';
import { until } from '../support/until.ts';

const GUID = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
const NOW = { 'retry-after': '0' };
const busy = (status: number) => json({ status: false, message: 'Busy', error_code: 'busy' }, status, NOW);

describe('the client on the wire', () => {
  const server = new ScriptedServer();
  before(() => server.start());
  after(() => server.stop());
  const client = (settings: Partial<KvittSettings> = {}) =>
    new Kvitt({ url: server.url, username: 'gúndi', apiKey: 'key', ...settings } as KvittSettings);
  const failure = async (promise: Promise<unknown>): Promise<KvittError> => {
    const error = await promise.then(
      () => assert.fail('it succeeded'),
      (caught) => caught,
    );
    assert.ok(error instanceof KvittError, String(error));
    return error;
  };

  test('returns the guid of the new record, and a secret that is shown once, beside the answer', async () => {
    server.script(done({ guid: GUID, secret: 'whsec_abc' }), done(GUID));
    const { guid, secret } = await client().webhooks.create({ url: 'https://shop.example/hook' });
    assert.deepEqual([guid, secret], [GUID, 'whsec_abc']);
    const item = await client().items.create({ description: 'A', unit_price: 1 });
    assert.deepEqual([item.guid, 'secret' in item], [GUID, false]);
  });

  test('keeps the former name of a method', async () => {
    server.script(done([{ guid: GUID }]));
    const { webhooks } = client();
    assert.deepEqual(await webhooks.get(), await webhooks.list());
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/api/v1/get-webhooks', '/api/v1/get-webhooks'],
    );
  });

  test('sends the credentials in a header and never in the address', async () => {
    server.script(done([]));
    await client().invoices.list({ from: '2026-01-01', limit: 5 }).toArray();
    const [request] = server.received;
    assert.equal(request?.url, '/api/v1/get-invoices?from_date=2026-01-01&limit=5&page=1');
    const basic = Buffer.from(request?.headers.authorization?.slice('Basic '.length) ?? '', 'base64');
    assert.equal(basic.toString(), 'gúndi:key');

    server.script(done(GUID));
    await client({ token: 'secret-token' }).invoices.update(GUID, { accounting_status: 'Posted' });
    assert.deepEqual(
      [server.received[0]?.method, server.received[0]?.url, server.received[0]?.headers.authorization],
      ['PUT', `/api/v1/agent/invoices/${GUID}`, 'Bearer secret-token'],
    );
  });

  test('keeps one idempotency key over the retries of a call, and uses another for the next call', async () => {
    server.script(busy(503), dropConnection, breakAnswer, busy(429), busy(502), done(GUID));
    assert.equal((await client().items.create({ description: 'A', unit_price: 1 })).guid, GUID);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    assert.equal(keys.length, 6);
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
    assert.deepEqual(new Set(keys).size, 1);
    server.script(done(GUID));
    await client().items.create({ description: 'A', unit_price: 1 });
    assert.notEqual(server.received[0]?.headers['idempotency-key'], keys[0]);
    server.script(done(GUID));
    await client().items.create({ description: 'A', unit_price: 1 }, { idempotencyKey: 'order-1' });
    assert.equal(server.received[0]?.headers['idempotency-key'], 'order-1');
  });

  test('gives up after five retries', async () => {
    server.script(busy(504));
    const error = await failure(client().customers.get(GUID));
    assert.deepEqual([error.code, error.status, server.received.length], ['busy', 504, 6]);
    server.script(dropConnection);
    const lost = await failure(client({ retries: 1 }).customers.get(GUID));
    assert.deepEqual([lost.code, lost.status, server.received.length], ['connection_failed', 0, 2]);
    assert.match(lost.message, /could not be reached/);
  });

  test('counts an answer that does not come in time as a connection error', async () => {
    server.script(() => {}, done({ guid: GUID }));
    assert.equal((await client({ timeout: 100 }).customers.get(GUID)).guid, GUID);
    assert.equal(server.received.length, 2);
  });

  test('does not retry a refusal, and says what was refused', async () => {
    const refusal = {
      status: false,
      message: 'No customer found',
      result: null,
      error_code: 'customer_not_found',
    };
    server.script(json(refusal, 200, { 'x-request-id': 'r-1' }));
    const error = await failure(client().customers.get(GUID));
    assert.deepEqual(
      [error.name, error.code, error.message, error.status, error.requestId, server.received.length],
      ['KvittError', 'customer_not_found', 'No customer found', 200, 'r-1', 1],
    );
    assert.deepEqual(error.answer, refusal);
    const waiting = { error: true, message: '200 wait', code: 429, error_code: 'too_many_proposals' };
    server.script(json(waiting, 429, { 'retry-after': '60' }));
    const full = await failure(
      client({ token: 'a-token' }).items.create({ description: 'A', unit_price: 1 }),
    );
    assert.deepEqual(
      [full.code, server.received.length],
      ['too_many_proposals', 1],
      'people must decide first',
    );
    for (const status of [400, 401, 403, 500]) {
      server.script(json({ status: false, message: 'No', error_code: 'no' }, status));
      assert.equal((await failure(client().customers.get(GUID))).status, status);
      assert.equal(server.received.length, 1);
    }
  });

  test('takes the code of a refused token from its challenge', async () => {
    const challenge =
      'Bearer error="invalid_token", error_description="token_expired", resource_metadata="x"';
    server.script(
      json({ error: true, message: 'Expired', code: 401 }, 401, { 'www-authenticate': challenge }),
    );
    assert.equal((await failure(client({ token: 't' }).tasks.get(GUID))).code, 'token_expired');
  });

  test('asks the token source for a new token once, when one has expired', async () => {
    const expired = json({ error: true, message: 'Expired', code: 401 }, 401, {
      'www-authenticate': 'Bearer error="invalid_token", error_description="token_expired"',
    });
    const asked: boolean[] = [];
    const token = (isExpired: boolean) => {
      asked.push(isExpired);
      return isExpired ? 'new' : 'old';
    };
    server.script(expired, done({ guid: GUID }));
    assert.equal((await client({ token }).tasks.get(GUID)).guid, GUID);
    assert.deepEqual(asked, [false, true]);
    assert.equal(server.received[1]?.headers.authorization, 'Bearer new');
    server.script(expired);
    await failure(client({ token }).tasks.get(GUID));
    assert.equal(server.received.length, 2);
    asked.length = 0;
    server.script(expired, json({ message: 'Busy' }, 503, { 'retry-after': '0' }), done({ guid: GUID }));
    await client({ token }).tasks.get(GUID);
    assert.deepEqual(asked, [false, true, false], 'a retry for another reason asks for no further token');
  });

  test('throws an error with the proposal where a write waits for approval', async () => {
    const proposal = { guid: GUID, state: 'waiting', reasons: ['max_amount'] };
    server.script(
      json(
        {
          status: false,
          code: 'approval_required',
          error_code: 'approval_required',
          message: 'Wait',
          proposal,
        },
        202,
      ),
    );
    const error = await failure(client({ token: 't' }).items.create({ description: 'A', unit_price: 1 }));
    assert.deepEqual(
      [error.code, error.status, error.answer?.proposal],
      ['approval_required', 202, proposal],
    );
  });

  test('marks a rehearsal by its header, and returns what it would do', async () => {
    server.script(done(null, { dry_run: true, would: { number: '108', events: ['invoice.issued'] } }));
    const answer = await client().invoices.issue(GUID, { dryRun: true });
    assert.equal(server.received[0]?.headers['kvitt-dry-run'], '1');
    assert.deepEqual([answer.guid, answer.dry_run, answer.would?.number], [null, true, '108']);
    server.script(done(GUID));
    await client().invoices.issue(GUID, { dryRun: false });
    assert.equal(server.received[0]?.headers['kvitt-dry-run'], undefined);
  });

  test('stops at once when its signal aborts, also between two attempts', async () => {
    server.script(json({ status: false }, 503, { 'retry-after': '3600' }));
    const stop = new AbortController();
    const call = client().customers.get(GUID, { signal: stop.signal });
    await until('the first attempt is refused', () => server.received.length === 1);
    stop.abort(new Error('enough'));
    await assert.rejects(call, /enough/);
    await assert.rejects(
      client().customers.get(GUID, { signal: AbortSignal.abort(new Error('before')) }),
      /before/,
    );
    assert.equal(server.received.length, 1);
  });

  test('does not follow a redirect with credentials', async () => {
    server.script(json({}, 302, { location: 'https://elsewhere.example/' }));
    const error = await failure(client().connection.hello());
    assert.match(error.message, /redirects to https:\/\/elsewhere\.example/);
    assert.equal(server.received.length, 1);
  });

  test('refuses operations that are not open to tokens without sending anything', async () => {
    server.script(done(GUID));
    const error = await failure(client({ token: 't' }).invoices.markPaid(GUID));
    assert.deepEqual([error.code, server.received.length], ['operation_not_open_to_tokens', 0]);
  });

  test('keeps the path and the parameters of the address that it was given', async () => {
    server.script(done({ name: 'A' }));
    await client({ url: `${server.url}/books/?en4_maint_code=dev` }).connection.hello();
    assert.equal(server.received[0]?.url, '/books/api/v1/hello?en4_maint_code=dev');
    assert.throws(() => client({ url: 'kvitt.example' }), /url must be like/);
  });

  test('leaves out a record that moved to the next page while the list was read', async () => {
    const row = (guid: string) => ({ guid });
    server.script(done([row('c'), row('b')]), done([row('b'), row('a')]), done([]));
    const seen = await client().customers.list({ limit: 2 }).toArray();
    assert.deepEqual(
      seen.map(({ guid }) => guid),
      ['c', 'b', 'a'],
    );
    server.script(done([row('b')], { hasMore: true }), done([row('a')], { hasMore: false }));
    assert.equal((await client().costs.list({ limit: 1 }).toArray()).length, 2);
  });

  test('sends a file as a form, with the record as JSON beside it', async () => {
    server.script(done(GUID));
    await client().costs.create({ date: '2026-03-02', file: new File(['%PDF-'], 'r.pdf') });
    const [request] = server.received;
    assert.match(request?.headers['content-type'] ?? '', /^multipart\/form-data/);
    assert.match(request?.body ?? '', /filename="r\.pdf"[\s\S]*%PDF-/);
    assert.match(request?.body ?? '', /name="date"\r\n\r\n2026-03-02/);
  });
});

describe('the delay before a retry', () => {
  test('is what Retry-After says, in seconds or as a date', () => {
    assert.equal(retryDelay(0, '7'), 7000);
    const now = Date.parse('2026-03-02T12:00:00Z');
    assert.equal(retryDelay(0, 'Mon, 02 Mar 2026 12:00:03 GMT', now), 3000);
    assert.equal(retryDelay(0, 'Mon, 02 Mar 2026 11:00:00 GMT', now), 0);
  });
  test('otherwise doubles to eight seconds, with jitter', () => {
    for (const [attempt, max] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
      const delays = Array.from({ length: 50 }, () => retryDelay(attempt, null));
      assert.ok(
        delays.every((delay) => delay >= max / 2 && delay <= max),
        `attempt ${attempt}`,
      );
      assert.ok(new Set(delays).size > 1);
    }
    assert.ok(retryDelay(0, 'soon') <= 500);
  });
});
