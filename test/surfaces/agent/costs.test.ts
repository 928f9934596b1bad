import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAccountWithAgent, toFormData } from '../../support/agents/agent.ts';
import type { Client } from '../../support/client.ts';
import { tryToApproveCost } from '../../support/costs.ts';
import { completeCost, PDF } from '../../support/endpoints/costs.ts';
import { onBothDatabases } from '../../support/service.ts';

const receipt = () => new File([PDF], 'kvittun.pdf');

onBothDatabases('agent API: costs', (kvitt) => {
  let agent: Agent;
  let seller: Client;
  before(async () => {
    ({ agent, seller } = await createAccountWithAgent(kvitt.url));
  });

  const read = async (id: string | number) => (await agent.get(`/costs/${id}`)).result;

  test('creates a cost with a file, with the fields in the form or in data', async () => {
    for (const sent of [
      toFormData({ date: '2026-03-02', description: 'Kaffi', file: receipt() }),
      toFormData({ data: '{"date":"2026-03-02","description":"Kaffi"}', file: receipt() }),
    ]) {
      const { status, body } = await agent.call('POST', '/costs', sent);
      assert.deepEqual([status, body.status], [201, true], body.message);
      assert.deepEqual(Object.keys(body.result), ['guid', 'queue']);
      assert.equal(body.result.queue, false);
      assert.ok(Number.isSafeInteger(body.cost_id));
      const cost = await read(body.cost_id);
      assert.deepEqual(
        [cost.guid, cost.description, cost.issue_date, cost.accounting_status, cost.file_extension],
        [body.result.guid, 'Kaffi', '2026-03-02', 'New', 'pdf'],
      );
      assert.equal(Buffer.from(cost.file, 'base64').toString('latin1'), PDF.toString('latin1'));
    }
  });

  test('queues a cost for the receipt reader where the plan includes it', async () => {
    const plan = ['webservice', 'cost_ai'];
    const readerAccount = await kvitt.account({ subscriptions: plan });
    const headers = { authorization: `Basic ${btoa(`${readerAccount.username}:${readerAccount.apiKey}`)}` };
    const { status, body } = await agent.call('POST', '/costs', toFormData({ file: receipt() }), headers);
    assert.deepEqual([status, body.result.queue], [201, true], body.message);
    const readAnswer = await agent.call('GET', `/costs/${body.cost_id}`, undefined, headers);
    assert.equal(readAnswer.body.result?.guid, body.result.guid, 'the account can read the cost by its id');
    const withoutFile = await agent.call('POST', '/costs', { date: '2026-03-02' }, headers);
    assert.deepEqual([withoutFile.status, withoutFile.body.result.queue], [201, false], 'nothing to read');
  });

  test('creates a cost without a file', async () => {
    const { result, cost_id } = await agent.post('/costs', {
      date: '2026-03-02',
      amount: '990.50',
      description: 'Kaffi',
    });
    const cost = await read(result.guid);
    assert.deepEqual([cost.amount, cost.accounting_status, cost.file], [990.5, 'New', null]);
    assert.deepEqual(await read(cost_id), cost);
  });

  test('creates a complete cost', async () => {
    for (const body of [
      { ...completeCost, credit_note: 1 },
      toFormData({ data: JSON.stringify({ ...completeCost, credit_note: 1 }), file: receipt() }),
    ]) {
      const { status, body: created } = await agent.call('POST', '/costs/advanced', body);
      assert.deepEqual([status, created.result.queue], [201, false], created.message);
      const cost = await read(created.cost_id);
      assert.deepEqual(
        [cost.supplier_name, cost.how_paid, cost.credit_note, cost.file !== null],
        [completeCost.supplier_name, 3, true, body instanceof FormData],
      );
    }
  });

  test('refuses invalid costs and stores nothing', async () => {
    const before = (await agent.get('/costs/count')).result.count;
    const table: [path: string, body: Record<string, unknown> | FormData, message: RegExp][] = [
      ['/costs', {}, /^Field date is required$/],
      ['/costs', toFormData({ date: '2026-03-02', description: 'Kaffi' }), /^Field file is required$/],
      ['/costs', { date: '2026-02-30' }, /^Field date must/],
      ['/costs', { date: '2026-03-02', amount: 'many' }, /^Field amount must/],
      ['/costs', { date: '2026-03-02', file: 'kvittun.pdf' }, /^Field file/],
      ['/costs', toFormData({ date: '2026-03-02', file: new File(['<html>'], 'a.pdf') }), /pdf/],
      ['/costs/advanced', { ...completeCost, how_paid: 5 }, /^Field how_paid/],
      ['/costs/advanced', { ...completeCost, supplier_id: '12' }, /^Field supplier_id/],
      ['/costs/advanced', { ...completeCost, type: '1' }, /^Field type/],
      ['/costs/advanced', {}, /^Field date is required$/],
    ];
    for (const [path, body, message] of table) {
      assert.match((await agent.expectRefusal('POST', path, body)).message, message);
    }
    assert.equal((await agent.get('/costs/count')).result.count, before);
  });

  test('lists the oldest ten costs by default, without files and XML', async () => {
    const account = await createAccountWithAgent(kvitt.url);
    for (let day = 11; day > 0; day--) {
      await account.agent.post(
        '/costs',
        toFormData({ date: `2026-03-${String(day).padStart(2, '0')}`, file: receipt() }),
      );
    }
    const { result, hasMore, limit, page } = await account.agent.get('/costs');
    const days = result.map(({ issue_date }: any) => issue_date);
    assert.deepEqual(days, days.toSorted());
    assert.deepEqual([days[0], days.length, hasMore, limit, page], ['2026-03-01', 10, true, 10, 1]);
    assert.ok(result.every((cost: object) => !('file' in cost) && !('xml' in cost)));
    const second = await account.agent.get('/costs?page=2');
    assert.deepEqual([second.result.length, second.hasMore, second.page], [1, false, 2]);
    const newest = await account.agent.get('/costs?sort=date_desc&limit=1&from_date=2026-03-05');
    assert.equal(newest.result[0].issue_date, '2026-03-11');
    const { count } = (await account.agent.get('/costs/count?from_date=2026-03-05&accounting_status=New'))
      .result;
    assert.equal(count, 7);
  });

  test('moves an approved cost back to new, posts it, and deletes only new costs', async () => {
    const { result, cost_id } = await agent.post('/costs/advanced', completeCost);
    const refusal = await agent.expectRefusal('POST', `/costs/${cost_id}/move-to-new`);
    assert.deepEqual([refusal.result, refusal.error_code], ['', 'cost_not_movable']);
    const unknown = await agent.expectRefusal('POST', '/costs/999999999/move-to-new');
    assert.deepEqual([unknown.result, unknown.message], ['', 'No cost found']);
    await tryToApproveCost(kvitt, seller, result.guid);
    const moved = await agent.post(`/costs/${cost_id}/move-to-new`);
    assert.deepEqual([moved.result, moved.cost_id], [result.guid, cost_id]);
    await tryToApproveCost(kvitt, seller, result.guid);
    const long = { accounting_status: 'Posted', accounting_message: 'x'.repeat(501) };
    assert.equal(
      (await agent.expectRefusal('PUT', `/costs/${cost_id}`, { data: long })).error_code,
      'field_invalid',
    );
    const posted = await agent.put(`/costs/${cost_id}`, { data: '{"accounting_status":"Posted"}' });
    assert.deepEqual([posted.result, posted.cost_id], [result.guid, cost_id]);
    const refusedDelete = await agent.expectRefusal('DELETE', `/costs/${cost_id}`);
    assert.equal(refusedDelete.error_code, 'cost_not_deletable');
    const other = await agent.post('/costs/advanced', completeCost);
    const deleted = await agent.ok('DELETE', `/costs/${other.cost_id}`);
    assert.deepEqual([deleted.message, deleted.result], ['The cost is deleted', null]);
    assert.equal((await agent.expectRefusal('GET', `/costs/${other.result.guid}`)).message, 'No cost found');
  });
});
