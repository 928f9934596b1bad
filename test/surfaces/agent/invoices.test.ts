import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAccountWithAgent, createAgent } from '../../support/agents/agent.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { schedule } from '../../support/endpoints/recurring.ts';
import { onBothDatabases } from '../../support/service.ts';

const KNOWN_KENNITALA = '5501234520';
/** Of another year than those of the accounts of the tests: one's own kennitala is that of a cash buyer. */
const UNKNOWN_KENNITALA = '4301132080';

onBothDatabases('agent API: invoices', (kvitt) => {
  let agent: Agent;
  let seller: Client;
  let customer: string;
  before(async () => {
    ({ agent, seller } = await createAccountWithAgent(kvitt.url));
    customer = (
      await agent.post('/customers', {
        kennitala: KNOWN_KENNITALA,
        name: 'Kaupandi ehf.',
        output_select: 3,
        email: 'kaup@example.is',
        lang: 'is',
        currency: 'ISK',
        due_date: 10,
        settlement_date: 20,
      })
    ).result.guid;
    const item = { item_number: 'RAD-1', description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: 15000 };
    await agent.post('/items', { data: item });
  });

  const shortForm = { client_kennitala: KNOWN_KENNITALA, items: [{ item_no: 'RAD-1', qty: 2 }] };
  const read = async (guid: string) => (await agent.get(`/invoices/${guid}`)).result;
  const countInvoices = async () => (await agent.get('/invoices/count')).result.count;
  const dateInDays = (n: number) =>
    new Date(kvitt.now().getTime() + n * 86_400_000).toISOString().slice(0, 10);
  before(() => {
    const now = kvitt.now();
    kvitt.now = () => now; // A fixed clock, so that the date cannot change between a call and its assertion.
  });

  test('creates an invoice from data as an object, data as JSON text, and the body itself', async () => {
    const forms = [{ data: invoice() }, { data: JSON.stringify(invoice()) }, invoice()];
    for (const body of forms) {
      const { result, invoice_id, message } = await agent.post('/invoices', body);
      assert.ok(Number.isSafeInteger(invoice_id) && invoice_id > 0);
      assert.equal(message, 'OK');
      const created = await read(result);
      assert.deepEqual(
        [created.amount, created.status, created.customer.name],
        [1240, 'Sent', 'Kaupandi ehf.'],
      );
      assert.deepEqual(await read(String(invoice_id)), created);
    }
  });

  test("creates an invoice from the short form, dated today with the customer's payment terms", async () => {
    const created = await read((await agent.post('/invoices', shortForm)).result);
    assert.deepEqual(
      [created.amount, created.issue_date, created.due_date, created.settlement_date, created.customer.guid],
      [37200, dateInDays(0), dateInDays(10), dateInDays(20), customer],
    );
    const priced = {
      ...shortForm,
      items: [{ item_no: 'RAD-1', qty: '0.5', price: 1000 }],
      description: 'Afsláttur',
    };
    const other = await read((await agent.post('/invoices', priced)).result);
    assert.deepEqual([other.amount, other.items[0].unit_price, other.description], [620, 1000, 'Afsláttur']);
  });

  test('takes free lines in both forms, and the name that is sent beside a known kennitala', async () => {
    const free = { item_no: 'RAD-1', description: 'Sending', qty: 2, price: 500, tax: 'AA' };
    const compact = await read(
      (await agent.post('/invoices', { ...shortForm, client_name: 'Staðgreitt', items: [free] })).result,
    );
    const { guid, item_number, description, uom, tax } = compact.items[0];
    assert.deepEqual([guid, item_number, description, uom, tax], [null, 'RAD-1', 'Sending', 'C62', 'AA']);
    assert.deepEqual([compact.amount, compact.customer.name], [1110, 'Staðgreitt']);
    const outside = { ...free, tax: 'Z', vat_kind: 'outside' };
    const { result } = await agent.post('/quotes', { ...shortForm, items: [free, outside] });
    const quoted = (await seller.ok('get-quote', { guid: result })).items;
    assert.deepEqual([quoted[0].guid, quoted[1].vat_kind], [null, 'outside']);
    const items = [{ item_number: 'RAD-1', description: 'Sending', qty: 1, unit_price: 1000 }];
    const full = await agent.post('/invoices', { data: invoice({ customer: { guid: customer }, items }) });
    assert.equal((await read(full.result)).items[0].guid, null);
  });

  test('creates a paper-only customer for an unknown kennitala', async () => {
    const known = await agent.get(`/customers/count?kennitala=${UNKNOWN_KENNITALA}`);
    assert.equal(known.result.count, 0);
    const body = { ...shortForm, client_kennitala: '430113-2080' };
    assert.equal(
      (await agent.expectRefusal('POST', '/invoices', body)).message,
      'Field client_name is required',
    );
    await agent.post('/invoices', { ...body, client_name: 'Nýr ehf.' });
    const { result } = await agent.get(`/customers?kennitala=${UNKNOWN_KENNITALA}`);
    assert.deepEqual(
      result.map(({ name, output_select, registration_no }: any) => [name, output_select, registration_no]),
      [['Nýr ehf.', '4', UNKNOWN_KENNITALA]],
    );
    await agent.post('/invoices', body);
    assert.equal((await agent.get(`/customers/count?kennitala=${UNKNOWN_KENNITALA}`)).result.count, 1);
  });

  test('prefers data when both forms are sent', async () => {
    for (const data of [invoice(), JSON.stringify(invoice())]) {
      const { result } = await agent.post('/invoices', { ...shortForm, data });
      assert.equal((await read(result)).amount, 1240);
    }
    const { result } = await agent.post('/invoices', { ...shortForm, data: '' });
    assert.equal((await read(result)).amount, 37200);
  });

  test('refuses invalid invoices and creates none', async () => {
    const before = await countInvoices();
    const table: [message: string, body: Record<string, unknown>][] = [
      ['No item found', { ...shortForm, items: [{ item_no: 'NO-1', qty: 1 }] }],
      ['Field items must have at least one line', { ...shortForm, items: [] }],
      ['Field items is required', { client_kennitala: KNOWN_KENNITALA }],
      ['Field client_kennitala is required', { client_name: 'X', items: shortForm.items }],
      ['Field items[0].item_no is required', { ...shortForm, items: [{ qty: 1 }] }],
      ['Field items[0].qty is required', { ...shortForm, items: [{ item_no: 'RAD-1' }] }],
      ['Field data must be a JSON object, sent as a JSON-encoded string', { ...shortForm, data: '{"type":' }],
      ['Field data must be a JSON object, sent as a JSON-encoded string', { data: [invoice()] }],
      ['Field data is required', {}],
      ['Field type is required', { data: { amount: 1 } }],
    ];
    for (const [message, body] of table) {
      assert.equal((await agent.expectRefusal('POST', '/invoices', body)).message, message);
    }
    assert.equal(
      (
        await agent.expectRefusal('POST', '/invoices', {
          ...shortForm,
          client_kennitala: 'x',
          client_name: 'X',
        })
      ).error_code,
      'field_invalid',
    );
    assert.equal(await countInvoices(), before);
  });

  test('creates one invoice for a repeated Idempotency-Key', async () => {
    const before = await countInvoices();
    const headers = { 'idempotency-key': 'once' };
    const [one, two] = await Promise.all([
      agent.post('/invoices', shortForm, headers),
      agent.post('/invoices', shortForm, headers),
    ]);
    assert.deepEqual(one, two);
    assert.equal(await countInvoices(), before + 1);
    const { status, body } = await agent.call('POST', '/invoices', { data: invoice() }, headers);
    assert.deepEqual([status, body.error_code], [200, 'idempotency_key_reused']);
    const other = await createAgent(seller, 'create_invoice', 'Another app');
    const otherAgentInvoice = await other.post('/invoices', { data: invoice() }, headers);
    assert.notEqual(otherAgentInvoice.result, one.result, 'another program counts its own keys');
    const invalidKey = await agent.call('POST', '/invoices', shortForm, { 'idempotency-key': 'a b' });
    assert.deepEqual([invalidKey.status, invalidKey.body.error_code], [200, 'field_invalid']);
    assert.ok(invalidKey.body.action_id > 0);
  });

  test('finds an invoice by guid and by id, only in its own account', async () => {
    const { result, invoice_id } = await agent.post('/invoices', shortForm);
    const other = await createAccountWithAgent(kvitt.url);
    for (const id of [result, invoice_id]) {
      const { message } = await other.agent.expectRefusal('GET', `/invoices/${id}`);
      assert.equal(message, 'No invoice found');
    }
    for (const id of ['0', '-1', '1.5', '999999999999999', '99999999999999999999', 'x', '%00']) {
      const { message, action_id } = await agent.expectRefusal('GET', `/invoices/${id}`);
      assert.equal(message, 'No invoice found', id);
      assert.ok(action_id > 0);
    }
    const changed = await agent.put(`/invoices/${invoice_id}`, {
      data: { accounting_status: 'Posted', accounting_message: 'Bókað' },
    });
    assert.deepEqual([changed.result, changed.invoice_id], [result, invoice_id]);
    assert.equal((await read(result)).accounting_message, 'Bókað');
    const amount = await agent.expectRefusal('PUT', `/invoices/${result}`, { data: { amount: 1 } });
    assert.equal(amount.message, 'Field accounting_status is required');
  });

  test('lists ten invoices by default', async () => {
    while ((await countInvoices()) < 12) await agent.post('/invoices', shortForm);
    const all = await countInvoices();
    assert.equal((await agent.get('/invoices')).result.length, 10);
    assert.equal((await agent.get('/invoices?limit=')).result.length, 10);
    assert.equal((await agent.get('/invoices?page=2')).result.length, all - 10);
    assert.equal((await agent.get('/invoices?limit=5&limit=3')).result.length, 3);
    assert.equal((await agent.get('/invoices?accounting_status=Posted')).result.length, 1);
    assert.equal((await agent.get('/invoices/count?accounting_status=Posted')).result.count, 1);
    assert.deepEqual((await agent.get('/invoices?from_date=2099-01-01')).result, []);
    assert.equal(
      (await agent.expectRefusal('GET', '/invoices?from_date=1.1.2026')).error_code,
      'field_invalid',
    );
    const { status, body } = await agent.call('GET', '/invoices?accounting_status=Booked');
    assert.deepEqual([status, body.error, body.code], [400, true, 400]);
  });

  test('creates quotes from both forms', async () => {
    const sale = { customer: { guid: customer }, items: [line({ qty: 3 })] };
    const data = { ...sale, type: 'invoice', amount: 3720, currency: 'ISK' };
    for (const [body, amount] of [
      [{ data }, 3720],
      [{ data: JSON.stringify(data) }, 3720],
      [{ ...shortForm, data }, 3720],
      [shortForm, 37200],
    ] as const) {
      const { result, quote_id } = await agent.post('/quotes', body);
      assert.ok(quote_id > 0);
      const quote = await seller.ok('get-quote', { guid: result });
      assert.deepEqual([quote.system_type, quote.amount], ['quote', amount]);
    }
    const unknown = { ...shortForm, items: [{ item_no: 'NO-1', qty: 1 }] };
    assert.equal((await agent.expectRefusal('POST', '/quotes', unknown)).message, 'No item found');
    for (const field of ['amount', 'type']) {
      const refusal = await agent.expectRefusal('POST', '/quotes', { data: { ...data, [field]: undefined } });
      assert.equal(refusal.message, `Field ${field} is required`);
    }
    const credit = await agent.expectRefusal('POST', '/quotes', { data: { ...data, type: 'credit' } });
    assert.equal(credit.error_code, 'flags_conflict');
    const full = await agent.post('/quotes', { data: invoice() });
    assert.equal((await seller.ok('get-quote', { guid: full.result })).system_type, 'quote');
  });

  test('creates recurring invoices', async () => {
    const sale = { customer: { guid: customer }, items: [line()], amount: 1240, currency: 'ISK' };
    const data = { ...schedule, ...sale };
    const { result, recurring_invoice_id } = await agent.post('/recurring-invoices', {
      data: JSON.stringify(data),
    });
    assert.ok(recurring_invoice_id > 0);
    assert.equal((await seller.ok('get-recurring-invoice', { guid: result })).guid, result);
    const refusal = await agent.expectRefusal('POST', '/recurring-invoices', { data: {} });
    assert.match(refusal.message, /^Field \w+ is required$/);
  });

  test('returns invoice summaries of a period', async () => {
    const { result, period, summaries } = await agent.get('/invoice-summaries?year=2026&month=3');
    assert.deepEqual(result, { period, summaries });
    assert.equal(summaries.find(({ status }: any) => status === 'total').count > 0, true);
    assert.equal(
      (await agent.expectRefusal('GET', '/invoice-summaries?month=3')).error_code,
      'period_refused',
    );
  });
});
