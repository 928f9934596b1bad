import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import {
  type Body,
  basicAuth,
  credentialsQuery,
  JSON_TYPE,
  MULTIPART,
  part,
  send,
} from '../../support/requests.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

const MIB = 1024 * 1024;

onBothDatabases('refusals on the wire', (kvitt) => {
  const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    send(kvitt.url, `/api/v1/${path}`, { method: 'POST', body, headers });

  test('refuses an unreadable body as a bad request with the reason', async () => {
    const seller = await kvitt.account();
    const text = part('data', '{}');
    const file = part('file', 'x', '; filename="a.txt"');
    const bodies: Record<string, [Body, Record<string, string>]> = {
      'half an object': ['{"data": {', JSON_TYPE],
      'no JSON': ['data=1', JSON_TYPE],
      'a prototype': ['{"__proto__": {"data": 1}}', JSON_TYPE],
      'a constructor': ['{"data": {"constructor": {"prototype": {"x": 1}}}}', JSON_TYPE],
      'deep nesting': [`{"data": ${'['.repeat(50)}${']'.repeat(50)}}`, JSON_TYPE],
      'no boundary': [text, { 'content-type': 'multipart/form-data' }],
      'another boundary': [text, { 'content-type': 'multipart/form-data; boundary=y' }],
      'a form that breaks off': [text, MULTIPART],
      'a file that breaks off': [file.slice(0, -4), MULTIPART],
      'a field that breaks off in its head': [text.slice(0, 20), MULTIPART],
      'a field named __proto__': [`${part('__proto__', 'x')}--x--\r\n`, MULTIPART],
      'an unknown kind of body': ['<data/>', { 'content-type': 'application/xml' }],
      'a kind that is none': ['x', { 'content-type': 'x' }],
      'JSON that is called text': ['{"data": {}}', { 'content-type': 'text/plain;charset=UTF-8' }],
    };
    for (const [title, [body, headers]] of Object.entries(bodies)) {
      const answer = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      assert.deepEqual(
        [answer.status, answer.body.error_code],
        [400, 'body_unreadable'],
        `${title}: ${answer.body.message}`,
      );
      assert.match(answer.body.message, /^The request body could not be read: ./, title);
    }
    const notJson = part('data', '{').replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n');
    const handled = await post('create-customer', `${notJson}--x--\r\n`, {
      ...basicAuth(seller),
      ...MULTIPART,
    });
    assert.deepEqual([handled.status, handled.body.error_code], [200, 'invalid_data']);
    const empty = await post('create-customer', '', { ...basicAuth(seller), 'content-type': 'text/plain' });
    assert.deepEqual([empty.status, empty.body.message], [200, 'Field data is required']);
    const list = await post('create-customer', '[{"data": {}}]', { ...basicAuth(seller), ...JSON_TYPE });
    assert.deepEqual([list.status, list.body.message], [200, 'Field data is required']);
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('refuses a body that is too large, of whatever kind', async () => {
    const seller = await kvitt.account();
    const large = 'x'.repeat(8 * MIB);
    const many = Array.from({ length: 4 }, (_, i) => part(`f${i}`, large.slice(0, 3 * MIB))).join('');
    const files = Array.from({ length: 4 }, (_, i) =>
      part(`f${i}`, large.slice(0, 3 * MIB), '; filename="a"'),
    ).join('');
    const bodies: [Body, Record<string, string>, string?][] = [
      [JSON.stringify({ data: large }), JSON_TYPE],
      [new URLSearchParams({ data: large }), {}],
      [`${part('data', `${large}x`)}--x--\r\n`, MULTIPART],
      [`${part('file', `${large}x`, '; filename="a"')}--x--\r\n`, MULTIPART],
      [`${many}--x--\r\n`, MULTIPART],
      [`${files}--x--\r\n`, MULTIPART],
      [
        `${Array.from({ length: 2001 }, (_, i) => part(`f${i}`, 'x')).join('')}--x--\r\n`,
        MULTIPART,
        '2000 fields and 5 files',
      ],
      [new URLSearchParams('data[a]=x&'.repeat(10_001)), {}, '10000 fields'],
    ];
    for (const [body, headers, limit = '8 MB'] of bodies) {
      const answer = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      const message = `The request is too large; send at most ${limit}`;
      assert.deepEqual(
        [answer.status, answer.body],
        [413, { status: false, message, result: null, error_code: 'too_large' }],
      );
    }
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('keeps serving a connection after it refused a form halfway', { timeout: 30_000 }, async () => {
    const seller = await kvitt.account();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const large = part('file', 'x'.repeat(4 * MIB), '; filename="a"').repeat(5);
    const ask = (method: string, path: string, body = '') =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...basicAuth(seller), ...(body && MULTIPART) };
        const asked = request(kvitt.url + path, { method, agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        asked.on('error', reject);
        asked.end(body);
      });
    assert.equal(await ask('POST', '/api/v1/upload-file', `${large}--x--\r\n`), 413);
    assert.equal(await ask('GET', '/api/v1/hello'), 200);
    agent.destroy();
  });

  test('answers an unknown path with 404 in JSON', async () => {
    for (const path of [
      '/nothing',
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v1/nothing',
      '/api/v1/hello/x',
      '/api/v2/hello',
      '/API/V1/HELLO',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, body } = await send(kvitt.url, `${path}?x=<b>`, { method });
        const message = `There is nothing at ${path}; /docs lists what there is`;
        assert.deepEqual(
          [status, body],
          [404, { status: false, message, result: null, error_code: 'path_not_found' }],
        );
      }
    }
    for (const path of ['/api/v1/%zz', '/%', '/%ff?x=%zz', '/api/v1/hello%c3']) {
      const { status, body } = await send(kvitt.url, path);
      assert.deepEqual([status, body.status, body.error_code], [404, false, 'path_not_found'], path);
    }
  });

  test('gives every answer a unique request id, which the client cannot choose', async () => {
    const seller = await kvitt.account();
    const paths = [
      `/api/v1/hello?${credentialsQuery(seller)}`,
      '/api/v1/hello',
      '/nothing',
      '/api/v1/create-item',
      '/health',
      '/api/v1/%zz',
    ];
    const ids = await Promise.all(
      [...paths, ...paths].map(async (path) => {
        const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
        return (await send(kvitt.url, path, { headers })).headers.get('x-request-id') ?? `none at ${path}`;
      }),
    );
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.equal(new Set(ids).size, ids.length);
  });

  test('reports an internal error by its request id only', async () => {
    const seller = await kvitt.account();
    const { db } = kvitt.service.engine.kernel;
    await select(db, sql`alter table items rename to hidden`);
    const { status, headers, body } = await send(kvitt.url, '/api/v1/get-items', {
      headers: basicAuth(seller),
    });
    await select(db, sql`alter table hidden rename to items`);
    const message = `Something went wrong on our side; request id ${headers.get('x-request-id')}`;
    assert.deepEqual([status, body], [500, { status: false, message, result: null, error_code: 'internal' }]);
    assert.deepEqual(await seller.ok('get-items'), []);
  });
});
