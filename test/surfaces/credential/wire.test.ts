import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { routes } from '../../../src/surfaces/credential/routes.ts';
import { invoice } from '../../support/client.ts';
import { recordOf } from '../../support/endpoints/all.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import type { RequestOptions } from '../../support/http-request.ts';
import {
  type Body,
  basicAuth,
  credentialsQuery,
  JSON_TYPE,
  MULTIPART,
  part,
  send,
} from '../../support/requests.ts';
import { AWKWARD, AWKWARD_LINE } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

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
        kennitala: '5801010110',
        ...(path === 'get-customer-notes' && { customer_guid: books.customer }),
        ...(path === 'get-sales' && { by: 'customer' }),
        ...(path === 'get-cost-sums' && { by: 'supplier' }),
        ...(/^get-vat-(return(-pdf|-csv)?|documents)$/.test(path) && { period: '2026-02', box: 'output_24' }),
        from_date: '2026-01-01',
        to_date: '2026-12-31',
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
        { ...data, name: AWKWARD_LINE },
      );
    }
    const file = await post('create-customer', declared, basicAuth(seller));
    assert.equal(file.body.error_code, 'invalid_data');
    assert.equal(await seller.ok('get-count-customers'), bodies.length);
  });

  test('reads Latin-1 where it is declared, and what gzip has compressed', async () => {
    const seller = await kvitt.account();
    const name = 'Þórður – ehf.';
    const western = (text: string) => Buffer.from(text.replaceAll('–', '\x96'), 'latin1');
    const record = JSON.stringify({ name, output_select: 4 });
    const escaped = [...western(record)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' };
    const json = { 'content-type': 'application/json; charset="windows-1252"' };
    const zipped = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    const bodies: [Buffer, Record<string, string>][] = [
      [western(`data=${record}`), form],
      [Buffer.from(`data=${escaped}`), form],
      [western(`{"data": ${record}}`), json],
      [gzipSync(`{"data": ${record}}`), zipped],
    ];
    for (const [body, headers] of bodies) {
      const { body: created } = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      assert.equal(created.status, true, created.message);
      assert.equal((await seller.ok('get-customer', { guid: created.result })).name, name);
    }
    const refusals: [Buffer, Record<string, string>, RegExp][] = [
      [Buffer.from('no gzip'), zipped, /it is not valid gzip/],
      [gzipSync(record).subarray(0, 20), zipped, /it is not valid gzip/],
      [gzipSync('x'), { ...JSON_TYPE, 'content-encoding': 'br' }, /send it as it is, or a form or JSON/],
      [gzipSync(Buffer.alloc(40_000_000, ' ')), zipped, /8 MB/],
    ];
    for (const [body, headers, message] of refusals) {
      const answer = await post('create-customer', body, { ...basicAuth(seller), ...headers });
      assert.match(answer.body.message, message);
      assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status));
    }
  });

  test('takes lines as an object with numbers for names, and as JSON text', async () => {
    const seller = await kvitt.account();
    const { items, ...rest } = invoice();
    const [one] = items as object[];
    const spellings = [{ 0: one }, { 2: one }, JSON.stringify([one])];
    for (const spelled of spellings) {
      const guid = await seller.ok('create-invoice', { data: { ...rest, items: spelled } });
      assert.equal((await seller.ok('get-invoice', { guid })).items.length, 1);
    }
    const { message } = await seller.call('create-invoice', { data: { ...rest, items: { 0: one, a: one } } });
    assert.equal(message, 'Field items must be a list');
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
    const counts = async (path: string, init?: RequestOptions) =>
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
      assert.deepEqual([stored.name, stored.address, stored.city], [AWKWARD_LINE, ...Object.values(address)]);
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
});
