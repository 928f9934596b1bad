import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { clientErrorAnswer } from '../../src/surfaces/http/server/client-errors.ts';
import type { Client } from '../support/client.ts';
import { basicAuth, send } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';

const REQUEST_ID = /^x-request-id: [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/m;

interface RawAnswer {
  status: number;
  head: string;
  body: { status: boolean; message: string; result: unknown; error_code: string };
}

/** Sends raw bytes that no client library would send, and reads the whole answer. */
async function sendRaw(url: string, bytes: string): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
  const [, json = ''] = /(\{.*\})/s.exec(rest.join('\r\n\r\n')) ?? [];
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(json) };
}

onBothDatabases('malformed HTTP requests', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });

  const HELLO = 'GET /api/v1/hello';
  const END = 'HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';

  const MALFORMED: [what: string, words: string, status: number, code: string][] = [
    ['a letter that is not encoded', `${HELLO}?x=þ ${END}\r\n`, 400, 'request_unreadable'],
    ['a control character', `${HELLO}\u0001 ${END}\r\n`, 400, 'request_unreadable'],
    ['no request at all', 'HALLÓ\r\n\r\n', 400, 'request_unreadable'],
    ['a method that there is not', `FOO /api/v1/hello ${END}\r\n`, 400, 'request_unreadable'],
    ['a header with a space in its name', `${HELLO} ${END}a b: c\r\n\r\n`, 400, 'request_unreadable'],
    ['a length that is no number', `${HELLO} ${END}Content-Length: x\r\n\r\n`, 400, 'request_unreadable'],
    ['no host', `${HELLO} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400, 'request_unreadable'],
    ['two hosts', `${HELLO} ${END}Host: y\r\n\r\n`, 400, 'request_unreadable'],
    ['an expectation', `${HELLO} ${END}Expect: wonders\r\n\r\n`, 417, 'request_unreadable'],
    ['a long header', `${HELLO} ${END}x: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'too_large'],
    ['a long address', `${HELLO}?${'y'.repeat(20_000)} ${END}\r\n`, 431, 'too_large'],
  ];
  for (const [title, bytes, status, code] of MALFORMED) {
    test(`${title}: answers ${status} in JSON with a request id`, async () => {
      const answer = await sendRaw(kvitt.url, bytes);
      assert.deepEqual(
        [answer.status, answer.body.status, answer.body.result, answer.body.error_code],
        [status, false, null, code],
      );
      assert.match(
        answer.body.message,
        /^The request (could not be read: .|is too large; send at most 16 kB)/,
      );
      assert.match(answer.head, REQUEST_ID);
      assert.match(answer.head, /^content-type: application\/json; charset=utf-8$/m);
    });
  }

  test('answers 408 when a request does not arrive in time', () => {
    const { status, failure } = clientErrorAnswer('ERR_HTTP_REQUEST_TIMEOUT', 60);
    const message = 'The request could not be read: it did not arrive within 60 seconds';
    assert.deepEqual([status, failure.code, failure.message], [408, 'request_unreadable', message]);
    assert.equal(clientErrorAnswer('HPE_CHUNK_EXTENSIONS_OVERFLOW', 60).status, 413);
  });

  test('ignores a slash at the end of a path', async () => {
    const headers = basicAuth(seller);
    for (const path of ['/api/v1/hello', '/api/v1/agent/customers', '/api/v1/agents', '/health']) {
      const [with_, without] = [
        await send(kvitt.url, `${path}/`, { headers }),
        await send(kvitt.url, path, { headers }),
      ];
      const { action_id: _one, ...one } = with_.body;
      const { action_id: _other, ...other } = without.body;
      assert.deepEqual([with_.status, one], [without.status, other], path);
      assert.equal(with_.status, 200);
    }
  });

  test('counts doubled slashes in a path as one, and never redirects to another host', async () => {
    const headers = basicAuth(seller);
    for (const path of ['/api/v1//hello', '//api/v1/hello', '/api//v1///hello//', '///health']) {
      assert.equal((await send(kvitt.url, path, { headers })).status, 200, path);
    }
    const query = `/api//v1/get-customers?search=//x&x=//`;
    assert.deepEqual((await send(kvitt.url, query, { headers })).body.result, []);
    for (const path of ['//evil.example/console', '/\\\\evil.example'])
      assert.equal((await fetch(kvitt.url + path, { redirect: 'manual' })).status, 404, path);
    const console = await fetch(`${kvitt.url}//console//invoices`, { redirect: 'manual' });
    assert.equal(console.headers.get('location'), '/sign-in?next=%2Fconsole%2Finvoices');
  });

  test('answers an unknown path in the format of its surface', async () => {
    const message = (path: string) => `There is nothing at ${path}; /docs lists what there is`;
    for (const path of ['/api/v1/agent/nothing', '/api/v1/agent', '/api/v1/agents/a/b']) {
      const { status, body } = await send(kvitt.url, path);
      const expected = { error: true, message: message(path), code: 404, error_code: 'path_not_found' };
      assert.deepEqual([status, body], [404, expected]);
    }
    const nothing = await kvitt.operator('GET', '/nothing');
    const expected = { error: 'path_not_found', message: message('/operator/nothing') };
    assert.deepEqual([nothing.status, nothing.body], [404, expected]);
    assert.equal((await send(kvitt.url, '/operator/nothing')).status, 401);
    const removal = await kvitt.operator('DELETE', '/accounts');
    const refusal = { error: 'method_not_allowed', message: 'Method not allowed — expected POST, GET' };
    assert.deepEqual([removal.status, removal.body], [405, refusal]);
  });

  test('answers an unknown path with a page to browsers, and with JSON to programs', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const pages = [
      ['/signup', 'is', 'Síðan finnst ekki'],
      ['/nothing?x=<b>', 'en', 'Page not found'],
      ['/console/assets/nothing.js', 'en', 'Page not found'],
    ] as const;
    for (const [path, lang, title] of pages) {
      const response = await fetch(kvitt.url + path, { headers: { ...browser, 'accept-language': lang } });
      const text = await response.text();
      assert.deepEqual([response.status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]], [404, title], path);
      assert.match(text, /<a href="\/">/);
      assert.doesNotMatch(text, /<b>/);
      assert.match(
        response.headers.get('content-security-policy') ?? '',
        /^default-src 'none'; style-src 'sha256-/,
      );
    }
    for (const accept of ['', 'application/json', '*/*']) {
      const { status, body } = await send(kvitt.url, '/nothing', { headers: { accept } });
      assert.deepEqual([status, body.error_code], [404, 'path_not_found']);
    }
    for (const path of ['/api/v1/nothing', '/mcp/nothing', '/console/api/nothing', '/webhooks/nothing']) {
      const { status, headers } = await fetch(kvitt.url + path, { method: 'POST', headers: browser });
      assert.deepEqual([status, headers.get('content-type')], [404, 'application/json; charset=utf-8'], path);
    }
  });

  test('treats a guid of the maximum address length as unknown', async () => {
    const path = `/api/v1/agent/customers/${'a'.repeat(9000)}`;
    const { status, body } = await send(kvitt.url, path, { headers: basicAuth(seller) });
    assert.deepEqual([status, body.error_code], [200, 'customer_not_found']);
  });

  test('names the authentication scheme when it refuses a caller', async () => {
    for (const path of ['/api/v1/hello', '/api/v1/create-item']) {
      const { status, headers } = await send(kvitt.url, path, { method: 'POST' });
      assert.equal(status, 401);
      assert.equal(headers.get('www-authenticate'), 'Basic realm="Kvitt", charset="UTF-8"');
    }
  });
});
