import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bytesOf } from '../../sdk/src/bytes.ts';
import { Kvitt } from '../../sdk/src/client.ts';
import { createAgent } from '../support/agents/agent.ts';
import type { Client } from '../support/client.ts';
import { createImage } from '../support/images.ts';
import { TestService } from '../support/service.ts';

describe('the client on the service', () => {
  const kvitt = new TestService();
  let seller: Client;
  let byKey: Kvitt;
  let byToken: Kvitt;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    const { url, username, apiKey } = seller;
    byKey = new Kvitt({ url, username, apiKey });
    byToken = new Kvitt({ url, token: (await createAgent(seller)).token });
  });
  after(() => kvitt.stop());

  const invoiceFor = (customer: string, unit_price: number) => ({
    type: 'invoice' as const,
    amount: unit_price * 1.24,
    currency: 'ISK' as const,
    issue_date: '2026-03-02',
    settlement_date: '2026-03-23',
    customer: { guid: customer },
    items: [{ description: 'A thing', qty: 1, unit_price, tax: 'S' as const }],
  });
  const customerFields = { name: 'Þóra', output_select: '4', lang: 'is', currency: 'ISK' } as const;

  for (const way of ['key', 'token'] as const) {
    const client = () => (way === 'key' ? byKey : byToken);

    test(`creates, changes, reads and counts records with a ${way}`, async () => {
      const before = await client().customers.count();
      const registration_no = '5501234520';
      const { guid, result } = await client().customers.create({ ...customerFields, registration_no });
      assert.ok(guid);
      assert.equal(result, guid);
      await client().customers.update(guid, { city: 'Akureyri' });
      await client().customers.update({ guid, zip: '600' });
      const { name, city, zip, registration_no: kennitala } = await client().customers.get(guid);
      assert.deepEqual([name, city, zip, kennitala], ['Þóra', 'Akureyri', '600', registration_no]);
      assert.equal(await client().customers.count(), before + 1);
      assert.equal((await client().customers.list({ kennitala, limit: 1 }).toArray()).length, before + 1);
    });

    test(`reads a list to its end, page by page, with a ${way}`, async () => {
      const { guid: customer } = await client().customers.create({
        ...customerFields,
        registration_no: '5501234520',
      });
      const made: unknown[] = [];
      for (const price of [1000, 2000, 3000, 4000, 5000])
        made.push((await client().invoices.create(invoiceFor(String(customer), price))).guid);
      const seen: string[] = [];
      for await (const invoice of client().invoices.list({ from: '2026-03-02', to: '2026-03-02', limit: 2 }))
        if (invoice.customer.guid === customer) seen.push(invoice.guid);
      assert.deepEqual(seen, made.toReversed());
      const [first] = await client().invoices.list({ from: '2027-01-01' }).toArray();
      assert.equal(first, undefined);
    });

    test(`keeps a receipt with a ${way}`, async () => {
      const file = new File([new Uint8Array(await createImage(8, 8, 'png'))], 'receipt.png');
      const { guid, queue } = await client().costs.create({ date: '2026-03-02', description: 'Kaffi', file });
      assert.equal(queue, false);
      const cost = await client().costs.get(String(guid));
      assert.deepEqual([cost.description, cost.file_extension], ['Kaffi', 'png']);
      assert.equal(bytesOf(cost.file ?? '')[1], 'P'.charCodeAt(0));
      await client().costs.delete(String(guid));
      await assert.rejects(client().costs.get(String(guid)), { name: 'KvittError', code: 'cost_not_found' });
    });

    test(`says who is connected, and sums up, with a ${way}`, async () => {
      assert.match((await client().connection.hello()).name, /ehf\.$/);
      const { period, summaries } = await client().reports.invoiceSummaries({ year: 2026 });
      assert.deepEqual([period.from, summaries[0]?.status], ['2026-01-01', 'total']);
    });
  }

  test('downloads a PDF and an e-invoice as bytes', async () => {
    const place = { address: 'Hafnarstræti 1', zip: '600', city: 'Akureyri' };
    const company = { registration_no: '5501234520', trading_partner_id: '5501234520' };
    const { guid: customer } = await byKey.customers.create({ ...customerFields, ...place, ...company });
    const { guid } = await byKey.invoices.create(invoiceFor(String(customer), 1000));
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 5));
    assert.equal(text(await byKey.invoices.pdf(String(guid))), '%PDF-');
    assert.equal(text(await byKey.invoices.xml({ guid: String(guid) })), '<?xml');
  });
  test('refuses with the code and the request id of the service', async () => {
    await assert.rejects(byKey.customers.create({ ...customerFields, name: '' }), (error: Error) => {
      const { code, status, requestId } = error as Error & {
        code: string;
        status: number;
        requestId: string;
      };
      assert.deepEqual([code, status], ['field_required', 200]);
      assert.match(requestId, /^[0-9a-f-]{36}$/);
      return true;
    });
    const stranger = new Kvitt({ url: seller.url, username: seller.username, apiKey: 'wrong' });
    await assert.rejects(stranger.connection.hello(), { status: 401, code: 'invalid_credentials' });
  });
  test('calls any operation by its name', async () => {
    const answer = await byKey.call('create-item', { description: 'Bók', unit_price: 3490, tax: 'AA' });
    const { result } = await byKey.call('get-item', { guid: answer.guid });
    assert.equal((result as { description: string }).description, 'Bók');
    assert.equal(((await byKey.call('get-items', { limit: 1 })).result as unknown[]).length, 1);
    await assert.rejects(byKey.call('get-item-of-mine' as 'get-item'), { code: 'unknown_operation' });
  });

  test('manages programs with a key, and their proposals with a token', async () => {
    const agent = await createAgent(seller, 'create_invoice,manage_customers', 'Proposer');
    const { clientId: agent_id, token } = agent;
    const program = new Kvitt({ url: seller.url, token });
    const rehearsed = await byKey.agents.change({ agent_id, frozen: true }, { dryRun: true });
    assert.equal(rehearsed.dry_run, true);
    const { limits } = await byKey.agents.change({ agent_id, limits: { mode: 'propose' } });
    assert.equal(limits.mode, 'propose');
    await assert.rejects(program.customers.create({ ...customerFields, registration_no: '5501234520' }), {
      code: 'approval_required',
    });
    const [waiting] = await program.proposals.list().toArray();
    const guid = waiting?.guid ?? assert.fail();
    assert.equal((await program.proposals.get(guid)).operation, 'create-customer');
    await assert.rejects(byKey.proposals.withdraw(guid), { code: 'operation_needs_token' });
    assert.deepEqual((await program.proposals.withdraw(guid)).result, { guid, state: 'withdrawn' });
    assert.equal((await byKey.proposals.get(guid)).state, 'withdrawn');
    const { data } = await program.agents.audit({ limit: 1 });
    assert.equal(data[0]?.action, 'withdraw-proposal');
    await assert.rejects(program.agents.list(), { status: 403 });
    const granted = await byKey.agents.grant({
      client_id: agent_id,
      scopes: ['nav'],
      limits: { mode: 'read' },
    });
    assert.deepEqual([granted.status, granted.scopes], [true, ['nav']]);
    assert.equal((await program.agents.revoke({ agent_id })).agent_id, agent_id);
    assert.ok(!(await byKey.agents.list()).data.some((one) => one.agent_id === agent_id));
  });
});
