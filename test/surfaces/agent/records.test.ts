import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAccountWithAgent } from '../../support/agents/agent.ts';
import type { Client } from '../../support/client.ts';
import { buy, openSale } from '../../support/sales.ts';
import { onBothDatabases } from '../../support/service.ts';

const COMPLETE = {
  kennitala: '550123-4520',
  name: 'Bakarí Guðrúnar ehf.',
  output_select: 3,
  lang: 'is',
  currency: 'ISK',
  email: 'gudrun@bakari.example',
};

onBothDatabases('agent API: customers, items and product sales', (kvitt) => {
  let agent: Agent;
  let seller: Client;
  before(async () => {
    ({ agent, seller } = await createAccountWithAgent(kvitt.url));
  });

  const listNames = async (query: string) =>
    (await agent.get(`/customers?${query}`)).result.map(({ name }: any) => name);

  test('creates a customer from the body, from data, and from data as JSON text, and returns all its fields', async () => {
    for (const body of [COMPLETE, { data: COMPLETE }, { data: JSON.stringify(COMPLETE) }]) {
      const { result } = await agent.post('/customers', body);
      assert.deepEqual(
        [result.registration_no, result.name, result.output_select, result.due_date, result.settlement_date],
        ['5501234520', COMPLETE.name, '3', 3, 7],
      );
      assert.deepEqual((await agent.get(`/customers/${result.guid}`)).result, result);
    }
  });

  test('answers a repeated Idempotency-Key with the stored answer', async () => {
    const keyHeader = { 'idempotency-key': 'a-customer' };
    const first = await agent.post('/customers', COMPLETE, keyHeader);
    assert.deepEqual(await agent.post('/customers', COMPLETE, keyHeader), first);
  });

  test('requires the fields that an invoice needs', async () => {
    const before = (await agent.get('/customers/count')).result.count;
    const withoutField = (field: string) => ({ ...COMPLETE, [field]: undefined });
    for (const field of ['kennitala', 'name', 'output_select', 'lang', 'currency', 'email']) {
      const { message } = await agent.expectRefusal('POST', '/customers', withoutField(field));
      assert.match(message, new RegExp(`^Field ${field} is required`), field);
    }
    const table: Record<string, unknown>[] = [
      { output_select: 2 },
      { output_select: 5 },
      { lang: 'da' },
      { currency: 'Krona' },
      { kennitala: '1234567890' },
      { kennitala: '12' },
      { email: 'x' },
      { name: 'x'.repeat(201) },
    ];
    for (const wrong of table) {
      const refusal = await agent.expectRefusal('POST', '/customers', { ...COMPLETE, ...wrong });
      assert.match(refusal.error_code, /^field_(invalid|required)$/, JSON.stringify(wrong));
    }
    const { message } = await agent.expectRefusal('POST', '/customers', {
      ...COMPLETE,
      kennitala: '1234567890',
    });
    assert.equal(
      message,
      'Field kennitala must be a valid kennitala of 10 digits',
      'with the field name of this API',
    );
    assert.equal((await agent.expectRefusal('POST', '/customers', {})).message, 'Field data is required');
    assert.equal((await agent.get('/customers/count')).result.count, before);
  });

  test('finds customers by name, kennitala and e-mail address, including inactive ones', async () => {
    const { result } = await agent.post('/customers', {
      ...COMPLETE,
      name: 'Leitarorð hf.',
      kennitala: '4201102000',
      email: 'finnst@annars.example',
    });
    await agent.put(`/customers/${result.guid}`, { active: false });
    for (const search of ['leitarorð', '42011', 'FINNST@annars']) {
      assert.deepEqual(await listNames(`search=${encodeURIComponent(search)}`), ['Leitarorð hf.'], search);
      const { count } = (await agent.get(`/customers/count?search=${encodeURIComponent(search)}`)).result;
      assert.equal(count, 1);
    }
    assert.deepEqual(await listNames('kennitala=420110-2000'), ['Leitarorð hf.']);
    assert.deepEqual(await listNames('kennitala=42011'), []);
    assert.deepEqual(await listNames('search=leitar&search_in=name&limit=&page='), ['Leitarorð hf.']);
  });

  test('changes only the sent fields of a customer, including kennitala', async () => {
    const { result } = await agent.post('/customers', COMPLETE);
    const path = `/customers/${result.guid}`;
    for (const body of [
      { kennitala: '4201102000' },
      { data: { city: 'Akureyri' } },
      { data: '{"zip":"600"}' },
    ]) {
      assert.equal((await agent.put(path, body)).result, result.guid);
    }
    const after = (await agent.get(path)).result;
    assert.deepEqual(
      [after.registration_no, after.city, after.zip, after.name],
      ['4201102000', 'Akureyri', '600', COMPLETE.name],
    );
    assert.match(
      (await agent.expectRefusal('PUT', path, { kennitala: '12' })).message,
      /^Field kennitala must/,
    );
    assert.equal((await agent.expectRefusal('PUT', path, {})).message, 'Field data is required');
    assert.equal((await agent.expectRefusal('PUT', path, { data: 'x' })).error_code, 'invalid_data');
  });

  test('lists ten records by default', async () => {
    const count = async () => (await agent.get('/customers/count')).result.count;
    while ((await count()) < 11) await agent.post('/customers', COMPLETE);
    assert.equal((await listNames('')).length, 10);
    assert.equal((await listNames('page=2')).length, (await count()) - 10);
    assert.equal((await listNames('limit=11')).length, 11);
    for (const wrong of ['limit=0', 'limit=ten', 'page=0', 'page=-1']) {
      assert.equal(
        (await agent.expectRefusal('GET', `/customers?${wrong}`)).error_code,
        'field_invalid',
        wrong,
      );
    }
  });

  test('creates items without VAT by default, and changes only the sent fields', async () => {
    const data = JSON.stringify({ description: 'Vara', uom: 'C62', unit_price: '1000' });
    const { result, item_id } = await agent.post('/items', { data });
    assert.ok(item_id > 0);
    assert.equal((await agent.get(`/items/${result}`)).result.tax, 'Z');
    await agent.put(`/items/${result}`, { data: JSON.stringify({ tax: 'AA' }) });
    const { tax, unit_price } = (await agent.get(`/items/${result}`)).result;
    assert.deepEqual([tax, unit_price], ['AA', 1000]);
    assert.equal((await agent.get(`/items/${item_id}`)).result.guid, result, 'by its number too');
    assert.equal((await agent.put(`/items/${item_id}`, { data: { unit_price: 5 } })).item_id, item_id);
    assert.equal((await agent.expectRefusal('GET', `/items/${item_id + 1}`)).message, 'No item found');
  });

  test('lists product sales with type and name, and attendees of events', async () => {
    const sales: string[] = [];
    for (const type of ['STAND', 'SUB', 'DONA', 'EVENT']) {
      sales.push((await openSale(seller, { type, name: `Sala ${type}` })).guid);
    }
    const { result, total, page } = await agent.get('/product-sales?limit=3');
    assert.deepEqual(
      result.map(({ type }: any) => type),
      ['STAND', 'SUB', 'DONA'],
    );
    assert.deepEqual([total, page], [4, 1]);
    const found = await agent.get('/product-sales?search_text=event');
    assert.deepEqual(
      found.result.map(({ type }: any) => type),
      ['EVENT'],
    );
    assert.equal((await agent.get('/product-sales/count?search_text=sala')).result.count, 4);
    const [standSale = '', , , event = ''] = sales;
    for (let n = 0; n < 11; n++) await buy(seller, event);
    const attendees = await agent.get(`/product-sales/${event}/attendees`);
    assert.deepEqual([attendees.result.length, attendees.total, attendees.page], [10, 11, 1]);
    const last = await agent.get(`/product-sales/${event}/attendees?page=2`);
    assert.deepEqual([last.result.length, last.total, last.page], [1, 11, 2]);
    const { message, result: nothing } = await agent.expectRefusal(
      'GET',
      `/product-sales/${standSale}/attendees`,
    );
    assert.ok(message.length > 10 && nothing === null);
  });
});
