import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { routes } from '../../../src/surfaces/credential/routes.ts';
import { invoice } from '../../support/client.ts';
import { recordOf } from '../../support/endpoints/all.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import { type Body, basicAuth, credentialsQuery, send } from '../../support/requests.ts';
import { AWKWARD } from '../../support/scenarios.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };
const MIB = 1024 * 1024;

const part = (name: string, value: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

onBothDatabases('wire format', (kvitt) => {
  const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    send(kvitt.url, `/api/v1/${path}`, { method: 'POST', body, headers });

  test('every read answers GET and POST alike, and every write POST only', async () => {
    const seller = await kvitt.account();
    const books = await openBooks(seller);
    const before = await seller.ok('get-count-invoices');
    for (const { path, operation } of routes) {
      const fields = {
        guid: books[recordOf(path)],
        kennitala: '1',
        ...(path === 'invoice-summaries' && { year: '2026' }),
      };
      const query = `/api/v1/${path}?${credentialsQuery(seller)}&${new URLSearchParams(fields)}`;
      const got = await send(kvitt.url, query);
      if (operation.kind === 'write') {
        const message = 'Method not allowed — expected POST';
        const refusal = { status: false, message, result: null, error_code: 'method_not_allowed' };
        assert.deepEqual([got.status, got.headers.get('allow'), got.body], [405, 'POST', refusal], path);
      } else {
        assert.deepEqual([got.status, got.body.status], [200, true], `${path}: ${got.body.message}`);
        const { httpStatus, ...posted } = await seller.call(path, fields);
        assert.deepEqual([httpStatus, posted], [200, got.body], path);
      }
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const { status, body } = await send(kvitt.url, query, { method });
        const expected = operation.kind === 'write' ? 'POST' : 'GET, POST';
        assert.deepEqual([status, body.message], [405, `Method not allowed — expected ${expected}`], path);
      }
    }
    assert.equal(await seller.ok('get-count-invoices'), before, 'something was written');
  });

  test('parses data alike in every kind of body', async () => {
    const seller = await kvitt.account();
    const data = { name: AWKWARD, output_select: '4', address: '100 % + & = ; "æ"', city: '🏔' };
    const text = JSON.stringify(data);
    const form = new FormData();
    form.set('data', text);
    const declared = new FormData();
    declared.set('data', new Blob([text], { type: 'application/json' }));
    const bodies: [Body, Record<string, string>?][] = [
      [new URLSearchParams({ data: text })],
      [form],
      [`${part('data', text)}--x--\r\n`, MULTIPART],
      [
        `${part('data', text).replace('\r\n\r\n', '\r\ncontent-type: application/json\r\n\r\n')}--x--\r\n`,
        MULTIPART,
      ],
      [JSON.stringify({ data }), JSON_TYPE],
      [JSON.stringify({ data: text }), { 'content-type': 'application/json; charset=utf-8' }],
    ];
    for (const [body, headers] of bodies) {
      const { body: created } = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      assert.equal(created.status, true, created.message);
      const read = await seller.ok('get-customer', { guid: created.result });
      assert.deepEqual(
        { name: read.name, output_select: read.output_select, address: read.address, city: read.city },
        data,
      );
    }
    const file = await post('create-customer', declared, basicAuth(seller));
    assert.equal(file.body.error_code, 'invalid_data');
    assert.equal(await seller.ok('get-count-customers'), bodies.length);
  });

  test('skips a byte order mark, and refuses invalid UTF-8', async () => {
    const seller = await kvitt.account();
    const marked = { data: '\uFEFF{"name": "Anna", "output_select": 4}' };
    await seller.ok('create-customer', marked);
    const latin1 = Buffer.from('data={"name": "J\xf3n", "output_select": 4}', 'latin1');
    const headers = { ...basicAuth(seller), 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await post('create-customer', latin1, headers);
    assert.equal(body.message, 'Field name must be valid UTF-8 text without NUL');
    const escaped = await post('create-customer', 'data={"name": "J%F3n", "output_select": 4}', headers);
    assert.equal(escaped.body.message, 'Field name must be valid UTF-8 text without NUL');
    const query = await send(kvitt.url, `/api/v1/get-customers?${credentialsQuery(seller)}&search=J%F3n`);
    assert.equal(query.body.message, 'Field search must be valid UTF-8 text without NUL');
    assert.equal(await seller.ok('get-count-customers'), 1);
  });

  test('keeps a stray percent sign, and decodes the escapes around it', async () => {
    const seller = await kvitt.account();
    const headers = { ...basicAuth(seller), 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'data=%7B"name":"100% J%C3%B3n+%2B","output_select":4%7D';
    const { body: created } = await post('create-customer', body, headers);
    assert.equal((await seller.ok('get-customer', { guid: created.result })).name, '100% Jón +');
    const found = await send(
      kvitt.url,
      `/api/v1/get-customers?${credentialsQuery(seller)}&search=0%+j%C3%B3`,
    );
    assert.equal(found.body.result.length, 1);
  });

  test('uses the last value of a repeated field', async () => {
    const seller = await kvitt.account();
    for (const name of ['Anna', 'Birna'])
      await seller.ok('create-customer', { data: { name, output_select: 4 } });
    const path = `/api/v1/get-count-customers?${credentialsQuery(seller)}`;
    assert.equal((await send(kvitt.url, `${path}&search=Anna&search=x`)).body.result, 0);
    assert.equal((await send(kvitt.url, `${path}&search=x&search=Anna`)).body.result, 1);
    const twice = await post('create-item', 'data={}&data={}', {
      ...basicAuth(seller),
      'content-type': 'application/x-www-form-urlencoded',
    });
    assert.equal(twice.body.error_code, 'invalid_data');
  });

  test('reads several values of a filter in every spelling and kind of body', async () => {
    const seller = await kvitt.account();
    for (const accounting_status of ['Posted', 'Skipped', 'Error', '']) {
      const guid = await seller.ok('create-invoice', { data: invoice() });
      if (accounting_status) await seller.ok('update-invoice', { guid, data: { accounting_status } });
    }
    const credentials = credentialsQuery(seller);
    const spellings = [
      'accounting_status=Posted,Skipped',
      'accounting_status=Posted&accounting_status=Skipped',
      'accounting_status[]=Posted&accounting_status[]=Skipped',
      'accounting_status%5B%5D=Posted&accounting_status%5B%5D=Skipped',
      'accounting_status[0]=Posted&accounting_status[1]=Skipped',
      'accounting_status[7]=Skipped&accounting_status[3]=Posted',
      'accounting_status[]=Posted,Skipped',
    ];
    const counts = async (path: string, init?: RequestInit) =>
      (await send(kvitt.url, path, init)).body.result;
    for (const spelling of spellings) {
      const path = `/api/v1/get-count-invoices?${credentials}`;
      assert.equal(await counts(`${path}&${spelling}`), 2, spelling);
      const agentPath = `/api/v1/agent/invoices/count?${spelling}`;
      assert.deepEqual(await counts(agentPath, { headers: basicAuth(seller) }), { count: 2 }, spelling);
      const fields = new URLSearchParams(spelling);
      assert.equal(await counts(path, { method: 'POST', body: fields }), 2, spelling);
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      assert.equal(await counts(path, { method: 'POST', body: form }), 2, spelling);
    }
    for (const accounting_status of [['Posted', 'Skipped'], ['Posted,Skipped'], 'Posted,Skipped']) {
      const body = JSON.stringify({ accounting_status });
      const { body: answer } = await post('get-count-invoices', body, { ...basicAuth(seller), ...JSON_TYPE });
      assert.equal(answer.result, 2);
    }
    for (const wrong of [
      'accounting_status[]=Bogus',
      'accounting_status[x]=Posted',
      'accounting_status[0][a]=Posted',
    ]) {
      const { status, body } = await send(kvitt.url, `/api/v1/get-invoices?${credentials}&${wrong}`);
      assert.deepEqual([status, body.error_code], [400, 'invalid_accounting_status'], wrong);
    }
    assert.equal(
      (await send(kvitt.url, `/api/v1/get-items?${credentials}&limit[]=0`)).body.error_code,
      'field_invalid',
    );
    const listed = await send(kvitt.url, `/api/v1/get-invoices?${credentials}&limit[]=1`);
    assert.equal(listed.body.result.length, 1);
  });

  test('reads data that is spelled field by field, and data that is encoded twice', async () => {
    const seller = await kvitt.account();
    const address = { address: 'Aðalgata 1', city: 'Höfn' };
    // A multipart form rewrites line breaks.
    const name = AWKWARD.replaceAll('\n', ' ');
    const fields = {
      'data[name]': name,
      'data[output_select]': '4',
      'data[address]': address.address,
      'data[city]': address.city,
    };
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const record = { name, output_select: 4, ...address };
    const bodies: [Body, Record<string, string>][] = [
      [new URLSearchParams(fields), {}],
      [form, {}],
      [JSON.stringify(fields), JSON_TYPE],
      [new URLSearchParams({ data: JSON.stringify(JSON.stringify(record)) }), {}],
      [JSON.stringify({ data: JSON.stringify(JSON.stringify(record)) }), JSON_TYPE],
    ];
    for (const [body, headers] of bodies) {
      const { body: created } = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      const stored = await seller.ok('get-customer', { guid: created.result });
      assert.deepEqual([stored.name, stored.address, stored.city], [name, ...Object.values(address)]);
    }
    const lines = {
      'data[type]': 'invoice',
      'data[amount]': '3720',
      'data[currency]': 'ISK',
      'data[settlement_date]': '2999-01-01',
      'data[customer][name]': 'Anna',
      'data[customer][output_select]': '4',
      'data[items][0][add_new]': '1',
      'data[items][0][item_number]': 'A',
      'data[items][0][description]': 'Fyrri',
      'data[items][0][qty]': '1',
      'data[items][0][uom]': 'C62',
      'data[items][0][unit_price]': '1000',
      'data[items][0][tax]': 'S',
      'data[items][2][add_new]': '1',
      'data[items][2][item_number]': 'B',
      'data[items][2][description]': 'Seinni',
      'data[items][2][qty]': '2',
      'data[items][2][uom]': 'C62',
      'data[items][2][unit_price]': '1000',
      'data[items][2][tax]': 'S',
    };
    for (const path of ['create-invoice', 'agent/invoices']) {
      const { body } = await post(path, new URLSearchParams(lines), basicAuth(seller));
      const { items, amount } = await seller.ok('get-invoice', { guid: body.result });
      const described = items.map(({ description }: { description: string }) => description);
      assert.deepEqual([amount, described], [3720, ['Fyrri', 'Seinni']], body.message);
    }
  });

  test('refuses contradictory and unreadable names of fields', async () => {
    const seller = await kvitt.account();
    const twice = 'is sent in two ways that contradict each other; send it in one way';
    const unreadable = 'has a name that cannot be read; write lists as name[0] and objects as data[name]';
    const deep = `data${'[a]'.repeat(8)}`;
    const table: [form: string, message: string][] = [
      ['data[a]=1&data[a][b]=2', `Field data[a][b] ${twice}`],
      ['data[a][b]=2&data[a]=1', `Field data[a] ${twice}`],
      ['data={}&data[name]=x', `Field data[name] ${twice}`],
      ['data[a][0]=1&data[a][x]=2', `Field data[a] ${twice}`],
      ['data[a][]=1&data[a][0]=2', `Field data[a][0] ${twice}`],
      [
        'data[items][][qty]=1',
        'Field data[items][][qty] must have a number between its brackets, as in items[0][qty]',
      ],
      ['data[name=x', `Field data[name ${unreadable}`],
      ['data[a]b=x', `Field data[a]b ${unreadable}`],
      ['data[__proto__][name]=x', `Field data[__proto__][name] ${unreadable}`],
      ['__proto__[name]=x', `Field __proto__[name] ${unreadable}`],
      [`${deep}=x`, `Field ${deep} must not be nested more than 8 levels deep`],
      ['data[name]=x&data[name]=y', 'Field name must be text'],
    ];
    const headers = { ...basicAuth(seller), 'content-type': 'application/x-www-form-urlencoded' };
    for (const [form, message] of table) {
      for (const path of ['create-customer', 'agent/customers']) {
        const { status, body } = await post(path, form, headers);
        assert.deepEqual([status, body.message, body.error_code], [200, message, 'field_invalid'], form);
      }
    }
    assert.equal(({} as Record<string, unknown>).name, undefined);
    assert.equal((await post('get-count-items', 'unknown[a][b]=1', headers)).body.result, 0);
    assert.equal(await seller.ok('get-count-customers'), 0);
  });

  test('leads the address of the old documentation to the new one', async () => {
    for (const path of ['/api/v1/document', '/api/v1/document/', '//api//v1/document']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await fetch(kvitt.url + path, { method, redirect: 'manual' });
        assert.deepEqual([status, headers.get('location')], [302, '/docs'], path);
      }
    }
  });

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
