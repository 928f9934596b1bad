import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createAgent } from '../../support/agents/agent.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';
import {
  invoiceForTask,
  NINE_TO_HALF_PAST_ELEVEN,
  openTaskAccount,
  type TaskAccount,
  workItem,
} from '../../support/tasks.ts';

function at(kvitt: TestService, moment: string): void {
  kvitt.now = () => new Date(moment);
}

onBothDatabases('tasks', (kvitt) => {
  let account: TaskAccount;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
  });

  test('are read back as they were created, with a new item', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const guid = await newcomer.createTask({ name: '  Þakviðgerð ' });
    const [item] = await newcomer.seller.ok('get-items');
    const { customer, ...read } = await newcomer.readTask(guid);
    assert.deepEqual(read, {
      guid,
      number: '1',
      name: 'Þakviðgerð',
      status: 'open',
      item: {
        guid: item.guid,
        item_number: item.item_number,
        description: 'Vinna',
        uom: 'HUR',
        tax: 'S',
        unit_price: 10000,
        category: '2353',
      },
      start_time: '',
      total_time: 0,
      unbilled_time: 0,
      invoices: [],
      logs: [],
      canStart: true,
      canStop: false,
      canDeactive: true,
      project_name: '',
    });
    assert.deepEqual([customer.guid, customer.name], [newcomer.customer, 'Kaupandi ehf.']);
    assert.equal((await newcomer.readTask(await newcomer.createTask())).number, '2');
  });

  test('belong to a project, which can be changed in every state', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const { seller } = newcomer;
    const guid = await newcomer.createTask({ project_name: '  Nýbygging ' });
    const read = async () => {
      const { name, project_name, status } = await newcomer.readTask(guid);
      return [name, project_name, status];
    };
    const [name] = await read();
    assert.deepEqual(await read(), [name, 'Nýbygging', 'open']);
    assert.equal(await seller.ok('update-task', { guid, data: { project_name: 'Viðbygging' } }), guid);
    await seller.ok('update-task', { guid, data: {} });
    assert.deepEqual(await read(), [name, 'Viðbygging', 'open']);
    await seller.ok('deactivate-task', { guid });
    const agent = await createAgent(seller, 'task');
    const { task_id, result } = await agent.put(`/tasks/${guid}`, { name: 'Annað', project_name: '' });
    assert.deepEqual([typeof task_id, result, await read()], ['number', guid, ['Annað', '', 'closed']]);
    for (const [data, message] of [
      [{ project_name: 'x'.repeat(201) }, 'Field project_name must be at most 200 characters'],
      [{ project_name: {} }, 'Field project_name must be text'],
      [{ name: '' }, 'Field name is required'],
    ] as const)
      assert.equal((await seller.expectRefusal('update-task', { guid, data })).message, message);
    const other = await kvitt.account();
    const foreign = await other.expectRefusal('update-task', { guid, data: { name: 'Stolið' } });
    assert.equal(foreign.message, 'No task found');
    assert.deepEqual(await read(), ['Annað', '', 'closed']);
  });

  test('take an item by guid or number, and a customer by number, kennitala or guid', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const item = await newcomer.seller.ok('create-item', {
      data: { item_number: 'RAD', description: 'Ráðgjöf', unit_price: 18500 },
    });
    const profile = { output_select: 4, registration_no: '5501234520', customer_number: 'K-7' };
    const guid = await newcomer.seller.ok('create-customer', { data: { name: 'Númeraður', ...profile } });
    const bodies = [
      { customer_guid: guid, item: { guid: item, description: 'ignored' } },
      { customer_no: 'K-7', item_no: 'RAD' },
      { customer_no: '550123-4520', item_no: 'RAD' },
      { customer_no: guid.toUpperCase(), item: { guid: item } },
    ];
    for (const body of bodies) {
      const created = await newcomer.seller.ok('create-task', { data: { name: 'Verk', ...body } });
      const { customer, item: sold } = await newcomer.readTask(created);
      assert.deepEqual([customer.guid, sold.guid, sold.description], [guid, item, 'Ráðgjöf']);
    }
    assert.equal(await newcomer.seller.ok('get-count-items'), 1);
  });

  test('return the start of the timer, and log its time', async () => {
    at(kvitt, '2026-03-02T23:15:20.500Z');
    const guid = await account.createTask();
    await account.seller.ok('start-task', { guid });
    const running = await account.readTask(guid);
    assert.deepEqual([running.start_time, running.total_time], ['02.03.2026 23:15', 0]);
    at(kvitt, '2026-03-03T00:35:20.900Z');
    await account.seller.ok('end-task', { guid, description: 'Næturvinna' });
    const ended = await account.readTask(guid);
    kvitt.resetClock();
    const [{ guid: _, ...log }, ...more] = ended.logs;
    assert.deepEqual(more, []);
    assert.deepEqual(log, {
      manual: false,
      creation_date: '2026-03-03 00:35:20',
      quantity: 1.333,
      description: 'Næturvinna',
      advanced: false,
      count_of_workers: 1,
      hours_worked_per_day: 0,
      hours_per_day: 0,
      from_date: '2026-03-02',
      to_date: '2026-03-03',
      image: '',
      unit_price: null,
      invoiced: false,
    });
    assert.deepEqual([ended.start_time, ended.total_time, ended.status], ['', 1.333, 'open']);
  });

  test('are listed newest first, page by page, by default only open ones', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const created: string[] = [];
    for (let n = 0; n < 5; n += 1) created.push(await newcomer.createTask({ name: `Verk ${n}` }));
    const guids = async (fields = {}) =>
      (await newcomer.seller.ok('get-tasks', fields)).map(({ guid }: { guid: string }) => guid);
    created.reverse();
    assert.deepEqual(await guids(), created);
    assert.deepEqual(await guids({ limit: 2, page: 2 }), created.slice(2, 4));
    assert.deepEqual(await guids({ limit: 2, page: 4 }), []);
    assert.equal(await newcomer.seller.ok('get-count-tasks'), 5);
  });

  test('get unique numbers when many are created concurrently', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    await Promise.all(Array.from({ length: 8 }, () => newcomer.createTask()));
    const tasks = await newcomer.seller.ok('get-tasks');
    const numbers = tasks.map(({ number }: { number: string }) => Number(number));
    assert.deepEqual(numbers.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8]);
    const items = await newcomer.seller.ok('get-items');
    assert.equal(new Set(items.map(({ item_number }: { item_number: string }) => item_number)).size, 8);
  });

  test('require the subscription for creating and timing, but not for ending and reading', async () => {
    const downgraded = await openTaskAccount(kvitt.account());
    const [guid, running] = [await downgraded.createLoggedTask(), await downgraded.createTask()];
    await downgraded.seller.ok('start-task', { guid: running });
    await kvitt.operator('PATCH', `/accounts/${downgraded.seller.username}`, {
      subscriptions: ['webservice'],
    });
    const message = "A task needs the account's task subscription, which is not active";
    const data = { customer_guid: downgraded.customer, name: 'Verk', item: workItem };
    for (const [path, fields] of [
      ['create-task', { data }],
      ['start-task', { guid }],
      ['log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN }],
    ] as const) {
      const refusal = await downgraded.seller.expectRefusal(path, fields);
      assert.deepEqual([refusal.error_code, refusal.message], ['subscription_required', message], path);
    }
    assert.equal(await downgraded.seller.ok('get-count-items'), 2);
    await downgraded.seller.ok('end-task', { guid: running });
    await downgraded.seller.ok('deactivate-task', { guid: running });
    assert.equal(await downgraded.seller.ok('get-count-tasks', { type: 'older' }), 1);
  });

  test('are created once for a repeated Idempotency-Key', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const data = { customer_guid: newcomer.customer, name: 'Verk', item: workItem };
    const key = { 'idempotency-key': 'one-task' };
    const first = await newcomer.seller.ok('create-task', { data }, key);
    assert.equal(await newcomer.seller.ok('create-task', { data }, key), first);
    assert.equal(await newcomer.seller.ok('get-count-tasks'), 1);
  });

  test('have one running timer for each person; starting another one logs the time of the first', async () => {
    const { seller, createTask, readTask } = await openTaskAccount(kvitt.account());
    at(kvitt, '2026-03-18T09:00:00Z');
    const person = await signInToConsole(seller);
    const [first, second, byKey] = [await createTask(), await createTask(), await createTask()];
    await seller.ok('start-task', { guid: byKey });
    assert.equal((await person.call('start-task', { guid: first })).status, 200);
    assert.deepEqual((await person.call('get-running-timer')).body.task.guid, first);
    at(kvitt, '2026-03-18T10:30:00Z');
    assert.equal((await person.call('start-task', { guid: second })).status, 200);
    const state = async (guid: string) => {
      const { canStop, total_time } = await readTask(guid);
      return [canStop, total_time];
    };
    assert.deepEqual(
      [await state(first), await state(second), await state(byKey)],
      [
        [false, 1.5],
        [true, 0],
        [true, 0],
      ],
    );
    assert.equal((await person.call('get-running-timer')).body.task.guid, second);
    at(kvitt, '2026-03-18T10:45:00Z');
    // Of two that are started at the same moment one is left running.
    const both = [await createTask(), await createTask()];
    await Promise.all(both.map((guid) => person.call('start-task', { guid })));
    const running = await Promise.all([second, ...both].map(async (guid) => (await readTask(guid)).canStop));
    assert.deepEqual(running.filter(Boolean).length, 1);
    const last = (await person.call('get-running-timer')).body.task.guid;
    assert.equal((await person.call('end-task', { guid: last })).status, 200);
    assert.equal((await person.call('get-running-timer')).body.task, null);
  });

  test('are open again with new time after they were invoiced, and can be billed again', async () => {
    const { seller, createLoggedTask, readTask } = await openTaskAccount(kvitt.account());
    const guid = await createLoggedTask();
    await seller.ok('create-invoice', { data: invoiceForTask(guid) });
    assert.deepEqual((await readTask(guid)).status, 'invoiced');
    await seller.ok('log-task', { guid, date: '2026-03-18', end_date: '2026-03-18', h: '9', p: '11' });
    const again = await readTask(guid);
    assert.deepEqual([again.status, again.unbilled_time], ['open', 2]);
    await seller.ok('create-invoice', { data: invoiceForTask(guid) });
    const billed = await readTask(guid);
    assert.deepEqual([billed.status, billed.unbilled_time, billed.invoices.length], ['invoiced', 0, 2]);
  });
});
