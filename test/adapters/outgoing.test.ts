import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { GuardedFetch } from '../../src/adapters/outgoing/guarded-fetch.ts';
import { AddressRefused, OutgoingFailed, type OutgoingRequest } from '../../src/kernel/ports/outgoing.ts';
import { isPublicAddress } from '../../src/kernel/security/public-address.ts';
import { findFreePort } from '../support/free-port.ts';

const request = (url: string): OutgoingRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 1000,
  maxBytes: 1000,
});

const PUBLIC_IPV4 = '93.184.215.14';

describe('a public address', () => {
  for (const ip of [PUBLIC_IPV4, '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'])
    test(`is ${ip}`, () => assert.equal(isPublicAddress(ip), true));
  for (const ip of ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '2a00:1450:4001::1'])
    test(`is ${ip}`, () => assert.equal(isPublicAddress(ip), true));
  for (const ip of [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254'],
    ...['168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1'],
    ...['192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1'],
    ...[
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:93.184.215.14',
      '::127.0.0.1',
    ],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::'],
    ...['3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', 'localhost', ''],
  ])
    test(`is not ${ip || 'nothing'}`, () => assert.equal(isPublicAddress(ip), false));
});

describe('a guarded call', () => {
  let connections = 0;
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.end('ok');
  const server = createServer((incoming, response) => answer(incoming, response));
  let port = 0;
  before(async () => {
    server.on('connection', () => {
      connections += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    connections = 0;
    answer = (_, response) => response.end('ok');
  });

  const names: Record<string, string[]> = {
    'private.example': ['10.0.0.7'],
    'loopback.example': ['127.0.0.1'],
    'mixed.example': [PUBLIC_IPV4, '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'six.example': ['::1'],
    'good.example': [PUBLIC_IPV4],
  };
  const resolve = async (name: string) => names[name] ?? [];

  const refused = (at: number) => [
    ...[`https://127.0.0.1:${at}/`, `https://127.1:${at}/`, `https://2130706433:${at}/`, `https://0:${at}/`],
    ...[`https://0x7f.0.0.1:${at}/`, `https://0177.0.0.1:${at}/`, `https://127.0.0.1.:${at}/`],
    ...[
      `https://[::1]:${at}/`,
      `https://[::ffff:127.0.0.1]:${at}/`,
      `https://[0:0:0:0:0:ffff:7f00:1]:${at}/`,
    ],
    ...[
      `https://[::127.0.0.1]:${at}/`,
      `https://[64:ff9b::127.0.0.1]:${at}/`,
      `https://[2002:7f00:1::]:${at}/`,
    ],
    ...[`https://localhost:${at}/`, `https://LOCALHOST.:${at}/`, `https://a.localhost:${at}/`],
    ...[
      'https://169.254.169.254/latest/meta-data/',
      'https://metadata.google.internal/',
      'https://10.1.2.3/',
    ],
    ...[`https://①②⑦.0.0.1:${at}/`, `https://%31%32%37.0.0.1:${at}/`, `https://[fe80::1%25eth0]:${at}/`],
    ...[`http://127.0.0.1:${at}/`, 'http://good.example/', 'ftp://good.example/', 'file:///etc/passwd'],
    ...['https://user:secret@good.example/', 'https://user@good.example/', 'https://@good.example/'],
    ...[`https://private.example:${at}/`, `https://loopback.example:${at}/`, `https://mixed.example:${at}/`],
    ...[
      `https://mapped.example:${at}/`,
      `https://six.example:${at}/`,
      'https://',
      'hello',
      '',
      'https://[::1',
    ],
    `https://good.example/${'a'.repeat(2000)}`,
    ...['https://good.example/\r\nX: y', 'https://good.example/\ta', 'https://good.example:22/'],
  ];

  for (const url of refused(1)) {
    const shown = url.slice(0, 60);
    test(`is refused, and nothing is connected to: ${shown}`, async () => {
      const guard = new GuardedFetch({ mayBeLocal: false, resolve });
      const real = url.replace(/:1\//, `:${port}/`);
      assert.equal(typeof (await guard.findProblem(real)), 'string');
      await assert.rejects(guard.send(request(real)), AddressRefused);
      assert.equal(connections, 0);
    });
  }

  test('may be set up for a name that does not resolve yet, and fails', async () => {
    const guard = new GuardedFetch({ mayBeLocal: false, resolve });
    assert.equal(await guard.findProblem('https://nowhere.example/hooks'), null);
    assert.equal(await guard.findProblem('https://good.example/hooks'), null);
    await assert.rejects(guard.send(request('https://nowhere.example/hooks')), OutgoingFailed);
  });

  test('goes to the address that was checked, although the name has another one a moment later', async () => {
    const answers = [[PUBLIC_IPV4], ['127.0.0.1']];
    const guard = new GuardedFetch({ mayBeLocal: false, resolve: async () => answers.shift() ?? [] });
    assert.equal(await guard.findProblem(`https://rebind.example:${port}/`), null);
    await assert.rejects(guard.send(request(`https://rebind.example:${port}/`)), AddressRefused);
    let lookups = 0;
    const once = new GuardedFetch({
      mayBeLocal: false,
      resolve: async () => (lookups++ === 0 ? ['192.0.2.1'] : ['127.0.0.1']),
    });
    await assert.rejects(once.send(request(`https://rebind.example:${port}/`)), AddressRefused);
    assert.deepEqual([lookups, connections], [1, 0]);
  });

  describe('where this machine is allowed', () => {
    const local = new GuardedFetch({ mayBeLocal: true, resolve });

    test('goes to 127.0.0.1, and sends method, headers and body', async () => {
      let seen = '';
      answer = (incoming, response) => {
        incoming.on('data', (chunk) => {
          seen += `${incoming.method} ${incoming.headers['content-type']} ${chunk}`;
        });
        incoming.on('end', () => response.writeHead(201, { 'x-a': 'b' }).end('done'));
      };
      const { status, body, headers, isTruncated } = await local.send(request(`http://127.0.0.1:${port}/`));
      assert.deepEqual([status, body.toString(), headers['x-a'], isTruncated], [201, 'done', 'b', false]);
      assert.equal(seen, 'POST application/json {}');
    });

    for (const url of refused(1).filter((one) => !/^https?:\/\/(127\.0\.0\.1|\[::1\]):/.test(one))) {
      const shown = url.slice(0, 60);
      test(`is refused although this machine is allowed: ${shown}`, async () => {
        const real = url.replace(/:1\//, `:${port}/`);
        assert.equal(typeof (await local.findProblem(real)), 'string');
        await assert.rejects(local.send(request(real)), AddressRefused);
        assert.equal(connections, 0);
      });
    }

    test('does not follow a redirect', async () => {
      answer = (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/two` }).end();
      const { status, headers } = await local.send(request(`http://127.0.0.1:${port}/`));
      assert.deepEqual([status, headers.location], [302, `http://127.0.0.1:${port}/two`]);
      assert.equal(connections, 1);
    });

    test('reads an answer up to its limit', async () => {
      answer = (_, response) => response.end('x'.repeat(100_000));
      const { body, isTruncated } = await local.send(request(`http://127.0.0.1:${port}/`));
      assert.deepEqual([body.length, isTruncated], [1000, true]);
    });

    for (const [what, hang] of [
      ['that never answers', () => {}],
      ['that stops in the middle', (_: unknown, response: ServerResponse) => void response.write('x')],
    ] as const)
      test(`times out with a host ${what}`, async () => {
        answer = hang;
        const started = performance.now();
        const limited = { ...request(`http://127.0.0.1:${port}/`), timeoutMs: 300 };
        await assert.rejects(local.send(limited), OutgoingFailed);
        assert.ok(performance.now() - started < 3000);
      });

    test('fails where nothing listens', async () => {
      const closed = `http://127.0.0.1:${await findFreePort()}/`;
      await assert.rejects(local.send(request(closed)), OutgoingFailed);
    });
  });
});
