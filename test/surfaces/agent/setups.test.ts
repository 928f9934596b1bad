import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Agent, createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { backfill } from '../../support/backfill.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { McpClient } from '../../support/mcp.ts';
import { basicAuth, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

const customer = { name: 'Áskrifandi', output_select: 4, registration_no: '5501234520' };
const template = (fields = {}) => ({
  ...{ recurring_name: 'Hýsing', recurring_interval: 'weekly', recurring_start_date: '2026-03-20' },
  ...{ amount: 1240, currency: 'ISK', customer, items: [line()] },
  ...fields,
});

onBothDatabases('what a program has set up', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  let person: ConsoleClient;
  beforeEach(async () => {
    ({ seller, agent } = await createAccountWithAgent(kvitt.url));
    person = await signInToConsole(seller);
  });
  afterEach(() => kvitt.resetClock());

  const setUp = async (fields = {}): Promise<string> =>
    (await agent.post('/recurring-invoices', { data: template(fields) })).result;
  const runOn = (today: string) => kvitt.operator('POST', '/jobs/run', { today });
  const stateOf = async (guid: string) => {
    const { status, next_date, status_reason } = await seller.ok('get-recurring-invoice', { guid });
    return [status, next_date, status_reason];
  };
  const countInvoices = () => seller.ok('get-count-invoices');
  const waiting = async () => (await person.ok('find-proposals', { state: 'waiting' })).rows;
  const revoke = (open_documents?: string) =>
    person.ok('revoke-agent', { agent_id: agent.clientId, open_documents });
  const typesSince = async (after: string) =>
    (await seller.call('get-events', { after, limit: 500 })).result
      .map(({ type }: { type: string }) => type)
      .sort();

  test('pauses when it is frozen, and goes on with its next day when that is lifted', async () => {
    const guid = await setUp();
    const finite = await setUp({ recurring_max_invoice: 1 });
    const paused = await setUp();
    await person.ok('pause-recurring-invoice', { guid: paused });
    const taken = await setUp();
    const own = await seller.ok('create-recurring-invoice', { data: template() });
    const { next } = await seller.call('get-events', { limit: 500 });
    await changeAgent(seller, agent, { frozen: true });
    const FROZEN = 'The program that set it up is frozen';
    assert.deepEqual(await stateOf(guid), ['paused', '2026-03-20', FROZEN]);
    assert.deepEqual(await typesSince(next), ['agent.frozen', ...Array(3).fill('recurring.paused')]);
    await person.ok('resume-recurring-invoice', { guid: taken });
    await runOn('2026-03-20');
    assert.equal(await countInvoices(), 2, 'that of the account, and the one that a person has resumed');
    kvitt.now = () => new Date('2026-03-29T12:00:00Z');
    await changeAgent(seller, agent, { frozen: false });
    assert.deepEqual(await stateOf(guid), ['active', '2026-04-03', '']);
    assert.equal((await stateOf(finite))[0], 'finished');
    assert.equal((await stateOf(paused))[0], 'paused', 'a person had paused it before');
    assert.equal((await stateOf(own))[1], '2026-03-27');
    await seller.ok('stop-recurring-invoice', { guid: own });
    await seller.ok('stop-recurring-invoice', { guid: taken });
    await runOn('2026-04-03');
    assert.equal(await countInvoices(), 3);
  });

  test('pauses when it is revoked, and waits for a person', async () => {
    const guid = await setUp();
    await changeAgent(seller, agent, { frozen: true });
    await revoke();
    const REVOKED = 'The program that set it up was disconnected';
    const second = await createAccountWithAgent(kvitt.url);
    const other = (await second.agent.post('/recurring-invoices', { data: template() })).result;
    await send(kvitt.url, `/api/v1/agents/${second.agent.clientId}`, {
      method: 'DELETE',
      headers: basicAuth(second.seller),
    });
    const read = await second.seller.ok('get-recurring-invoice', { guid: other });
    assert.deepEqual([read.status, read.status_reason], ['paused', REVOKED]);
    const grant = { client_id: agent.clientId, scopes: 'recurring', frozen: false };
    const granted = await send(kvitt.url, '/api/v1/agents', {
      method: 'POST',
      headers: { ...basicAuth(seller), 'content-type': 'application/json' },
      body: JSON.stringify(grant),
    });
    assert.equal(granted.status, 200);
    assert.equal((await stateOf(guid))[0], 'paused');
    await seller.ok('resume-recurring-invoice', { guid });
    await runOn('2026-03-20');
    assert.equal(await countInvoices(), 1);
  });

  test('keeps its open quotes and orders, or closes them where that is asked for', async () => {
    const quote = async (): Promise<string> =>
      (
        await agent.post('/quotes', {
          data: { type: 'invoice', customer, items: [line()], amount: 1240, currency: 'ISK' },
        })
      ).result;
    const bySeller = await seller.ok('create-quote', { data: { customer, items: [line()] } });
    const [kept, left] = [await quote(), await quote()];
    await person.ok('decline-quote', { guid: left, reason: 'Of dýrt' });
    const documents = () => person.ok('find-agent-setups', { agent_id: agent.clientId });
    await setUp();
    const listed = await documents();
    assert.deepEqual(
      listed.rows.map(({ kind, guid, amount, name }: any) => [kind, guid === kept, amount, name]),
      [
        ['recurring', false, 1240, customer.name],
        ['quote', true, 1240, customer.name],
      ],
    );
    await changeAgent(seller, agent, { frozen: true });
    assert.equal((await seller.ok('get-quote', { guid: kept })).status, 'open');
    await changeAgent(seller, agent, { frozen: true, open_documents: 'close' });
    const closed = await seller.ok('get-quote', { guid: kept });
    assert.equal(closed.status, 'declined');
    assert.equal((await seller.ok('get-quote', { guid: bySeller })).status, 'open');
    assert.deepEqual(
      (await documents()).rows.map(({ kind }: any) => kind),
      ['recurring'],
    );
  });

  const ends: Record<string, [end: () => Promise<unknown>, event: string]> = {
    revoked: [() => revoke('close'), 'agent.revoked'],
    frozen: [() => changeAgent(seller, agent, { frozen: true, open_documents: 'close' }), 'agent.frozen'],
  };
  for (const [state, [end, event]] of Object.entries(ends))
    test(`closes its open quotes and orders when it is ${state}, and leaves what was invoiced from`, async () => {
      const mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
      const input = { customer, items: [line({ qty: 2 })] };
      const make = async (operation: string): Promise<string> =>
        (await mcp.call('operation_call', { operation, input })).result.guid;
      const quote = await make('create-quote');
      const [order, used] = [await make('create-order-invoice'), await make('create-order-invoice')];
      const { items } = await seller.ok('get-order-invoice', { guid: used });
      const part = { items: [{ guid: items[0].guid, qty: 1 }] };
      await seller.ok('create-invoice-from-order', { guid: used, data: part });
      const { next } = await seller.call('get-events', { limit: 500 });
      await end();
      assert.equal((await seller.ok('get-quote', { guid: quote })).status, 'declined');
      assert.equal((await seller.call('get-order-invoice', { guid: order })).error_code, 'order_not_found');
      assert.equal((await seller.ok('get-order-invoice', { guid: used })).guid, used);
      assert.deepEqual(await typesSince(next), [event, 'order.deleted', 'quote.declined']);
    });

  test('is recognised by the audit log where an earlier release set it up', async () => {
    const [active, frozen] = [await setUp(), await createAccountWithAgent(kvitt.url)];
    const held = (await frozen.agent.post('/recurring-invoices', { data: template() })).result;
    await query(kvitt, sql`update sales_documents set client_id = null where guid in (${active}, ${held})`);
    await changeAgent(frozen.seller, frozen.agent, { frozen: true });
    const readHeld = () => frozen.seller.ok('get-recurring-invoice', { guid: held });
    assert.equal((await readHeld()).status, 'active', 'nothing says whose it is');
    await backfill(kvitt, '0088_program_setups');
    assert.equal((await readHeld()).status, 'paused');
    await changeAgent(frozen.seller, frozen.agent, { frozen: false });
    assert.equal((await readHeld()).status, 'active');
    assert.equal((await stateOf(active))[0], 'active');
    await changeAgent(seller, agent, { frozen: true });
    assert.equal((await stateOf(active))[0], 'paused');
  });

  test('counts against the limits of its day; beyond them the invoice waits for a person', async () => {
    const guids = [await setUp(), await setUp(), await setUp()];
    await changeAgent(seller, agent, { limits: { max_documents_per_day: 1 } });
    await runOn('2026-03-20');
    assert.equal(await countInvoices(), 1);
    const [first, second, ...more] = await waiting();
    assert.deepEqual(more, []);
    for (const row of [first, second]) {
      assert.deepEqual([row.operation, row.reasons], ['issue-recurring-invoice', ['max_documents_per_day']]);
      assert.deepEqual([row.preview.amount, row.preview.receiver.name], [1240, customer.name]);
    }
    for (const guid of guids) assert.deepEqual((await stateOf(guid)).slice(0, 2), ['active', '2026-03-27']);
    await runOn('2026-03-20');
    assert.equal((await waiting()).length, 2, 'it is proposed once');
    const { guid, seen } = first;
    await Promise.all([1, 2].map(() => person.call('approve-proposal', { guid, seen })));
    assert.equal(await countInvoices(), 2);
    await person.ok('decline-proposal', { guid: second.guid });
    await runOn('2026-03-21');
    assert.equal(await countInvoices(), 2, 'the date of the declined one is left out');
    await runOn('2026-03-27');
    assert.equal(await countInvoices(), 3);
    assert.equal((await waiting()).length, 2);
    await runOn('2026-04-12');
    const ended = (await person.ok('find-proposals', { state: 'expired' })).rows;
    assert.equal(ended.length, 2);
    assert.equal((await waiting()).length, 5, 'of two days, of which one invoice was issued');
  });

  test('is checked for mode and recipient only when it is set up', async () => {
    const guid = await setUp();
    for (const mode of ['propose', 'read']) {
      await changeAgent(seller, agent, { limits: { mode, new_recipients: 'propose' } });
      const before = await countInvoices();
      await runOn(mode === 'propose' ? '2026-03-20' : '2026-03-27');
      assert.equal(await countInvoices(), before + 1);
    }
    await changeAgent(seller, agent, { limits: { mode: 'act', new_recipients: 'act', max_amount: 1000 } });
    await runOn('2026-04-03');
    assert.deepEqual((await waiting())[0].reasons, ['max_amount']);
    await seller.ok('stop-recurring-invoice', { guid });
    const [{ guid: proposal, seen }] = await waiting();
    const late = await person.call('approve-proposal', { guid: proposal, seen });
    assert.equal(late.body.error, 'recurring_locked');
  });

  test('never exceeds a limit together with calls of the program, however many come at once', async () => {
    // What is set up counts for the day before, and the tokens are still valid after midnight.
    kvitt.now = () => new Date('2026-03-16T23:50:00Z');
    ({ seller, agent } = await createAccountWithAgent(kvitt.url));
    person = await signInToConsole(seller);
    for (let n = 0; n < 6; n += 1) await setUp({ recurring_start_date: '2026-03-17' });
    kvitt.now = () => new Date('2026-03-17T00:10:00Z');
    await changeAgent(seller, agent, { limits: { max_amount_per_day: 4 * 1240 } });
    const call = () => agent.call('POST', '/invoices', { data: invoice() });
    await Promise.all([runOn('2026-03-17'), runOn('2026-03-17'), ...Array.from({ length: 4 }, call)]);
    await runOn('2026-03-17');
    assert.equal(await countInvoices(), 4);
    assert.equal((await waiting()).length, 6);
  });

  test('is not charged for what a person approved beyond the bound of a day', async () => {
    await changeAgent(seller, agent, { limits: { max_amount_per_day: 2480, max_documents_per_day: 5 } });
    const bill = async (thousands: number) => {
      const items = [line({ unit_price: thousands * 1000 })];
      return agent.call('POST', '/invoices', { data: invoice({ items, amount: thousands * 1240 }) });
    };
    assert.equal((await bill(50)).status, 202);
    const [{ guid, seen }] = await waiting();
    await person.ok('approve-proposal', { guid, seen });
    assert.deepEqual(
      [(await bill(1)).status, (await bill(1)).status, (await bill(1)).status],
      [200, 200, 202],
    );
    const [{ used_amount, used_documents }] = (await person.ok('find-agents')).rows;
    assert.deepEqual([used_amount, used_documents], [2480, 2]);
  });
});
