import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ACCOUNTING_STATUSES } from '../../src/domain/invoice-states.ts';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { endpoints } from '../../src/service.ts';
import { describeApi } from '../../src/surfaces/openapi/describe.ts';
import { callAndCheck } from '../support/checked-call.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { ENDPOINTS, openBooks, recordOf } from '../support/endpoints/all.ts';
import type { Books } from '../support/endpoints/case.ts';
import { encodeExample } from '../support/example-body.ts';
import { createImage } from '../support/images.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { Kvitt } from '../support/service.ts';

type Json = any;

const SCHEMES: [start: string, schemes: string[]][] = [
  ['/oauth/register', []],
  ['/agent/register', ['basic']],
  ['/strax/agent/register', ['basic']],
  ...['/agent/', '/strax/agent/', '/oauth/'].flatMap((base): [string, string[]][] => [
    [`${base}token`, ['clientSecret']],
    [`${base}revoke`, ['clientSecret']],
  ]),
  ['/api/v1/agent/', ['agentToken', 'basic']],
  ['/api/v1/agents/', ['agentToken', 'basic']],
  ['/api/v1/agents', ['basic']],
  ['/api/', ['basic', 'username', 'apiKey']],
  ['/operator/', ['operatorToken']],
];

/** The contract has DELETE /tasks/log/{guid} beside POST /tasks/{guid}/start; the methods tell them apart. */
const OWN_RULES = { 'no-ambiguous-paths': 'off' } as const;

describe('the OpenAPI document', () => {
  const document: Json = JSON.parse(JSON.stringify(describeApi('https://kvitt.example', endpoints)));
  const reference = new OpenApiChecker(document);

  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.match(document.openapi, /^3\.1\./);
  });
  test('passes a strict linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: OWN_RULES });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    assert.deepEqual(
      problems.map(({ ruleId, message }) => `${ruleId}: ${message}`),
      [],
    );
  });
  test('has ambiguous paths only where their methods differ', () => {
    const methods = (pattern: RegExp) =>
      reference.calls().flatMap(({ path, method }) => (pattern.test(path) ? [method] : []));
    assert.deepEqual(methods(/\/agent\/tasks\/log\/\{guid\}$/), ['delete']);
    assert.deepEqual(methods(/\/agent\/tasks\/\{guid\}\/\w+$/), ['post', 'post', 'post']);
  });
  test('names each operation once, and each read by GET alone', () => {
    const names = reference.calls().map(({ call }) => call.operationId);
    assert.deepEqual(names, [...new Set(names)]);
    for (const [path, calls] of Object.entries<Json>(document.paths)) {
      const isRead = endpoints.some((one) => one.path === path && one.methods.length > 1);
      if (isRead) assert.deepEqual(Object.keys(calls), ['get'], path);
    }
  });
  test('describes every operation, parameter and tag, with examples', () => {
    const incomplete: string[] = [];
    const expect = (condition: unknown, what: string) => condition || incomplete.push(what);
    for (const { name, description } of document.tags) expect(description, name);
    for (const { path, method, call } of reference.calls()) {
      expect(/^.{20,}[.)]$/.test(call.description), `${method} ${path}`);
      for (const { name, description, example, $ref } of call.parameters ?? [])
        expect($ref || (description && isRealExample(example)), `${method} ${path} ${name}`);
      for (const [type, { schema, example }] of bodies(call)) {
        const isEmpty = schema.type === 'object' && !schema.required?.length;
        expect(example === undefined ? isEmpty : isRealExample(example), `${method} ${path} ${type}`);
      }
      for (const [, { example }] of answers(reference, call))
        expect(example !== undefined, `${method} ${path}`);
    }
    assert.deepEqual(incomplete, []);
  });
  test('takes flags, codes and numbers as the contract writes them', () => {
    const { schemas } = document.components;
    const { add_new, unit_price } = schemas.NewItemLine.properties;
    assert.deepEqual(add_new.enum, [true, 1]);
    assert.deepEqual(unit_price.type, ['number', 'string']);
    assert.deepEqual(schemas.NewCustomer.properties.active.enum, [true, false, 0, 1]);
    assert.deepEqual(schemas.NewCustomer.properties.output_select.enum, ['2', '3', '4', 2, 3, 4]);
    assert.deepEqual(schemas.ProductSale.properties.status.enum, [0, 1]);
    assert.deepEqual(schemas.Cost.properties.how_paid.enum, [0, 1, 2, 3, 4]);
    assert.ok(schemas.Cost.properties.cost_code.enum.includes('2093'));
    const [filter] = document.paths['/api/v1/get-invoices'].get.parameters;
    assert.deepEqual([filter.name, filter.style, filter.explode], ['accounting_status', 'form', false]);
    assert.deepEqual(filter.schema.items.enum, [...ACCOUNTING_STATUSES]);
  });
  test('lets one form fit each way of naming an item or a customer', () => {
    const fits = (name: string, value: object) =>
      reference.problems({ $ref: `#/components/schemas/${name}` }, value).length === 0;
    const guid = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
    const free = { description: 'Heimsending', unit_price: 1290, qty: 1 };
    assert.ok(fits('NewInvoiceLine', free));
    assert.ok(fits('NewInvoiceLine', { ...free, guid }));
    assert.ok(fits('NewInvoiceLine', { item_number: 'RAD-1', qty: '2' }));
    assert.ok(fits('NewInvoiceLine', { ...free, add_new: 1, item_number: '1', uom: 'C62', tax: 'S' }));
    assert.ok(!fits('NewInvoiceLine', { ...free, add_new: 1 }));
    assert.ok(!fits('NewInvoiceLine', { qty: 1 }));
    assert.ok(fits('NewInvoiceCustomer', { guid, name: 'A' }));
    assert.ok(fits('NewInvoiceCustomer', { name: 'A', registration_no: '5501234520' }));
    assert.ok(fits('NewInvoiceCustomer', { registration_no: '5501234520' }));
    assert.ok(!fits('NewInvoiceCustomer', { email: 'a@example.is' }));
    const note = { type: 'credit', amount: 1, settlement_date: '2026-04-01' };
    assert.ok(fits('NewInvoice', { ...note, ref_invoice_guid: guid }));
    assert.ok(!fits('NewInvoice', note));
    assert.ok(!fits('NewInvoice', { type: 'invoice', amount: 1 }));
  });
  test('has every address of the OAuth endpoints, and takes forms and JSON there', () => {
    for (const base of ['/agent', '/strax/agent', '/oauth']) {
      assert.ok(document.paths[`${base}/authorize`].get, base);
      const { content } = document.paths[`${base}/token`].post.requestBody;
      assert.deepEqual(Object.keys(content), ['application/x-www-form-urlencoded', 'application/json']);
    }
  });
  test('takes files as multipart/form-data alone', () => {
    for (const { path, call } of reference.calls()) {
      const types = bodies(call).map(([type]) => type);
      if (JSON.stringify(call.requestBody ?? {}).includes('"format":"binary"'))
        assert.deepEqual(types, ['multipart/form-data'], path);
    }
  });
  test('refers to nothing that is not there, and has nothing that is not referred to', () => {
    const named = new Set(JSON.stringify(document).match(/#\/components\/\w+\/[\w-]+/g));
    const there = Object.entries<Json>(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`));
    assert.deepEqual([...named].sort(), there.sort());
  });
  test('has schemas that a strict validator compiles, and examples that fit them', () => {
    for (const { path, method, call } of reference.calls()) {
      for (const [type, media] of [...bodies(call), ...answers(reference, call)]) {
        if (media.example === undefined) reference.problems(media.schema, {});
        else reference.fits(media.schema, media.example, `the example of ${method} ${path} (${type})`);
      }
      for (const { schema, example } of call.parameters ?? []) {
        if (example !== undefined) reference.fits(schema, example, `a parameter of ${method} ${path}`);
      }
    }
  });
  test('says of every field what it means', () => {
    const silent: string[] = [];
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
      for (const [field, { description, $ref }] of Object.entries<Json>(schema.properties ?? {})) {
        if (!description && !$ref && field !== 'result') silent.push(`${name}.${field}`);
      }
    }
    for (const { path, call } of reference.calls()) {
      for (const { name, in: place, description } of call.parameters ?? []) {
        if (name && place === 'query' && !description) silent.push(`${path} ${name}`);
      }
    }
    assert.deepEqual(silent, []);
  });
  test('would not let an undocumented field pass', () => {
    const { schema, example } =
      document.paths['/api/v1/get-customer'].get.responses[200].content['application/json'];
    assert.deepEqual(reference.problems(schema, example), []);
    const { city: _, ...less } = example.result;
    assert.notDeepEqual(reference.problems(schema, { ...example, result: less }), []);
    const more = { ...example.result, password_hash: '' };
    assert.notDeepEqual(reference.problems(schema, { ...example, result: more }), []);
    assert.notDeepEqual(reference.problems(schema, { ...example, queue: true }), []);
  });
  test('lists every error code', () => {
    assert.deepEqual(
      document.components.schemas.ErrorCode.enum,
      failureCodes().map(({ code }) => code),
    );
  });
  test('has the credentials and the key against repeats where they belong', () => {
    for (const { path, method, call } of reference.calls()) {
      const writes = endpoints.some(
        (one) =>
          one.path === path && one.repeatable && one.methods.some((named) => named.toLowerCase() === method),
      );
      const repeatable = (call.parameters ?? []).some(
        ({ $ref }: Json) => $ref === '#/components/parameters/IdempotencyKey',
      );
      assert.equal(repeatable, writes, `${method} ${path}`);
      const schemes = call.security.flatMap(Object.keys);
      const [, known = []] = SCHEMES.find(([start]) => path.startsWith(start)) ?? [];
      // A token revokes itself, and never changes limits.
      const expected = method === 'put' && path.startsWith('/api/v1/agents/') ? ['basic'] : known;
      assert.deepEqual(schemes, expected, `${method} ${path}`);
    }
  });
  test('says of every write that it takes a key and a dry run, and of every list how it is paged', () => {
    for (const { path, method, call } of reference.calls()) {
      const where = `${method} ${path}`;
      const takes = (name: string) =>
        call.parameters?.some(({ $ref }: Json) => $ref === `#/components/parameters/${name}`) ?? false;
      assert.equal(call['x-idempotency-key']?.header === 'Idempotency-Key', takes('IdempotencyKey'), where);
      assert.equal(call['x-dry-run']?.header === 'Kvitt-Dry-Run', takes('DryRun'), where);
      const paging = call['x-paging'];
      const names = (call.parameters ?? []).map(({ name }: Json) => name);
      const isPaged = names.includes('limit') && (names.includes('page') || names.includes('after'));
      assert.equal(paging !== undefined, isPaged, where);
      if (!paging) continue;
      assert.ok(names.includes(paging.limit) && names.includes(paging.page ?? paging.cursor), where);
      const { schema } = call.responses[200].content['application/json'];
      const { type, properties = {} } = schema.oneOf?.[0] ?? schema;
      assert.equal(paging.items === undefined ? type : properties[paging.items].type, 'array', where);
      for (const field of [paging.more, paging.total, paging.next])
        assert.ok(field === undefined || properties[field], `${where} ${field}`);
    }
    const pagingOf = (path: string) => document.paths[`/api/v1/${path}`].get['x-paging'];
    assert.deepEqual(pagingOf('get-costs'), {
      style: 'page',
      items: 'result',
      limit: 'limit',
      page: 'page',
      more: 'hasMore',
    });
    assert.equal(pagingOf('get-product-sales').total, 'total');
    assert.deepEqual(pagingOf('get-events'), {
      style: 'cursor',
      items: 'result',
      limit: 'limit',
      cursor: 'after',
      next: 'next',
    });
  });
  test('has the header of a dry run on every write of the account and of programs', () => {
    for (const { path, method, call } of reference.calls()) {
      const isRead = method === 'get' || call['x-methods']?.includes('GET');
      const isRehearsable = /^\/api\/v1\/|\/agent\/register$/.test(path) && !isRead;
      const takesFlag = (call.parameters ?? []).some(
        ({ $ref }: Json) => $ref === '#/components/parameters/DryRun',
      );
      assert.equal(takesFlag, isRehearsable, `${method} ${path}`);
    }
  });
  test('takes data as JSON text in forms and as an object in JSON', () => {
    const { content } = document.paths['/api/v1/create-invoice'].post.requestBody;
    assert.deepEqual(Object.keys(content), [
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json',
    ]);
    const record = { $ref: '#/components/schemas/NewInvoice' };
    const text = content['multipart/form-data'].schema.properties.data;
    assert.equal(text.contentMediaType, 'application/json');
    assert.deepEqual(text.contentSchema, record);
    assert.deepEqual(content['application/json'].schema.properties.data, record);
  });
});

describe('what the service answers', () => {
  const kvitt = new Kvitt();
  let reference: OpenApiChecker;
  let seller: Client;
  let books: Books;
  let picture: Buffer;

  before(async () => {
    picture = await createImage(8, 8, 'png');
    await kvitt.start('postgres');
    // The template in the books has missed so many dates by now that it is paused instead of caught up with.
    kvitt.now = () => new Date('2026-07-01T12:00:00Z');
    reference = await OpenApiChecker.of(kvitt.url);
    seller = await kvitt.account();
    books = await openBooks(seller);
  });
  after(() => kvitt.stop());

  const get = async (endpoint: string, fields: Record<string, unknown> = {}) =>
    (await callAndCheck(reference, seller, 'GET', endpoint, fields)).body;
  const post = async (endpoint: string, fields: Record<string, unknown> = {}) =>
    (await callAndCheck(reference, seller, 'POST', endpoint, fields)).body;

  test('is what its document says, whatever state an invoice is in', async () => {
    const claimed = await post('create-invoice', {
      data: invoice({
        is_claim: true,
        customer: { name: 'A', output_select: 4, registration_no: '5501234520' },
      }),
    });
    await post('create-invoice', { data: invoice({ mark_paid: true, method_payment: 2 }) });
    const linked = await post('create-invoice', { data: invoice({ is_payment_link: true }) });
    assert.match(linked.payment_link, /^http/);
    await post('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: linked.result },
    });
    await post('create-invoice', {
      data: invoice({
        currency: 'EUR',
        exchange_rate: '148.123456',
        delivery_date: '2026-03-01',
        is_discount: true,
        discount_type: 1,
        discount_value: 10,
        amount: 999,
        items: [line({ qty: 1, unit_price: 1000, tax: 'AA' })],
      }),
    });
    await post('update-invoice', { guid: books.invoice, data: { accounting_status: 'Skipped' } });
    await kvitt.operator('POST', '/jobs/run', {});
    const [{ claim_id }] = (await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`)).body;
    await kvitt.operator('POST', `/sandbox/claims/${claim_id}/pay`, { default_interest_amount: 12.5 });

    const { result } = await get('get-invoices');
    assert.equal(result.length, 8);
    const statuses = new Set(result.map(({ status }: Json) => status));
    assert.deepEqual([...statuses].sort(), ['Cancelled', 'Draft', 'Paid', 'Sent']);
    const paid = await get('get-invoice', { guid: claimed.result });
    assert.equal(paid.result.default_interest_amount, 12.5);
    assert.equal((await get('get-dashboard-data')).result.length, 7);
    assert.equal((await get('invoice-summaries', { year: 2026 })).summaries[0].status, 'total');
  });
  test('is what its document says for an account with the smallest plan', async () => {
    const plain = await kvitt.account({ subscriptions: ['webservice'] });
    await plain.ok('create-customer', { data: { name: 'A', output_select: 4 } });
    const { body } = await callAndCheck(reference, plain, 'GET', 'get-customers', {});
    assert.ok(!('is_claim' in body.result[0]));
  });
  test('is what its document says when the credentials are wrong', async () => {
    const stranger = Object.assign(Object.create(seller), { apiKey: 'wrong' });
    assert.equal((await callAndCheck(reference, stranger, 'GET', 'hello', {})).status, 401);
  });
  test('is what its document says on the operator API and for monitoring', async () => {
    const operator = async (method: string, template: string, path: string, body?: unknown) => {
      const answer = await kvitt.operator(method, path, body);
      reference.check(method, `/operator${template}`, answer.status, answer.body);
      return answer;
    };
    const account = `/accounts/${seller.username}`;
    await operator('GET', '/accounts', '/accounts?limit=1');
    await operator('GET', '/accounts/{username}', account);
    await operator('GET', '/accounts/{username}', '/accounts/nobody');
    assert.equal((await operator('GET', '/accounts/{username}', '/accounts/no%00body')).status, 404);
    await operator('PATCH', '/accounts/{username}', account, { settings: { cost_auto_approve: 0 } });
    await operator('POST', '/accounts', '/accounts', { username: 'x' });
    const approve = '/accounts/{username}/costs/{guid}/approve';
    await operator('POST', approve, `${account}/costs/${books.cost}/approve`, {
      how_paid: 2,
      date: '2026-03-01',
    });
    await operator('POST', approve, `${account}/costs/${books.cost}/approve`, {});
    const other = await kvitt.account();
    await operator('POST', '/accounts/{username}/api-key', `/accounts/${other.username}/api-key`, {});
    const rate = await operator('PUT', '/rates/{currency}/{date}', '/rates/EUR/2026-03-02', { rate: 147.5 });
    assert.deepEqual(rate.body, { currency: 'EUR', date: '2026-03-02', rate: 147.5 });
    await operator('POST', '/jobs/run', '/jobs/run', { today: '2026-03-02' });
    await operator('GET', '/sandbox/claims', `/sandbox/claims?account=${seller.username}`);
    await operator('POST', '/sandbox/claims/{claim_id}/pay', '/sandbox/claims/none/pay', {});
    await operator('POST', '/sandbox/claims/{claim_id}/cancel', '/sandbox/claims/none/cancel', {});
    await operator('GET', '/sandbox/mail', '/sandbox/mail?to=nobody@example.com');
    await operator('GET', '/sandbox/einvoices', `/sandbox/einvoices?account=${seller.username}`);
    const hub = '/sandbox/einvoices/{invoice_guid}';
    await operator('POST', hub, `/sandbox/einvoices/${books.invoice}`, { status: 'delivered' });
    assert.match(await (await fetch(`${kvitt.url}/docs`)).text(), /<h1>Kvitt API<\/h1>/);
    for (const path of ['/health', '/health/ready']) {
      const response = await fetch(kvitt.url + path);
      reference.check('GET', path, response.status, await response.json());
    }
  });
  test('takes every documented example of a query', async () => {
    for (const { path, method, call } of reference.calls()) {
      if (method !== 'get' || !path.startsWith('/api/v1/') || /^\/api\/v1\/agents?(\/|$)/.test(path))
        continue;
      // Its parameters are alternatives of each other.
      if (path.endsWith('invoice-summaries')) continue;
      const parameters: Json[] = call.parameters ?? [];
      const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
      for (const optional of [undefined, ...parameters.filter(({ required }) => !required)]) {
        const query = new URLSearchParams();
        for (const { name, example } of parameters)
          if (needed.includes(name) || name === optional?.name)
            query.set(name, name === 'guid' ? books[recordOf(path)] : String(example));
        const reply = await fetch(`${kvitt.url}${path}?${query}`, { headers: basic(seller) });
        const body: Json = await reply.json();
        assert.equal(body.status, true, `${path}?${query}: ${body.message}`);
      }
    }
  });
  test('takes every documented example, in every documented spelling', async () => {
    for (const { path, call: described } of reference.calls()) {
      if (!path.startsWith('/api/v1/') || /^\/api\/v1\/agents?(\/|$)/.test(path)) continue;
      for (const [type, { example = {} }] of bodies(described)) {
        const own = { ...example, ...('guid' in example && { guid: books[recordOf(path)] }) };
        if ('into' in example) own.into = books.otherCustomer;
        if ('bookkeeper' in example) own.bookkeeper = books.bookkeeperName;
        if (path.endsWith('create-task')) own.data = ofCustomer(example.data, books.customer);
        const reply = await fetch(kvitt.url + path, {
          method: 'POST',
          headers: { ...(type !== 'multipart/form-data' && { 'content-type': type }), ...basic(seller) },
          body: encodeExample(type, own, picture),
        });
        const body: Json = await reply.json();
        assert.equal(body.status, true, `${path} as ${type}: ${body.message}`);
        if ('guid' in example && isWrite(path)) books = await openBooks(seller);
      }
    }
  });
});

/** Neither missing nor a placeholder for a type. */
function isRealExample(example: Json): boolean {
  const values = typeof example === 'object' && example !== null ? Object.values(example) : [example];
  return values.every((value) => value !== undefined && value !== null && value !== 'text');
}

function isWrite(path: string): boolean {
  return ENDPOINTS.some((endpoint) => `/api/v1/${endpoint.path}` === path && endpoint.writes);
}

/** The example names a customer by guid, and everybody's customers have guids of their own. */
function ofCustomer(data: Json, customer_guid: string): Json {
  if (typeof data === 'string') return JSON.stringify({ ...JSON.parse(data), customer_guid });
  return { ...data, customer_guid };
}

function bodies(call: Json): [type: string, media: Json][] {
  return Object.entries<Json>(call.requestBody?.content ?? {});
}

function answers(reference: OpenApiChecker, call: Json): [type: string, media: Json][] {
  return Object.values<Json>(call.responses)
    .flatMap((response) => Object.entries<Json>(reference.resolve(response).content ?? {}))
    .filter(([type]) => type === 'application/json');
}

function basic({ username, apiKey }: Client): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}` };
}
