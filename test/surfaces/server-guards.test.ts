import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { newGuid } from '../../src/kernel/node/ids.ts';
import { sendFailure } from '../../src/surfaces/credential/envelope.ts';
import { addressGroup, limitTraffic } from '../../src/surfaces/http/request/traffic.ts';
import { requireHttps, warnOfUntrustedProxy } from '../../src/surfaces/http/server/guards.ts';
import { serveMetrics } from '../../src/surfaces/http/server/metrics-access.ts';
import { isOverloaded, LoadShedder } from '../../src/surfaces/http/server/overload.ts';
import { createServer } from '../../src/surfaces/http/server/server.ts';
import { findFreePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

/** A server without surfaces. */
async function open(isHttps = false): Promise<FastifyInstance> {
  const options = { newGuid, logLevel: 'silent', trustProxy: undefined, isHttps, tls: undefined };
  const app = await createServer(options);
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  after(() => app.close());
  return app;
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

async function portOf(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

describe('the HTTP server', () => {
  test('drops a request whose client has disconnected, without an error', async () => {
    const app = await open();
    const errors: unknown[] = [];
    app.setErrorHandler((error, _request, reply) => {
      errors.push(error);
      return reply.code(500).send();
    });
    requireHttps(app);
    let served = 0;
    app.get('/', async () => ({ served: ++served }));
    const port = await portOf(app);
    for (let n = 0; n < 20; n++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3), () => socket.resetAndDestroy());
      await sleep(2);
    }
    await until('the server has noticed that they are gone', () =>
      countConnections(app).then((n) => n === 0),
    );
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
    assert.deepEqual(errors, []);
  });

  test('announces https for a year where it is reached by https', async () => {
    const header = async (isHttps: boolean) =>
      (await (await open(isHttps)).inject('/')).headers['strict-transport-security'];
    assert.equal(await header(true), 'max-age=31536000');
    assert.equal(await header(false), undefined);
  });

  test('warns once of a proxy that is not trusted', async () => {
    const app = await open();
    const warnings: string[] = [];
    const log = {
      info() {},
      error() {},
      warn: (_facts: object, message: string) => void warnings.push(message),
    };
    warnOfUntrustedProxy(app, log);
    await app.inject('/');
    assert.deepEqual(warnings, []);
    for (let n = 0; n < 3; n++) await app.inject({ url: '/', headers: { 'x-forwarded-for': '10.0.0.1' } });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /KVITT_TRUST_PROXY/);
  });
});

describe('traffic', () => {
  test('is limited by address and by account, and every answer has the remaining quota', async () => {
    const app = await open();
    let now = 1_800_000_000_000;
    limitTraffic(app, { perAddress: 6, perAccount: 2 }, () => now);
    app.get('/anyone', async () => ({}));
    app.get('/account', async (request) => {
      request.countAccount?.(7);
      return {};
    });
    app.get('/health', async () => ({}));
    const call = async (url: string, remoteAddress = '192.0.2.1') => {
      const { statusCode, headers } = await app.inject({ url, remoteAddress });
      return [statusCode, headers.ratelimit, headers['retry-after']];
    };
    assert.deepEqual(await call('/anyone'), [200, '"address";r=5;t=60', undefined]);
    assert.deepEqual(await call('/account'), [200, '"account";r=1;t=60', undefined]);
    assert.deepEqual(await call('/account', '192.0.2.2'), [200, '"account";r=0;t=60', undefined]);
    now += 20_000;
    assert.deepEqual(await call('/account'), [429, '"account";r=0;t=40', '40']);
    for (let n = 0; n < 3; n++) await call('/anyone');
    assert.deepEqual(await call('/anyone'), [429, '"address";r=0;t=40', '40']);
    assert.equal((await call('/anyone', '192.0.2.3'))[0], 200);
    assert.deepEqual(await call('/health'), [200, undefined, undefined], 'health checks are never limited');
    now += 40_000;
    assert.equal((await call('/account'))[0], 200);
  });

  test('limits the concurrent requests of one account, without affecting others', async () => {
    const app = await open();
    limitTraffic(app, { perAddress: 1000, perAccount: 1000 });
    const held = Promise.withResolvers<void>();
    app.get('/:account', async (request) => {
      const { account } = request.params as { account: string };
      request.countAccount?.(Number(account));
      if (account === '7') await held.promise;
      return {};
    });
    const call = async (account: number) => (await app.inject(`/${account}`)).statusCode;
    const slow = Array.from({ length: 100 }, () => call(7));
    await until('all are in progress', async () => (await call(7)) === 429);
    assert.equal(await call(8), 200);
    held.resolve();
    assert.deepEqual(new Set(await Promise.all(slow)), new Set([200]));
    assert.equal(await call(7), 200, 'those that ended count no more');
  });

  test('counts IPv6 addresses by their network', () => {
    assert.equal(addressGroup('2001:db8::1'), addressGroup('2001:0db8:0:0:ffff::9'));
    assert.notEqual(addressGroup('2001:db8:0:1::1'), addressGroup('2001:db8::1'));
    assert.equal(addressGroup('::ffff:192.0.2.1'), addressGroup('192.0.2.1'));
    assert.notEqual(addressGroup('192.0.2.1'), addressGroup('192.0.2.2'));
  });
});

describe('overload', () => {
  test('is detected by a late event loop with many requests in progress', () => {
    assert.equal(isOverloaded({ delayMs: 600, requests: 50 }, 500), true);
    assert.equal(isOverloaded({ delayMs: 600, requests: 3 }, 500), false);
    assert.equal(isOverloaded({ delayMs: 30, requests: 500 }, 500), false);
  });

  test('refuses new requests with 503 and Retry-After, and no health check, until the loop is on time', async () => {
    const app = await open();
    const load = new LoadShedder(100);
    load.install(app);
    const held = Promise.withResolvers<void>();
    app.get('/slow', async () => {
      await held.promise;
      return {};
    });
    app.get('/fast', async () => ({}));
    app.get('/health', async () => ({}));
    const slow = Array.from({ length: 40 }, () => app.inject('/slow').then(({ statusCode }) => statusCode));
    await app.inject('/fast');
    const busyUntil = performance.now() + 800;
    while (performance.now() < busyUntil);
    const refused = await app.inject('/fast');
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '5']);
    assert.equal(refused.json().error_code, 'overloaded');
    assert.equal((await app.inject('/health')).statusCode, 200);
    assert.ok(load.delaySeconds > 0.1 && load.refused === 1);
    await until('the loop is on time', () => load.delaySeconds <= 0.1);
    assert.equal((await app.inject('/fast')).statusCode, 200);
    held.resolve();
    assert.deepEqual(new Set(await Promise.all(slow)), new Set([200]), 'what was in progress is finished');
  });
});

describe('metrics', () => {
  const access = { host: '127.0.0.1', port: undefined, token: undefined };
  test('need the token where one is configured', async () => {
    const app = await open();
    serveMetrics(app, new Registry(), { ...access, token: 'a token for the scraper' });
    const status = async (authorization?: string) =>
      (await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
    assert.deepEqual(
      [await status(), await status('Bearer wrong'), await status('Bearer a token for the scraper')],
      [401, 401, 401],
      'a token has no blanks',
    );
    const other = await open();
    serveMetrics(other, new Registry(), { ...access, token: 'a-token-for-the-scraper' });
    const headers = { authorization: 'Bearer a-token-for-the-scraper' };
    assert.equal((await other.inject({ url: '/metrics', headers })).statusCode, 200);
  });

  test('can have a port of their own', async () => {
    const app = await open();
    const port = await findFreePort();
    serveMetrics(app, new Registry(), { ...access, port });
    const main = await portOf(app);
    assert.equal((await fetch(`http://127.0.0.1:${main}/metrics`)).status, 404);
    assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 404);
  });
});
