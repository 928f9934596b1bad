import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { Agent, callAgent } from '../support/agents/agent.ts';
import { type Client, invoice } from '../support/client.ts';
import { invoicesSql } from '../support/many-invoices.ts';
import { authorizeClient, registerClient } from '../support/person.ts';
import { basicAuth } from '../support/requests.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';
import { query } from '../support/tables.ts';
import { until } from '../support/until.ts';

interface Event {
  id: string;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

const typesOf = (events: Event[]) => events.map(({ type }) => type);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

onBothDatabases('events', (kvitt) => {
  let seller: Client;
  const item = () => seller.ok('create-item', { data: { description: 'Vara', unit_price: 100, tax: 'S' } });
  before(async () => {
    seller = await kvitt.account();
  });
  const untilHeld = (count: number) =>
    until(`${count} calls are held`, () => kvitt.service.engine.kernel.events.waiting === count);
  /** The cursor after everything that has happened so far. */
  const end = async () => {
    let next: string | undefined;
    for (;;) {
      const page = await seller.call('get-events', { after: next, limit: 500 });
      next = page.next;
      if (page.result.length === 0) return next ?? '';
    }
  };

  test('those of calls that are committed together are in the order of the numbers, each with the moment of its call', async () => {
    const own = await kvitt.account();
    const { customer, items } = invoice();
    const known = await own.ok('create-customer', { data: customer });
    await own.ok('create-invoice', { data: invoice() });
    const data = { ...invoice(), customer: { guid: known }, items };
    await Promise.all(Array.from({ length: 30 }, () => own.ok('create-invoice', { data })));
    const written = await query<{ number: string; is_of_call: boolean; transaction: string }>(
      kvitt,
      sql`select i.number::text, e.at = a.at as is_of_call, e.xmin::text as transaction from events e
          join invoices i on i.guid = (e.data ->> 'guid')::uuid join audit_log a on a.target = i.guid::text
        where e.type = 'invoice.issued' and e.account_id = (select account_id from invoices where guid = ${
          (await own.ok('get-invoices', { limit: 1 }))[0].guid
        })
        order by e.position`,
    );
    assert.deepEqual(
      written.map(({ number }) => number),
      Array.from({ length: 31 }, (_, n) => String(n + 1)),
    );
    assert.ok(written.every(({ is_of_call }) => is_of_call));
    assert.ok(new Set(written.map(({ transaction }) => transaction)).size < written.length);
  });

  test('have the result of bookkeeping for an invoice, and the kind of a draft', async () => {
    const own = await kvitt.account();
    const guid = await own.ok('create-invoice', { data: invoice() });
    const tell = (accounting_status: string) =>
      own.ok('update-invoice', { guid, data: { accounting_status } });
    for (const status of ['Error', 'Skipped', 'Posted']) await tell(status);
    const saved = await own.ok('create-invoice', { data: invoice({ save: 1 }) });
    const { customer, items } = invoice();
    const draft = await own.ok('create-draft-invoice', { data: { customer, items } });
    await own.ok('update-draft-invoice', { guid: draft, data: { booking: 'b' } });
    await own.ok('issue-draft-invoice', { guid: draft });
    await own.ok('issue-invoice', { guid: saved });
    const { result } = await own.call('get-events', { types: 'invoice.*,draft.*' });
    const outcomes = result.map(({ type, data }: Event) => [type, data.accounting_status ?? data.record]);
    assert.deepEqual(
      outcomes.filter(([, what]: unknown[]) => what !== undefined),
      [
        ['invoice.updated', 'Error'],
        ['invoice.updated', 'Skipped'],
        ['draft.created', 'invoice'],
        ['draft.created', 'draft'],
        ['draft.updated', 'draft'],
        ['draft.invoiced', 'draft'],
        ['draft.invoiced', 'invoice'],
      ],
    );
    assert.ok(typesOf(result).includes('invoice.posted'));
  });

  test('follow each other in the order of the changes, each once, whatever the page size', async () => {
    const account = await kvitt.account();
    const empty = await account.call('get-events');
    assert.deepEqual([empty.httpStatus, empty.status, empty.result, empty.next], [200, true, [], '0']);
    const customer = await account.ok('create-customer', { data: { name: 'Anna', output_select: 4 } });
    const guid = await account.ok('create-invoice', {
      data: invoice({ customer: { guid: customer }, mark_paid: 1 }),
    });
    await account.ok('update-customer', { guid: customer, data: { name: 'Anna B' } });
    const whole = await account.call('get-events');
    const expected = [
      'customer.created',
      'invoice.issued',
      'payment.recorded',
      'invoice.payment_recorded',
      'invoice.paid',
      'item.created',
      'customer.updated',
    ];
    assert.deepEqual(typesOf(whole.result), expected);
    const [, issued] = whole.result as [Event, Event];
    assert.deepEqual(issued.data, { guid, number: '1', kind: 'invoice' });
    assert.match(issued.id, UUID);
    assert.match(issued.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const paged: Event[] = [];
    for (let after: string | undefined; ; ) {
      const page = await account.call('get-events', { after, limit: 2 });
      assert.ok(page.result.length <= 2);
      if (page.result.length === 0) {
        assert.equal(page.next, after);
        break;
      }
      paged.push(...page.result);
      after = page.next;
    }
    assert.deepEqual(paged, whole.result);
    assert.equal((await account.call('get-events', { after: whole.next })).result.length, 0);
  });

  test('are filtered by names and by nouns', async () => {
    const account = await kvitt.account();
    await account.ok('create-invoice', { data: invoice() });
    for (const [types, expected] of [
      ['invoice.*', ['invoice.issued']],
      ['item.created, customer.created', ['customer.created', 'item.created']],
      [['invoice.issued', 'invoice.*'], ['invoice.issued']],
      ['task.*', []],
      ['', ['invoice.issued', 'customer.created', 'item.created']],
    ] as const)
      assert.deepEqual(
        typesOf((await account.call('get-events', { types })).result),
        [...expected],
        `${types}`,
      );
    const { next } = await account.call('get-events', { types: 'invoice.*' });
    assert.deepEqual(typesOf((await account.call('get-events', { after: next })).result), [
      'customer.created',
      'item.created',
    ]);
  });

  describe('refuse', () => {
    for (const [what, sent, field] of [
      ['a type that does not exist', { types: 'invoice.eaten' }, 'types'],
      ['a noun that does not exist', { types: 'cow.*' }, 'types'],
      ['the pattern of everything', { types: '*' }, 'types'],
      ['types that are numbers', { types: [7] }, 'types'],
      ['a limit of 0', { limit: 0 }, 'limit'],
      ['a limit above 500', { limit: 501 }, 'limit'],
      ['a limit that is no number', { limit: 'many' }, 'limit'],
      ['a wait above 25 seconds', { wait: 26 }, 'wait'],
      ['a wait below 0', { wait: -1 }, 'wait'],
      ['a cursor of words', { after: 'yesterday' }, 'after'],
      ['a cursor that is ahead', { after: '999999999' }, 'after'],
      ['a cursor below 0', { after: '-1' }, 'after'],
    ] as const)
      test(what, async () => {
        const { error_code, message } = await seller.expectRefusal('get-events', { ...sent });
        assert.equal(error_code, 'field_invalid');
        assert.ok(message.startsWith(`Field ${field} `), message);
      });
    test('a wrong key', async () => {
      const url = `${kvitt.url}/api/v1/get-events?wait=5&username=${seller.username}&api_key=wrong`;
      assert.equal((await fetch(url)).status, 401);
    });
  });

  test('of another account are not listed, and its cursor reveals nothing', async () => {
    const [one, other] = [await kvitt.account(), await kvitt.account()];
    await one.ok('create-invoice', { data: invoice() });
    const { next } = await one.call('get-events');
    assert.deepEqual((await other.call('get-events')).result, []);
    assert.equal((await other.expectRefusal('get-events', { after: next })).error_code, 'field_invalid');
  });

  test('are not written for a write that was refused or repeated', async () => {
    const after = await end();
    await seller.expectRefusal('create-invoice', { data: invoice({ amount: 1 }) });
    const headers = { 'idempotency-key': 'once' };
    const data = { description: 'Vara', unit_price: 100, tax: 'S' };
    for (let n = 0; n < 3; n++) await seller.ok('create-item', { data }, headers);
    assert.deepEqual(typesOf((await seller.call('get-events', { after })).result), ['item.created']);
  });

  test('end a waiting call as soon as they happen', async () => {
    const after = await end();
    const waiting = seller.call('get-events', { after, wait: 20, types: 'item.*' });
    await untilHeld(1);
    const started = performance.now();
    await seller.ok('create-customer', { data: { name: 'Anna', output_select: 4 } });
    await item();
    const { result } = await waiting;
    assert.deepEqual(typesOf(result), ['item.created']);
    assert.ok(performance.now() - started < 5000);
  });

  test('that do not occur let a waiting call time out with the cursor that was sent', async () => {
    const after = await end();
    const started = performance.now();
    const { result, next } = await seller.call('get-events', { after, wait: 1 });
    assert.deepEqual([result, next], [[], after]);
    assert.ok(performance.now() - started >= 950);
  });

  test('wake no more than fifty calls of an account; one more is refused with Retry-After', async () => {
    const account = await kvitt.account();
    const { next: after } = await account.call('get-events');
    const held = Array.from({ length: 50 }, () => account.call('get-events', { after, wait: 20 }));
    await untilHeld(50);
    const form = new URLSearchParams({
      username: account.username,
      api_key: account.apiKey,
      after,
      wait: '20',
    });
    const refused = await fetch(`${kvitt.url}/api/v1/get-events?${form}`);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await account.ok('create-item', { data: { description: 'Vara', unit_price: 100, tax: 'S' } });
    for (const { result } of await Promise.all(held)) assert.deepEqual(typesOf(result), ['item.created']);
  });

  test('are kept for 90 days; an older cursor is answered 410', async () => {
    const account = await kvitt.account();
    const create = () => account.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
    await create();
    await create();
    const { result, next } = await account.call('get-events', { limit: 1 });
    const id = await query<{ id: number }>(
      kvitt,
      sql`select account_id as id from accounts where username = ${account.username}`,
    );
    await query(
      kvitt,
      sql`update events set at = at - interval '91 days' where account_id = ${id[0]?.id}
        and id = any(${[result[0].id]}::uuid[])`,
    );
    await kvitt.operator('POST', '/jobs/run', {});
    const gone = await account.call('get-events', { after: '0' });
    assert.deepEqual([gone.httpStatus, gone.error_code, gone.status], [410, 'cursor_expired', false]);
    assert.equal((await account.call('get-events', { after: next })).result.length, 1);
    const oldest = await account.call('get-events');
    assert.deepEqual([oldest.result.length, oldest.next], [1, '2']);
  });

  test('of a due date that has passed are written only once', async () => {
    const account = await kvitt.account();
    const due_date = '2026-03-20';
    const guid = await account.ok('create-invoice', { data: invoice({ due_date, mark_paid: 0 }) });
    await account.ok('create-invoice', { data: invoice({ due_date, mark_paid: 1 }) });
    const run = (now: string) => kvitt.operator('POST', '/jobs/run', { now });
    const overdue = async () => (await account.call('get-events', { types: 'invoice.overdue' })).result;
    await run('2026-03-20T12:00:00Z');
    assert.deepEqual(await overdue(), []);
    for (let n = 0; n < 2; n++) await run('2026-03-21T00:00:01Z');
    const [event, ...others] = await overdue();
    assert.deepEqual(others, []);
    const settlement_date = '2026-03-23';
    assert.deepEqual(event.data, { guid, number: '1', kind: 'invoice', due_date, settlement_date });
  });

  test('of many due dates are written in small transactions, each once', async () => {
    const account = await kvitt.account();
    const { db } = kvitt.service.engine.kernel;
    await db.transaction((tx) => tx.script(invoicesSql(account.username, 120)));
    for (let n = 0; n < 2; n++) await kvitt.operator('POST', '/jobs/run', { now: '2026-05-02T00:00:01Z' });
    const { result } = await account.call('get-events', { types: 'invoice.overdue', limit: 500 });
    const numbers = result.map(({ data }: { data: { number: string } }) => Number(data.number));
    assert.deepEqual(
      numbers.sort((a: number, b: number) => a - b),
      Array.from({ length: 120 }, (_, n) => n + 1),
    );
    const ofAccount = sql`account_id = (select account_id from accounts where username = ${account.username})`;
    const batches = sql`select count(*)::integer as count from audit_log where ${ofAccount} and action = 'mark-overdue-invoices'`;
    assert.deepEqual(await select(db, batches), [{ count: 3 }]);
  });

  describe('for programs', () => {
    let count = 0;
    const agentOf = async (scopes: string) => {
      const client = await registerClient(seller, { name: `Program ${++count}` });
      return new Agent(kvitt.url, await authorizeClient(seller, scopes, client));
    };

    test('a program gets the events that its scopes may read', async () => {
      const [invoices, customers] = [await agentOf('nav'), await agentOf('manage_customers')];
      const after = await end();
      await seller.ok('create-invoice', { data: invoice() });
      await seller.ok('create-cost-adv', {
        ...{ supplier_name: 'B', supplier_id: '5501234520', date: '2026-03-02' },
        ...{ amount: 100, type: '2093', how_paid: 1, vat_11: 0, vat_24: 0 },
      });
      const seen = async (agent: Agent, more = '') => {
        const { result } = await agent.get(`/events?after=${after}${more}`);
        return typesOf(result);
      };
      assert.deepEqual(await seen(invoices), ['invoice.issued', 'item.created']);
      assert.deepEqual(await seen(customers), ['customer.created']);
      assert.deepEqual(await seen(customers, '&types=invoice.*'), []);
      const own = await callAgent(kvitt.url, 'GET', `/events?after=${after}`, undefined, basicAuth(seller));
      const all = typesOf((await seller.call('get-events', { after })).result);
      assert.deepEqual(typesOf(own.body.result), all);
      assert.ok(all.includes('cost.created'));
    });

    test('that only the account may read are left out', async () => {
      const agent = await agentOf('nav,create_invoice,manage_customers,cost,dashboard_data');
      const { result } = await agent.get('/events?limit=500');
      assert.ok(
        typesOf((await seller.call('get-events', { limit: 500 })).result).includes('agent.connected'),
      );
      assert.deepEqual(
        typesOf(result).filter((type) => type.startsWith('agent.')),
        [],
      );
    });

    test('end with the access: a waiting call returns no later events', async () => {
      const agent = await agentOf('nav');
      const after = await end();
      const held = agent.call('GET', `/events?after=${after}&wait=10`);
      await untilHeld(1);
      const headers = basicAuth(seller);
      await fetch(`${kvitt.url}/api/v1/agents/${agent.clientId}`, { method: 'DELETE', headers });
      await item();
      const { status, body } = await held;
      assert.equal(status, 401);
      assert.equal(body.result, undefined);
    });

    test('end with the key: a waiting call is refused when the key is replaced', async () => {
      const account = await kvitt.account();
      const held = account.call('get-events', { wait: 10 });
      await untilHeld(1);
      const { body } = await kvitt.operator('POST', `/accounts/${account.username}/api-key`, {});
      const data = { description: 'Vara', unit_price: 100, tax: 'S' };
      const form = { username: account.username, api_key: body.api_key, data: JSON.stringify(data) };
      await fetch(`${kvitt.url}/api/v1/create-item`, { method: 'POST', body: new URLSearchParams(form) });
      const { httpStatus, result } = await held;
      assert.deepEqual([httpStatus, result], [401, null]);
    });
  });
});
