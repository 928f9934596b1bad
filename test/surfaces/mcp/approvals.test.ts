import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

const CAN_OPEN = { capabilities: { elicitation: { url: {} } } };

onBothDatabases('MCP: rehearsals and approvals', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  let client: McpClient;
  let person: ConsoleClient;
  before(async () => {
    ({ seller, agent } = await createAccountWithAgent(kvitt.url));
    client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    person = await signInToConsole(seller);
  });

  const setLimits = (fields: Record<string, unknown>) => changeAgent(seller, agent, fields);
  const approve = async (guid: string) => {
    const { rows } = await person.ok('find-proposals', {});
    const { seen } = rows.find((row: any) => row.guid === guid);
    return person.ok('approve-proposal', { guid, seen });
  };
  const countInvoices = async () => (await client.call('invoice_list')).total;

  test('a dry run returns the effect, and changes nothing', async () => {
    const before = await countInvoices();
    const { status, dry_run, would, result } = await client.call('invoice_create', {
      ...invoice(),
      dry_run: true,
    });
    assert.deepEqual([status, dry_run, would.amount, result.guid], [true, true, 1240, null]);
    const args = { operation: 'create-customer', input: { name: 'A', output_select: 4 }, dry_run: true };
    assert.equal((await client.call('operation_call', args)).dry_run, true);
    const { headers } = await client.rpc('tools/call', {
      name: 'invoice_create',
      arguments: { ...invoice(), dry_run: true },
    });
    assert.equal(headers.get('kvitt-dry-run'), '1');
    const byHeader = await client.call('invoice_create', invoice(), { headers: { 'kvitt-dry-run': '1' } });
    assert.equal(byHeader.dry_run, true);
    assert.equal(await countInvoices(), before);
    assert.equal(
      (await client.refused('invoice_create', { ...invoice({ amount: 1 }), dry_run: true })).code,
      'amount_mismatch',
    );
  });

  test('a write beyond the limits becomes a proposal, and runs when a person approves it', async () => {
    await setLimits({ limits: { mode: 'propose' } });
    const before = await countInvoices();
    const rehearsed = await client.call('invoice_create', { ...invoice(), dry_run: true });
    assert.deepEqual(
      [rehearsed.code, rehearsed.dry_run, rehearsed.proposal.guid],
      ['approval_required', true, null],
    );
    const args = { ...invoice(), idempotency_key: 'one' };
    const waiting = await client.call('invoice_create', args);
    assert.deepEqual([waiting.status, waiting.code, waiting.result], [false, 'approval_required', null]);
    assert.match(waiting.message, /Nothing has been done yet/);
    const { isError } = await client.ok('tools/call', { name: 'invoice_create', arguments: args });
    assert.equal(isError, false, 'it says so, though that is the default');
    const { guid } = waiting.proposal;
    assert.equal((await client.call('invoice_create', args)).proposal.guid, guid);
    const { result } = await client.call('proposal_list', { state: 'waiting' });
    assert.deepEqual(
      result.map((row: any) => row.guid),
      [guid],
    );
    assert.equal(await countInvoices(), before);
    await approve(guid);
    const done = await client.call('invoice_create', args);
    assert.match(done.result.number, /^\d+$/);
    assert.equal(await countInvoices(), before + 1);
  });

  test('writes of tools that the agent API does not have can be approved too', async () => {
    const { proposal } = await client.call('customer_create', { name: 'Nýr ehf.', output_select: '4' });
    const { result } = await approve(proposal.guid);
    assert.match(JSON.stringify(result), /[0-9a-f-]{36}/);
    const found = await client.call('customer_list', { search: 'Nýr ehf.' });
    assert.equal(found.result.length, 1);
  });

  test('a client that can open addresses is sent to the page of the proposal', async () => {
    const before = await countInvoices();
    const call = (more: object = {}) =>
      client.ok('tools/call', { name: 'invoice_create', arguments: invoice(), ...more }, CAN_OPEN);
    const asked = await call();
    assert.equal(asked.resultType, 'input_required');
    const [[key, { params }]] = Object.entries<any>(asked.inputRequests) as [[string, any]];
    assert.match(params.url, /\/console\/proposals\/[0-9a-f-]{36}$/);
    const { requestState } = asked;
    const again = await call({ requestState, inputResponses: { [key]: { action: 'accept' } } });
    assert.equal(again.resultType, 'input_required');
    const closed = await call({ requestState, inputResponses: { [key]: { action: 'decline' } } });
    assert.equal(closed.structuredContent.code, 'approval_required');
    assert.equal(await countInvoices(), before);
    await approve(params.url.slice(-36));
    const done = await call({ requestState });
    assert.equal(done.structuredContent.status, true);
    const { guid, number } = done.structuredContent.result;
    assert.equal((await client.call('invoice_get', { guid })).result.number, number);
    assert.equal((await call({ requestState })).structuredContent.status, true);
    assert.equal(await countInvoices(), before + 1);
    for (const name of ['customer_create', 'invoice_create']) {
      const state = name === 'invoice_create' ? 'forged' : requestState;
      const { body } = await client.rpc(
        'tools/call',
        { name, arguments: invoice(), requestState: state },
        CAN_OPEN,
      );
      assert.equal(body.error.code, -32_602, name);
    }
  });

  test('an approved write is answered as one that was done at once', async () => {
    const { guid } = (await client.call('customer_list')).result[0];
    const writes: [name: string, args: (nr: number) => Record<string, unknown>][] = [
      ['item_create', (nr) => ({ description: `Vara ${nr}`, unit_price: 5 })],
      ['invoice_create', () => invoice()],
      ['customer_update', (nr) => ({ guid, name: `Nafn ${nr}` })],
      ['cost_create', (nr) => ({ date: '2026-03-05', description: `Kaffi ${nr}`, amount: 500 })],
      [
        'operation_call',
        (nr) => ({ operation: 'create-item', input: { description: `Vara ${nr}`, unit_price: 5 } }),
      ],
    ];
    for (const [name, args] of writes) {
      const call = (nr: number, more = {}) =>
        client.ok('tools/call', { name, arguments: args(nr), ...more }, CAN_OPEN);
      await setLimits({ limits: { mode: 'propose' } });
      const { requestState, inputRequests } = await call(1);
      await approve(inputRequests.approval.params.url.slice(-36));
      const approved = (await call(1, { requestState })).structuredContent;
      await setLimits({ limits: { mode: 'act' } });
      const direct = (await call(2)).structuredContent;
      const fields = ({ result, ...rest }: any) => [Object.keys(rest).sort(), Object.keys(result).sort()];
      assert.deepEqual(fields(approved), fields(direct), name);
    }
    await setLimits({ limits: { mode: 'propose' } });
  });

  test('a declined proposal is a refusal', async () => {
    const asked = await client.ok('tools/call', { name: 'invoice_create', arguments: invoice() }, CAN_OPEN);
    const guid = asked.inputRequests.approval.params.url.slice(-36);
    await person.ok('decline-proposal', { guid, reason: 'Not this month' });
    const params = { name: 'invoice_create', arguments: invoice(), requestState: asked.requestState };
    const { isError, structuredContent } = await client.ok('tools/call', params, CAN_OPEN);
    assert.deepEqual([isError, structuredContent.code], [true, 'proposal_closed']);
    assert.match(structuredContent.message, /Not this month/);
  });

  test('programs that may only read, or are frozen, are refused by HTTP 403 with the code', async () => {
    await setLimits({ limits: { mode: 'read' } });
    const write = await client.rpc('tools/call', { name: 'invoice_create', arguments: invoice() });
    assert.deepEqual([write.status, write.body.error_code], [403, 'read_only']);
    const called = { name: 'operation_call', arguments: { operation: 'create-item', input: {} } };
    assert.equal((await client.rpc('tools/call', called)).status, 403);
    assert.equal((await client.call('company_get')).status, true);
    await setLimits({ frozen: true });
    const frozen = await client.rpc('tools/list');
    assert.deepEqual([frozen.status, frozen.body.error_code], [403, 'agent_frozen']);
  });
});
