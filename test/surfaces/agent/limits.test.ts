import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { Agent, ALL_SCOPES, createAccountWithAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import { backfill } from '../../support/backfill.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { McpClient } from '../../support/mcp.ts';
import { addColleague, signInOwner } from '../../support/people.ts';
import { authorizeClient, registerClient } from '../../support/person.ts';
import { basicAuth, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

const FREE = { max_amount: null, max_amount_per_day: null, max_documents_per_day: null };
const OWN = { mode: 'act', ...FREE, new_recipients: 'act' };
const mailed = { name: 'Jón ehf.', output_select: 3, email: 'jon@example.is', registration_no: '5501234520' };

/** An invoice of this many thousands, plus VAT. */
const worth = (thousands: number, fields = {}) =>
  invoice({ items: [line({ unit_price: thousands * 1000 })], amount: thousands * 1240, ...fields });

onBothDatabases('limits of programs', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  before(async () => {
    ({ seller, agent } = await createAccountWithAgent(kvitt.url));
  });

  const manage = (method: string, path: string, body?: object, headers = basicAuth(seller)) =>
    send(kvitt.url, `/api/v1${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const listed = async () => {
    const { body } = await manage('GET', '/agents');
    return body.data.find(({ agent_id }: { agent_id: string }) => agent_id === agent.clientId);
  };
  const reasonsOf = async (body: Record<string, unknown>, path = '/invoices') => {
    const answer = await agent.call('POST', path, body);
    if (answer.status === 202) return answer.body.proposal.reasons;
    assert.equal(answer.body.status, true, JSON.stringify(answer.body));
    return [];
  };

  test('are empty for a new program of the account, and are shown', async () => {
    const { limits, frozen } = await listed();
    assert.deepEqual({ limits, frozen }, { limits: OWN, frozen: false });
    assert.deepEqual(await reasonsOf({ data: worth(1_000_000) }), []);
  });

  test('count the documents of one call together', async () => {
    const own = await createAccountWithAgent(kvitt.url);
    const reasons = async (limits: object, ...thousands: number[]) => {
      await changeAgent(own.seller, own.agent, { limits: { ...FREE, ...limits } });
      const invoices = [...thousands.map((one) => worth(one)), invoice({ amount: 7 })];
      const { status, body } = await own.agent.call('POST', '/invoices/batch', { data: { invoices } });
      if (status === 202) return body.proposal.reasons;
      assert.deepEqual(
        body.result.map((one: { status: boolean }) => one.status),
        [...thousands.map(() => true), false],
      );
      return [];
    };
    assert.deepEqual(await reasons({ max_amount: 2480 }, 1, 2), []);
    assert.deepEqual(await reasons({ max_amount: 2479 }, 1, 2), ['max_amount']);
    assert.deepEqual(await reasons({ max_documents_per_day: 4 }, 1, 1, 1), ['max_documents_per_day']);
    assert.deepEqual(await reasons({ max_documents_per_day: 4 }, 1, 1), []);
    assert.deepEqual(await reasons({ max_amount_per_day: 8679 }, 1, 1), ['max_amount_per_day']);
    assert.deepEqual(await reasons({ max_amount_per_day: 8680 }, 1, 1), []);
    await own.seller.ok('create-invoices', { data: { invoices: [worth(1, { customer: mailed })] } });
    const known = { invoices: [worth(1, { customer: mailed })] };
    const fresh = {
      invoices: [...known.invoices, worth(1, { customer: { name: 'Nýr', output_select: 4 } })],
    };
    await changeAgent(own.seller, own.agent, { limits: { ...FREE, new_recipients: 'propose' } });
    const [first, second] = [
      await own.agent.call('POST', '/invoices/batch', { data: known }),
      await own.agent.call('POST', '/invoices/batch', { data: fresh }),
    ];
    assert.deepEqual([first.status, second.body.proposal?.reasons], [200, ['new_recipients']]);
  });

  test('change only where they are sent; null removes a limit, and 0 is a limit', async () => {
    const first = await changeAgent(seller, agent, {
      limits: { max_amount: 100_000, new_recipients: 'propose' },
    });
    assert.deepEqual(first.limits, { ...OWN, max_amount: 100_000, new_recipients: 'propose' });
    const second = await changeAgent(seller, agent, {
      limits: { max_amount_per_day: '0.5', max_documents_per_day: 0 },
    });
    assert.deepEqual(second.limits, { ...first.limits, max_amount_per_day: 0.5, max_documents_per_day: 0 });
    const third = await changeAgent(seller, agent, { limits: { ...FREE, new_recipients: 'act' } });
    assert.deepEqual(third.limits, OWN);
    const regranted = await manage('POST', '/agents', {
      client_id: agent.clientId,
      scopes: (await listed()).scopes,
      limits: { max_amount: 5 },
    });
    assert.deepEqual(regranted.body.limits, { ...OWN, max_amount: 5 });
    const most = 999_999_999_999.99;
    const bounded = await changeAgent(seller, agent, { limits: { max_amount: most } });
    assert.equal(bounded.limits.max_amount, most);
    await changeAgent(seller, agent, { limits: { max_amount: null } });
    const wrong: [object, string][] = [
      [{}, 'Field limits is required'],
      [{ limits: {} }, 'Field limits is required'],
      [{ limits: { mode: null } }, 'Field limits is required'],
      [{ limits: { mode: '', new_recipients: '' } }, 'Field limits is required'],
      [{ limits: 'act' }, 'Field limits must be an object'],
      [{ limits: { max_amout: 1 } }, 'Field limits must have no fields but '],
      [{ limits: { mode: 'admin' } }, 'Field limits.mode must be one of: act, propose, read'],
      [{ limits: { max_amount: -1 } }, 'Field limits.max_amount must be between 0'],
      [{ limits: { max_amount_per_day: 1e12 } }, 'Field limits.max_amount_per_day must be between 0'],
      [{ limits: { max_documents_per_day: 1.5 } }, 'Field limits.max_documents_per_day'],
      [{ frozen: 'maybe' }, 'Field frozen'],
    ];
    for (const [body, message] of wrong) {
      const answer = await manage('PUT', `/agents/${agent.clientId}`, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.ok(answer.body.message.startsWith(message), answer.body.message);
    }
    assert.equal((await manage('PUT', '/agents/nobody', { frozen: true })).status, 404);
    assert.deepEqual((await listed()).limits, OWN);
  });

  test('are not reported as changed where a blank one is sent beside another change', async () => {
    const { next } = await seller.call('get-events', { limit: 500 });
    await changeAgent(seller, agent, { limits: { mode: '' }, frozen: true });
    await changeAgent(seller, agent, { limits: { mode: null }, frozen: false });
    const { result } = await seller.call('get-events', { after: next });
    assert.deepEqual(
      result.map((event: { type: string }) => event.type),
      ['agent.frozen', 'agent.unfrozen'],
    );
    assert.deepEqual((await listed()).limits, OWN);
  });

  test('are set by owners and the key of the account alone', async () => {
    const bearer = { authorization: `Bearer ${agent.token}` };
    const body = { limits: { max_amount: null } };
    assert.equal((await manage('PUT', `/agents/${agent.clientId}`, body, bearer)).status, 403);
    const scopes = 'nav';
    assert.equal(
      (await manage('POST', '/agents', { client_id: agent.clientId, scopes }, bearer)).status,
      403,
    );
    assert.equal((await manage('GET', '/agents', undefined, bearer)).status, 403);
    const owner = await signInToConsole(seller);
    const changed = await owner.ok('change-agent', { agent_id: agent.clientId, limits: { max_amount: 7 } });
    assert.equal(changed.limits.max_amount, 7);
    await changeAgent(seller, agent, { limits: { max_amount: null } });
  });

  test('count what is issued and set up, and a refusal names the exceeded limit', async () => {
    await changeAgent(seller, agent, { limits: { max_amount: 1240 } });
    assert.deepEqual(await reasonsOf({ data: worth(1) }), []);
    assert.deepEqual(await reasonsOf({ data: worth(2) }), ['max_amount']);
    const document = { type: 'invoice', customer: { name: 'Kaupandi', output_select: 4 }, currency: 'ISK' };
    const quoted = { ...document, items: [line({ unit_price: 2000 })], amount: 2480 };
    assert.deepEqual(await reasonsOf({ data: quoted }, '/quotes'), ['max_amount']);
    assert.deepEqual(await reasonsOf({ data: worth(2, { save: 1 }) }), ['max_amount']);
    const cost = { date: '2026-03-05', description: 'Kaffi', amount: 1241 };
    assert.deepEqual(await reasonsOf(cost, '/costs'), ['max_amount']);
    assert.deepEqual(
      await reasonsOf({ data: { description: 'Vara', uom: 'C62', unit_price: 9e8 } }, '/items'),
      [],
    );
    await changeAgent(seller, agent, { limits: { max_amount: 0 } });
    assert.deepEqual(await reasonsOf({ data: worth(1) }), ['max_amount']);
    await changeAgent(seller, agent, { limits: { max_amount: null, max_documents_per_day: 0 } });
    assert.deepEqual(await reasonsOf({ data: worth(1) }), ['max_documents_per_day']);
    await changeAgent(seller, agent, { limits: { mode: 'propose' } });
    assert.deepEqual(await reasonsOf({ data: worth(1) }), ['mode', 'max_documents_per_day']);
    await changeAgent(seller, agent, { limits: { mode: 'act', max_documents_per_day: null } });
  });

  test('count foreign currency by the higher rate', async () => {
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 150 });
    const euros = (rate?: number) =>
      invoice({
        currency: 'EUR',
        items: [line({ unit_price: 100 })],
        amount: 124,
        ...(rate && { exchange_rate: rate }),
      });
    await changeAgent(seller, agent, { limits: { max_amount: 124 * 150 } });
    assert.deepEqual(await reasonsOf({ data: euros() }), []);
    assert.deepEqual(await reasonsOf({ data: euros(1) }), []);
    assert.deepEqual(await reasonsOf({ data: euros(151) }), ['max_amount']);
    await changeAgent(seller, agent, { limits: { max_amount: 124 * 150 - 1 } });
    assert.deepEqual(await reasonsOf({ data: euros(1) }), ['max_amount'], 'the rate of the service');
    await changeAgent(seller, agent, { limits: { max_amount: null } });
  });

  test('never rely on an exchange rate of the program alone', async () => {
    const pounds = invoice({
      currency: 'GBP',
      amount: 124,
      items: [line({ unit_price: 100 })],
      exchange_rate: 0.01,
    });
    await changeAgent(seller, agent, { limits: { max_amount: 1000 } });
    assert.deepEqual(await reasonsOf({ data: pounds }), ['max_amount']);
    await kvitt.operator('PUT', '/rates/GBP/2026-03-01', { rate: 8 });
    assert.deepEqual(await reasonsOf({ data: pounds }), []);
    await changeAgent(seller, agent, { limits: { max_amount: null } });
  });

  test('count the payment fee, which is charged on top of the amount', async () => {
    const template = {
      ...{ recurring_name: 'Rent', recurring_interval: 'monthly', recurring_start_date: '2099-01-01' },
      ...worth(1, { payment_fee: 500 }),
    };
    for (const [path, data] of [
      ['/invoices', worth(1, { payment_fee: 500 })],
      ['/quotes', worth(1, { payment_fee: 500 })],
      ['/recurring-invoices', template],
    ] as const) {
      await changeAgent(seller, agent, { limits: { max_amount: 1739 } });
      assert.deepEqual(await reasonsOf({ data }, path), ['max_amount'], path);
      await changeAgent(seller, agent, { limits: { max_amount: 1740 } });
      assert.deepEqual(await reasonsOf({ data }, path), [], path);
    }
    await changeAgent(seller, agent, { limits: { max_amount: null } });
  });

  test('treat a recipient of a person as known until the program changes it', async () => {
    const person = await signInToConsole(seller);
    await changeAgent(seller, agent, { limits: { new_recipients: 'propose' } });
    assert.deepEqual(await reasonsOf({ data: worth(1, { customer: mailed }) }), ['new_recipients']);
    const { guid } = await person.ok('create-invoice', worth(1, { customer: mailed }));
    assert.deepEqual(await reasonsOf({ data: worth(1, { customer: mailed }) }), []);
    const elsewhere = { ...mailed, email: 'thief@example.is' };
    assert.deepEqual(await reasonsOf({ data: worth(1, { customer: elsewhere }) }), ['new_recipients']);
    const customer = (await person.ok('get-invoice', { guid })).customer.guid;
    await agent.put(`/customers/${customer}`, { phone_number: '5551234' });
    assert.deepEqual(await reasonsOf({ data: worth(1, { customer: { guid: customer } }) }), [
      'new_recipients',
    ]);
    await person.ok('create-invoice', worth(1, { customer: { guid: customer } }));
    assert.deepEqual(await reasonsOf({ data: worth(1, { customer: { guid: customer } }) }), []);
    const quote = await seller.ok('create-quote', {
      data: { customer: { guid: customer }, items: [line()] },
    });
    const mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const sendTo = async (email?: string) =>
      mcp.call('operation_call', { operation: 'send-quote', input: { guid: quote, email } });
    assert.equal((await sendTo()).status, true, 'a quote goes to a known recipient');
    assert.deepEqual((await sendTo('thief@example.is')).proposal.reasons, ['new_recipients']);
    await changeAgent(seller, agent, { limits: { new_recipients: 'act' } });
  });

  test("treat recipients of the account's key as known, also of an earlier release", async () => {
    const fresh = await createAccountWithAgent(kvitt.url);
    const { username } = fresh.seller;
    await changeAgent(fresh.seller, fresh.agent, { limits: { new_recipients: 'propose' } });
    await fresh.seller.ok('create-invoice', { data: worth(1, { customer: mailed }) });
    const statusOf = async (customer: object) =>
      (await fresh.agent.call('POST', '/invoices', { data: worth(1, { customer }), dry_run: 1 })).status;
    assert.equal(await statusOf(mailed), 200);
    await query(
      kvitt,
      sql`delete from known_recipients where account_id = (select account_id from accounts where username = ${username})`,
    );
    assert.equal(await statusOf(mailed), 202);
    await backfill(kvitt, '0086_known_receivers');
    assert.equal(await statusOf(mailed), 200);
    assert.equal(await statusOf({ ...mailed, email: 'thief@example.is' }), 202);
  });

  test('of a day hold against fifty concurrent writes, and are reset the next day', async () => {
    const app = await registerClient(seller, { name: 'Another app' });
    const connect = async () => new Agent(kvitt.url, await authorizeClient(seller, ALL_SCOPES, app));
    const other = await connect();
    await changeAgent(seller, other, {
      limits: { max_amount_per_day: 10 * 1240, max_documents_per_day: 40 },
    });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => other.call('POST', '/invoices', { data: worth(1) })),
    );
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 10);
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, body.proposal.reasons], [202, ['max_amount_per_day']]);
    const [used] = (await (await signInToConsole(seller)).ok('find-agents')).rows.filter(
      ({ agent_id }: { agent_id: string }) => agent_id === other.clientId,
    );
    assert.deepEqual([used.used_amount, used.used_documents], [12400, 10]);
    const today = kvitt.now();
    kvitt.now = () => new Date(today.getTime() + 24 * 3600 * 1000);
    try {
      const nextDay = await connect();
      assert.equal((await nextDay.call('POST', '/invoices', { data: worth(1) })).status, 200);
    } finally {
      kvitt.resetClock();
    }
  });

  test('freeze a program at once, and unfreeze it', async () => {
    const frozen = await changeAgent(seller, agent, { frozen: true });
    assert.equal(frozen.frozen, true);
    for (const [method, path] of [
      ['GET', '/status'],
      ['POST', '/invoices'],
      ['GET', '/proposals'],
    ] as const) {
      const { status, body } = await agent.call(
        method,
        path,
        method === 'POST' ? { data: worth(1) } : undefined,
      );
      assert.deepEqual([status, body.error_code], [403, 'agent_frozen'], path);
    }
    const rows = (await manage('GET', `/agent/audit?agent_id=${agent.clientId}&limit=1`)).body.data;
    assert.equal(rows[0].outcome, 'agent_frozen');
    await changeAgent(seller, agent, { frozen: false });
    const { rows: log } = await (await signInToConsole(seller)).ok('find-audit', { limit: 200 });
    const changes = log.filter(({ action }: any) => /freeze-agent$/.test(action));
    assert.deepEqual(
      changes.slice(0, 2).map((row: any) => [row.action, row.agent_id, row.by_program]),
      [
        ['unfreeze-agent', agent.clientId, false],
        ['freeze-agent', agent.clientId, false],
      ],
    );
    assert.equal((await agent.call('GET', '/status')).status, 200);
  });

  test('refuse every write of a read-only program', async () => {
    await changeAgent(seller, agent, { limits: { mode: 'read' } });
    assert.equal((await agent.call('GET', '/invoices')).status, 200);
    const { status, body } = await agent.call('POST', '/invoices', { data: worth(1) });
    assert.deepEqual([status, body.error_code, body.error], [403, 'read_only', true]);
    const rehearsed = await agent.call('POST', '/invoices', { data: worth(1), dry_run: 1 });
    assert.deepEqual([rehearsed.status, rehearsed.body.error_code], [403, 'read_only']);
    await changeAgent(seller, agent, { limits: { mode: 'act' } });
    const server = { ...basicAuth(seller), 'x-agent-id': agent.clientId };
    await changeAgent(seller, agent, { limits: { mode: 'read' } });
    const byKey = await manage('POST', '/agent/invoices', { data: worth(1) }, server);
    assert.equal(byKey.body.status, true, 'the key of the account is not limited');
    await changeAgent(seller, agent, { limits: { mode: 'act' } });
  });

  test('apply to a call that an owner tries as the program, which changes nothing', async () => {
    const app = await registerClient(seller, { name: 'Tried' });
    const tried = new Agent(kvitt.url, await authorizeClient(seller, 'nav,create_invoice', app));
    const owner = await signInOwner(kvitt, seller);
    const before = await seller.ok('get-count-invoices');
    const attempt = (operation: string, fields = {}, by: ConsoleClient = owner) =>
      by.call('try-agent', { agent_id: tried.clientId, operation, fields });
    const outcome = async (operation: string, fields = {}) => {
      const { body } = await attempt(operation, fields);
      return [body.status, body.answer.error_code ?? body.answer.status, body.answer.dry_run];
    };
    const { body: read } = await attempt('get-count-invoices');
    assert.deepEqual([read.method, read.path, read.status], ['GET', '/api/v1/agent/invoices/count', 200]);
    const direct = (await tried.call('GET', '/invoices/count')).body;
    assert.deepEqual({ ...read.answer, action_id: 0 }, { ...direct, action_id: 0 });
    const { body: rehearsed } = await attempt('create-invoice', { data: worth(1) });
    const asProgram = (await tried.call('POST', '/invoices', { data: worth(1), dry_run: 1 })).body;
    assert.deepEqual({ ...rehearsed.answer, action_id: 0 }, { ...asProgram, action_id: 0 });
    assert.deepEqual(await outcome('create-invoice', { data: worth(1, { amount: 1 }) }), [
      200,
      'amount_mismatch',
      undefined,
    ]);
    assert.deepEqual(await outcome('get-count-costs'), [403, 'scope_required', undefined]);
    await changeAgent(seller, tried, { limits: { max_amount: 1000 } });
    assert.deepEqual(await outcome('create-invoice', { data: worth(1) }), [202, 'approval_required', true]);
    await changeAgent(seller, tried, { limits: { mode: 'read' } });
    assert.deepEqual(await outcome('create-invoice', { data: worth(1) }), [403, 'read_only', undefined]);
    await changeAgent(seller, tried, { frozen: true });
    assert.deepEqual(await outcome('get-count-invoices'), [403, 'agent_frozen', undefined]);
    assert.equal(await seller.ok('get-count-invoices'), before);
    assert.equal(
      (await owner.ok('find-proposals', { state: 'waiting' })).rows.some(
        ({ agent_id }: { agent_id: string }) => agent_id === tried.clientId,
      ),
      false,
    );
    for (const operation of ['get-customer', 'approve-proposal', 'rotate-api-key', 'x'])
      assert.equal((await attempt(operation)).body.error, 'field_invalid', operation);
    const unknown = await owner.call('try-agent', { agent_id: 'nobody', operation: 'get-status' });
    assert.equal(unknown.body.error, 'agent_not_found');
    const member = await addColleague(kvitt, owner);
    assert.equal((await attempt('get-count-invoices', {}, member)).body.error, 'owner_required');
  });
});
