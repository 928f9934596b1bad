import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line, type Reply } from '../../support/client.ts';
import { send } from '../../support/requests.ts';
import { readBooks } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Values that are valid for no field, or for few. */
const JUNK: [string, string][] = [
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '7'],
  ['minus nothing', '-0'],
  ['an endless number', '1e999'],
  ['a number next to nothing', '1e-999'],
  ['blank', '"  "'],
  ['an empty list', '[]'],
  ['an empty object', '{}'],
  ['a prototype', '{"__proto__": {"name": "x"}, "constructor": {"prototype": {"name": "y"}}}'],
  ['an object that is no text', '{"toString": 1, "valueOf": 1, "toJSON": 1, "length": 9}'],
  ['deep nesting', nested(20)],
  ['NUL', '"\\u0000"'],
  ['half an emoji', '"\\ud83d"'],
  ['the other half', '"\\udc4d x"'],
  ['control characters', '"\\u0001\\u001f\\u007f\\u0085"'],
  ['right to left', '"\\u202e\\u2066\\ufeff"'],
  ['SQL', '"\'; drop table invoices; --"'],
  ['a pattern', '"(((((a+)+)+)+)+$ \\\\ %s {{x}}"'],
  ['a long text', `"${'þ'.repeat(10_000)}"`],
  ['long digits', `"${'9'.repeat(10_000)}"`],
];

const CUSTOMER = { name: 'x', output_select: 4 };
const ITEM = { description: 'x', unit_price: 1 };
const CUSTOMER_TEXTS = ['name', 'address', 'zip', 'city', 'term', 'phone_number', 'vat', 'customer_number'];
const CUSTOMER_FIELDS = [
  'output_select',
  'registration_no',
  'email',
  'photo',
  'due_date',
  'settlement_date',
  'trading_partner_id',
  'lang',
  'currency',
  'tax_exempt',
  'is_claim',
  'is_discount',
  'active',
];
const LINE_TEXTS = ['item_number', 'description'];
const LINE_FIELDS = ['guid', 'qty', 'uom', 'unit_price', 'tax', 'discount', 'discount_type', 'add_new'];
const ITEM_FIELDS = ['uom', 'tax', 'unit_price', 'product_cost', 'active'];
const INVOICE_TEXTS = ['description', 'booking', 'cost_provide', 'terms'];
const INVOICE_FIELDS = [
  ...Object.keys(invoice()),
  'exchange_rate',
  'delivery_date',
  'ref_invoice_guid',
  'trading_partner_id',
  'is_claim',
  'is_discount',
  'discount_type',
  'discount_value',
  'payment_fee',
  'mark_paid',
  'method_payment',
  'is_payment_link',
  'files',
  'save',
];

/** JSON text of an object whose given members are replaced by raw text. */
function replaceMembers(whole: object, fields: readonly string[], junk: string): string {
  const rest = Object.fromEntries(Object.entries(whole).filter(([name]) => !fields.includes(name)));
  const members = fields.map((field) => `${JSON.stringify(field)}:${junk}`).join(',');
  return Object.keys(rest).length === 0 ? `{${members}}` : `{${members},${JSON.stringify(rest).slice(1)}`;
}

/** Sends raw JSON; any answer except an ordinary one fails the test. */
async function sendRaw(seller: Client, endpoint: string, data: string, headers: object = {}): Promise<Reply> {
  const body = `{"username":"${seller.username}","api_key":"${seller.apiKey}","data":${JSON.stringify(data)}}`;
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  const { status, body: reply } = await send(seller.url, `/api/v1/${endpoint}`, init);
  assert.equal(status, 200, `${endpoint} ${data.slice(0, 60)}: ${reply.message}`);
  assert.equal(typeof reply.error_code, reply.status ? 'undefined' : 'string');
  assert.ok(reply.message.length < 600, `a message of ${reply.message.length} characters`);
  return reply;
}

onBothDatabases('malformed input', (kvitt) => {
  test('gets a well-formed answer, whatever is in any field', async () => {
    const seller = await kvitt.account();
    for (const [title, junk] of JUNK) {
      const lines = (fields: string[]) => `[${replaceMembers(line(), fields, junk)}]`;
      const customer = (fields: string[]) => replaceMembers(CUSTOMER, fields, junk);
      const inInvoice = (field: string, part: string) => replaceMembers(invoice(), [field], part);
      const whole: [string, string][] = [
        ['create-customer', customer(CUSTOMER_FIELDS)],
        ['create-item', replaceMembers(ITEM, ITEM_FIELDS, junk)],
        ['create-invoice', replaceMembers({}, INVOICE_FIELDS, junk)],
        ['create-invoice', inInvoice('customer', customer(CUSTOMER_FIELDS))],
        ['create-invoice', inInvoice('items', lines(LINE_FIELDS))],
        ['update-invoice', replaceMembers({}, ['accounting_status'], junk)],
      ];
      for (const [endpoint, data] of whole) {
        assert.equal((await sendRaw(seller, endpoint, data)).status, false, `${title}: ${data.slice(0, 60)}`);
      }
      await sendRaw(seller, 'create-customer', customer(CUSTOMER_TEXTS));
      await sendRaw(seller, 'create-item', replaceMembers(ITEM, [...LINE_TEXTS, 'category'], junk));
      await sendRaw(seller, 'create-invoice', replaceMembers(invoice(), INVOICE_TEXTS, junk));
      await sendRaw(seller, 'create-invoice', inInvoice('customer', customer(CUSTOMER_TEXTS)));
      await sendRaw(seller, 'create-invoice', inInvoice('items', lines(LINE_TEXTS)));
    }
  });

  test('is refused as data, and nothing is stored', async () => {
    const seller = await kvitt.account();
    const before = await readBooks(seller);
    const guid = await seller.ok('create-item', { data: { description: 'x', unit_price: 1 } });
    await seller.ok('update-item', { guid, data: {} });
    const refusal = 'Field data must be a JSON object, sent as a JSON-encoded string';
    const wrong = [
      'null',
      '7',
      '"x"',
      '"[]"',
      JSON.stringify('"{}"'),
      '[]',
      '[{}]',
      '{',
      '{"a":1}}',
      '',
      '\0',
      "{'a': 1}",
      'username=x',
    ];
    for (const data of wrong) {
      for (const endpoint of [
        'create-invoice',
        'create-customer',
        'create-item',
        'update-item',
        'update-invoice',
      ]) {
        const { message } = await seller.expectRefusal(endpoint, { guid, data });
        assert.equal(
          message,
          data === '' ? 'Field data is required' : refusal,
          `${endpoint}: ${data.slice(0, 20)}`,
        );
      }
    }
    const { items, ...rest } = await readBooks(seller);
    assert.deepEqual({ ...rest, items: [] }, before);
    assert.equal((items as object[]).length, 1);
  });

  test('of five megabytes of nested JSON is refused before it is parsed', async () => {
    const seller = await kvitt.account();
    const wide = `[${Array.from({ length: 330_000 }, () => '{"a":[{"b":1}]}').join(',')}]`;
    const deep = nested(2_600_000);
    const levels = 'Field data must not be nested more than 32 levels deep';
    const answer = (field: string, junk: string) =>
      sendRaw(seller, 'create-invoice', replaceMembers(invoice(), [field], junk), {
        'idempotency-key': field,
      });
    for (const field of ['items', 'unknown']) {
      assert.equal((await answer(field, deep)).message, levels);
    }
    const values = 'Field data must not be larger than 20000 values';
    for (const field of ['items', 'customer', 'unknown'])
      assert.equal((await answer(field, wide)).message, values);
    assert.equal(await seller.ok('get-count-invoices'), 0);
    const brackets = '"[{\\'.repeat(100);
    await seller.ok('create-item', { data: { description: brackets, unit_price: 1 } });
  });

  test('in credentials is always refused', async () => {
    const seller = await kvitt.account();
    for (const junk of ['\0', '\ud800', 'x'.repeat(100_000), '%', '{}', "' or '1'='1"]) {
      const fields = { username: junk, api_key: junk };
      assert.equal((await seller.call('hello', fields)).httpStatus, 401, junk.slice(0, 9));
      assert.equal((await seller.call('hello', { username: junk })).httpStatus, 401, junk.slice(0, 9));
      assert.equal((await seller.call('hello', { api_key: junk })).httpStatus, 401, junk.slice(0, 9));
    }
    for (const [title, junk] of JUNK) {
      const body = `{"username":${junk},"api_key":${junk}}`;
      const headers = { 'content-type': 'application/json' };
      const { status } = await send(seller.url, '/api/v1/hello', { method: 'POST', body, headers });
      assert.ok(status === 401 || status === 400, `${title}: ${status}`);
    }
  });

  test('in parameters of reads is always refused', async () => {
    const seller = await kvitt.account();
    const reads = [
      'get-customers',
      'get-customer',
      'get-customers-by-kennitala',
      'get-items',
      'get-invoices',
      'get-count-invoices',
      'get-dashboard-data',
      'invoice-summaries',
      'do-paid-invoice',
      'issue-invoice',
    ];
    const names = [
      'search',
      'kennitala',
      'guid',
      'limit',
      'page',
      'sort',
      'date_filter',
      'from_date',
      'start_date',
      'year',
      'accounting_status',
    ];
    for (const endpoint of reads) {
      for (const [title, junk] of JUNK) {
        const fields = names.map((name) => `"${name}":${junk}`).join(',');
        const body = `{"username":"${seller.username}","api_key":"${seller.apiKey}",${fields}}`;
        const headers = { 'content-type': 'application/json' };
        const answer = await send(seller.url, `/api/v1/${endpoint}`, { method: 'POST', body, headers });
        assert.ok([200, 400].includes(answer.status), `${endpoint} ${title}: ${answer.status}`);
        assert.ok(
          answer.body.message === undefined || answer.body.message.length < 600,
          `${endpoint} ${title}`,
        );
      }
    }
  });
});
