import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ACCOUNTING_STATUSES } from '../../src/domain/invoices/invoice-states.ts';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { endpoints } from '../../src/reference.ts';
import { describeApi } from '../../src/surfaces/openapi/document/describe.ts';
import { bodiesOf, OpenApiChecker } from '../support/reference.ts';

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
const OWN_RULES = {
  'no-ambiguous-paths': 'off',
  // A test below compares every example with its schema, in which objects refuse undeclared fields; the linter would compile all
  // schemas once more.
  'no-invalid-media-type-examples': 'off',
} as const;

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
      for (const [type, { schema, example }] of bodiesOf(call)) {
        const isEmpty = schema.type === 'object' && !schema.required?.length;
        expect(example === undefined ? isEmpty : isRealExample(example), `${method} ${path} ${type}`);
      }
      for (const [, { example }] of jsonAnswers(reference, call))
        expect(example !== undefined, `${method} ${path}`);
    }
    assert.deepEqual(incomplete, []);
  });
  test('describes flags, codes and numbers as the contract writes them', () => {
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
  test('names the refusals as before, because generated clients have types of these names', () => {
    for (const name of ['Failure', 'AgentRefusal', 'AgentFailure', 'OperatorFailure', 'OAuthRefusal'])
      assert.ok(document.components.schemas[name], name);
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
      const types = bodiesOf(call).map(([type]) => type);
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
      for (const [type, media] of [...bodiesOf(call), ...answers(reference, call)]) {
        if (media.example === undefined) reference.problems(media.schema, {});
        else reference.fits(media.schema, media.example, `the example of ${method} ${path} (${type})`);
      }
      for (const { schema, example } of call.parameters ?? []) {
        if (example !== undefined) reference.fits(schema, example, `a parameter of ${method} ${path}`);
      }
    }
  });
  test('describes every field', () => {
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
  test('fails on an undocumented field', () => {
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
  test('has the credentials and the Idempotency-Key on the right calls', () => {
    for (const { path, method, call } of reference.calls()) {
      const writes = endpoints.some(
        (one) =>
          one.path === path && one.repeatable && one.methods.some((named) => named.toLowerCase() === method),
      );
      const repeatable = (call.parameters ?? []).some(
        ({ $ref }: Json) => $ref === '#/components/parameters/IdempotencyKey',
      );
      assert.equal(repeatable, writes, `${method} ${path}`);
      // Each of two scopes that are enough is an entry of its own.
      const schemes = [...new Set(call.security.flatMap(Object.keys))];
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

/** Neither missing nor a placeholder for a type. */
function isRealExample(example: Json): boolean {
  const values = typeof example === 'object' && example !== null ? Object.values(example) : [example];
  return values.every((value) => value !== undefined && value !== null && value !== 'text');
}

function answers(reference: OpenApiChecker, call: Json): [type: string, media: Json][] {
  return Object.values<Json>(call.responses).flatMap((response) =>
    Object.entries<Json>(reference.resolve(response).content ?? {}),
  );
}

function jsonAnswers(reference: OpenApiChecker, call: Json): [type: string, media: Json][] {
  return answers(reference, call).filter(([type]) => type === 'application/json');
}
