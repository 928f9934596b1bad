import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { callAndCheck } from '../support/checked-call.ts';
import { type Client, invoice } from '../support/client.ts';
import { DatabaseDigest } from '../support/database-digest.ts';
import { ENDPOINTS, recordOf } from '../support/endpoints/all.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { replaced } from '../support/endpoints/change.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { uploadFile } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';

onBothDatabases('records of another account', (kvitt) => {
  let owner: Client;
  let intruder: Client;
  let foreignBooks: Books & { file: string; line: string };
  let ownBooks: Books;
  let reference: OpenApiChecker;
  let digest: DatabaseDigest;
  /** What stands in the tables since nobody has written anything: each case leaves it to the next as it has found it. */
  let untouched: Record<string, string>;

  before(async () => {
    reference = await OpenApiChecker.of(kvitt.url);
    owner = await kvitt.account();
    intruder = await kvitt.account();
    const books = await openBooks(owner);
    const file = (await uploadFile(owner, 'note.txt', 'a note')).body.result;
    const [{ line_guid: line }] = (await owner.ok('get-invoice', { guid: books.invoice })).items;
    foreignBooks = { ...books, file, line };
    ownBooks = await openBooks(intruder);
    digest = await DatabaseDigest.of(kvitt.service.engine.kernel.db, ['audit_log']);
    untouched = await digest.read();
  });

  const single: ForeignCase[] = [
    ...ENDPOINTS.flatMap(({ path, good, guids = [] }) =>
      guids.map((field) => ({ path, field, fields: good, foreign: recordFor(path, field) })),
    ),
    ...documentCases(),
    creditCase('data.ref_invoice_guid', 'invoice'),
    creditCase('data.items.0.guid', 'line'),
    creditCase('data.items.0.guid', 'item'),
    creditCase('data.items.0.line_guid', 'line'),
    actionCase('data.actions.0.cost_guid', 'cost', { type: 'cost' }),
    actionCase('data.actions.0.bank_account_guid', 'bankAccount', { type: 'transfer' }),
    actionCase('data.actions.0.payments.0', 'payment', {
      type: 'settled',
      amount: undefined,
      payments: [''],
    }),
    transferCase('data.bank_account_guid', 'bankAccount'),
    transferCase('data.cost_guids.0', 'cost'),
    {
      path: 'create-invoice',
      field: 'data.files',
      foreign: 'file',
      fields: () => ({ data: invoice({ files: '' }) }),
    },
  ];
  const cases = [...single, ...single.filter(({ path }) => path === 'create-invoice').map(asOneOfSeveral)];

  for (const { path, field, fields, foreign } of cases) {
    test(`are treated as unknown: ${path} with ${field} of another account's ${foreign}`, async () => {
      const send = (guid: string) =>
        callAndCheck(reference, intruder, 'POST', path, replaced(fields(ownBooks), field, guid));
      const answer = await send(foreignBooks[foreign]);
      const { status } = path === 'create-invoices' ? answer.body.result[0] : answer.body;
      assert.equal(status, false);
      assert.deepEqual(answer.body, (await send(UNKNOWN_GUID)).body);
      assert.deepEqual(await digest.read(), untouched, 'something has changed');
    });
  }

  test('are tested with every documented field that takes a guid', () => {
    const tested = new Set(
      cases.map(({ path, field }) => `${path} ${field.replaceAll(/\.0(?=\.|$)/g, '[]')}`),
    );
    const documented = reference.calls().flatMap(({ path, method, call }) => {
      // The agent API has its own table (surfaces/agent/resources.test.ts).
      if (!/^\/api\/v1\/(?!agents?(\/|$))/.test(path)) return [];
      const fields = method === 'get' ? findGuidParameters(call) : findGuidFields(reference, bodyOf(call));
      return fields.map((field) => `${path.slice('/api/v1/'.length)} ${field}`);
    });
    assert.deepEqual(
      documented.filter((field) => !tested.has(field)),
      [],
    );
    assert.ok(documented.includes('create-invoice data.items[].guid'));
  });
  test('appear in no list, count or report', async () => {
    const newcomer = await kvitt.account();
    for (const list of [
      'get-customers',
      'get-items',
      'get-invoices',
      'get-costs',
      'get-tasks',
      'get-product-sales',
      'get-dashboard-data',
    ]) {
      assert.deepEqual(await newcomer.ok(list), [], list);
    }
    for (const count of ['customers', 'items', 'invoices', 'costs', 'tasks', 'product-sales'].map(
      (records) => `get-count-${records}`,
    )) {
      assert.equal(await newcomer.ok(count), 0, count);
    }
    assert.deepEqual(
      await newcomer.ok('get-customers-by-kennitala', { kennitala: foreignBooks.kennitala }),
      [],
    );
    const { summaries } = await newcomer.call('invoice-summaries', {
      from_date: '2000-01-01',
      to_date: '2099-12-31',
    });
    assert.deepEqual(summaries, [{ status: 'total', count: 0, amounts: [] }]);
  });
  test('are not found by kennitala, item number or Idempotency-Key', async () => {
    const newcomer = await kvitt.account();
    const data = invoice({
      customer: { name: 'B', output_select: 4, registration_no: foreignBooks.kennitala },
    });
    const key = { 'idempotency-key': 'the-same-for-both' };
    const first = await owner.ok('create-invoice', { data }, key);
    const second = await newcomer.ok('create-invoice', { data }, key);
    assert.notEqual(second, first);
    const created = await newcomer.ok('get-invoice', { guid: second });
    assert.equal(created.number, '1');
    assert.notEqual(created.customer.guid, foreignBooks.customer);
    assert.deepEqual(
      (await newcomer.ok('get-items')).map(({ guid }: { guid: string }) => guid),
      [created.items[0].guid],
    );
  });
});

interface ForeignCase {
  path: string;
  field: string;
  fields(ownBooks: Books): Record<string, unknown>;
  foreign: keyof Books | 'file' | 'line';
}

/** The same document as the only one of create-invoices, which answers with what became of it. */
function asOneOfSeveral({ field, fields, foreign }: ForeignCase): ForeignCase {
  return {
    path: 'create-invoices',
    field: field.replace(/^data\./, 'data.invoices.0.'),
    fields: (ownBooks) => ({ data: { invoices: [fields(ownBooks).data] } }),
    foreign,
  };
}

function recordFor(path: string, field: string): ForeignCase['foreign'] {
  if (field.includes('customer')) return 'customer';
  if (field.endsWith('task_guid')) return 'task';
  if (field.endsWith('payment_guid') || field.endsWith('.from')) return 'payment';
  if (field.endsWith('bank_account_guid')) return 'bankAccount';
  if (field.endsWith('invoice_guid')) return 'invoice';
  return field.includes('item') ? 'item' : recordOf(path);
}

function transferCase(field: string, foreign: keyof Books): ForeignCase {
  const fields = ({ bankAccount, cost }: Books) => ({
    data: { bank_account_guid: bankAccount, cost_guids: [cost] },
  });
  return { path: 'export-payables', field, fields, foreign };
}

/** What a bank line may be booked as. */
function actionCase(field: string, foreign: keyof Books, action: object): ForeignCase {
  const fields = ({ bankLine: guid }: Books) => ({ guid, data: { actions: [{ amount: 1240, ...action }] } });
  return { path: 'book-bank-line', field, fields, foreign };
}

/** Orders, drafts, quotes and templates refer to customers and items when they are created and when they are changed. */
function documentCases(): ForeignCase[] {
  return [
    ...['create-order-invoice', 'create-draft-invoice', 'create-quote', 'create-recurring-invoice'].map(
      (path) => ({
        path,
        field: 'data.customer.guid',
        foreign: 'customer' as const,
        fields: ({ item: guid }: Books) => ({
          data: {
            recurring_name: 'A',
            recurring_interval: 'weekly',
            recurring_start_date: '2099-01-01',
            customer: {},
            items: [{ guid, qty: 1 }],
          },
        }),
      }),
    ),
    ...['update-order-invoice', 'update-draft-invoice', 'update-quote'].flatMap((path) => [
      {
        path,
        field: 'data.customer.guid',
        foreign: 'customer' as const,
        fields: (ownBooks: Books) => ({ guid: ownBooks[recordOf(path)], data: { customer: {} } }),
      },
      {
        path,
        field: 'data.items.0.guid',
        foreign: 'item' as const,
        fields: (ownBooks: Books) => ({ guid: ownBooks[recordOf(path)], data: { items: [{ qty: 1 }] } }),
      },
    ]),
    {
      path: 'create-invoice-from-order',
      field: 'data.items.0.guid',
      foreign: 'item',
      fields: ({ order: guid }) => ({ guid, data: { items: [{ qty: 1 }] } }),
    },
  ];
}

function creditCase(field: string, foreign: ForeignCase['foreign']): ForeignCase {
  const note = { type: 'credit', amount: 1240, settlement_date: '2099-01-01' };
  const fields = ({ invoice: original }: Books) => ({
    data: { ...note, ref_invoice_guid: original, ...(field.includes('items') && { items: [{ qty: 1 }] }) },
  });
  return { path: 'create-invoice', field, fields, foreign };
}

/** The paths of all request fields that take a guid. */
function findGuidFields(reference: OpenApiChecker, schema: any, path = ''): string[] {
  const { format, properties = {}, items, oneOf } = reference.resolve(schema);
  if (format === 'uuid') return [path];
  if (oneOf) return oneOf.flatMap((form: any) => findGuidFields(reference, form, path));
  if (items) return findGuidFields(reference, items, `${path}[]`);
  return Object.entries(properties).flatMap(([name, field]) =>
    findGuidFields(reference, field, path ? `${path}.${name}` : name),
  );
}

function findGuidParameters({ parameters = [] }: any): string[] {
  return parameters.flatMap(({ name, schema }: any) => (schema?.format === 'uuid' ? [name] : []));
}

function bodyOf({ requestBody: { content } }: any): any {
  return (content['application/json'] ?? content['multipart/form-data']).schema;
}
