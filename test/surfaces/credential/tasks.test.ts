import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Reply } from '../../support/client.ts';
import { type Kvitt, onBothDatabases } from '../../support/service.ts';
import {
  invoiceForTask,
  NINE_TO_HALF_PAST_ELEVEN,
  openTaskAccount,
  type TaskAccount,
  workItem,
} from '../../support/tasks.ts';

/** What each verb says to a task in each state; done is done. */
const VERBS: Record<string, (at: TaskAccount, guid: string) => Promise<Reply>> = {
  start: (at, guid) => at.seller.call('start-task', { guid }),
  end: (at, guid) => at.seller.call('end-task', { guid }),
  log: (at, guid) => at.seller.call('log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN }),
  deactivate: (at, guid) => at.seller.call('deactivate-task', { guid }),
  bill: (at, guid) => at.seller.call('create-invoice', { data: invoiceForTask(guid) }),
};

const STATES: Record<string, (at: TaskAccount) => Promise<string>> = {
  open: (at) => at.createLoggedTask(),
  empty: (at) => at.createTask(),
  running: async (at) => {
    const guid = await at.createLoggedTask();
    await at.seller.ok('start-task', { guid });
    return guid;
  },
  closed: async (at) => {
    const guid = await at.createLoggedTask();
    await at.seller.ok('deactivate-task', { guid });
    return guid;
  },
  invoiced: async (at) => {
    const guid = await at.createLoggedTask();
    await at.seller.ok('create-invoice', { data: invoiceForTask(guid) });
    return guid;
  },
};

const OUTCOMES: Record<string, Record<string, string>> = {
  open: {
    start: 'done',
    end: 'task_not_running',
    log: 'done',
    deactivate: 'done',
    bill: 'done',
  },
  empty: {
    start: 'done',
    end: 'task_not_running',
    log: 'done',
    deactivate: 'done',
    bill: 'task_nothing_to_bill',
  },
  running: {
    start: 'task_running',
    end: 'done',
    log: 'done',
    deactivate: 'task_running',
    bill: 'task_running',
  },
  closed: {
    start: 'task_finished',
    end: 'task_not_running',
    log: 'task_finished',
    deactivate: 'task_finished',
    bill: 'done',
  },
  invoiced: {
    start: 'task_finished',
    end: 'task_not_running',
    log: 'task_finished',
    deactivate: 'task_finished',
    bill: 'task_nothing_to_bill',
  },
};

/** Which lists a task of each state is in. */
const LISTS: Record<string, string[]> = {
  open: ['open', 'invoice'],
  empty: ['open'],
  running: ['open'],
  closed: ['invoice', 'older'],
  invoiced: ['older'],
};

const CAN: Record<string, [canStart: boolean, canStop: boolean, canDeactive: boolean]> = {
  open: [true, false, true],
  empty: [true, false, true],
  running: [false, true, false],
  closed: [false, false, false],
  invoiced: [false, false, false],
};

function at(kvitt: Kvitt, moment: string): void {
  kvitt.now = () => new Date(moment);
}

onBothDatabases('tasks', (kvitt) => {
  let shop: TaskAccount;
  before(async () => {
    shop = await openTaskAccount(kvitt.account());
  });

  test('are read as they were made, with an item that is new', async () => {
    const fresh = await openTaskAccount(kvitt.account());
    const guid = await fresh.createTask({ name: '  Þakviðgerð ' });
    const [item] = await fresh.seller.ok('get-items');
    const { customer, ...read } = await fresh.readTask(guid);
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
    assert.deepEqual([customer.guid, customer.name], [fresh.customer, 'Kaupandi ehf.']);
    assert.equal((await fresh.readTask(await fresh.createTask())).number, '2');
  });

  test('take an item of the catalogue by guid or number, and the customer by number, kennitala or guid', async () => {
    const fresh = await openTaskAccount(kvitt.account());
    const item = await fresh.seller.ok('create-item', {
      data: { item_number: 'RAD', description: 'Ráðgjöf', unit_price: 18500 },
    });
    const profile = { output_select: 4, registration_no: '5501234520', customer_number: 'K-7' };
    const guid = await fresh.seller.ok('create-customer', { data: { name: 'Númeraður', ...profile } });
    const bodies = [
      { customer_guid: guid, item: { guid: item, description: 'ignored' } },
      { customer_no: 'K-7', item_no: 'RAD' },
      { customer_no: '550123-4520', item_no: 'RAD' },
      { customer_no: guid.toUpperCase(), item: { guid: item } },
    ];
    for (const body of bodies) {
      const made = await fresh.seller.ok('create-task', { data: { name: 'Verk', ...body } });
      const { customer, item: sold } = await fresh.readTask(made);
      assert.deepEqual([customer.guid, sold.guid, sold.description], [guid, item, 'Ráðgjöf']);
    }
    assert.equal(await fresh.seller.ok('get-count-items'), 1);
  });

  test('the timer tells when it was started and logs what it has counted', async () => {
    at(kvitt, '2026-03-02T23:15:20.500Z');
    const guid = await shop.createTask();
    await shop.seller.ok('start-task', { guid });
    const running = await shop.readTask(guid);
    assert.deepEqual([running.start_time, running.total_time], ['02.03.2026 23:15', 0]);
    at(kvitt, '2026-03-03T00:35:20.900Z');
    await shop.seller.ok('end-task', { guid, description: 'Næturvinna' });
    const ended = await shop.readTask(guid);
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

  for (const [state, make] of Object.entries(STATES)) {
    test(`that are ${state} take the verbs that they can, and the others change nothing`, async () => {
      const found: Record<string, string> = {};
      for (const [verb, call] of Object.entries(VERBS)) {
        const guid = await make(shop);
        const before = await shop.readTask(guid);
        const { status, error_code } = await call(shop, guid);
        found[verb] = status ? 'done' : String(error_code);
        const after = await shop.readTask(guid);
        if (status) assert.notDeepEqual(after, before, verb);
        else assert.deepEqual(after, before, verb);
      }
      assert.deepEqual(found, OUTCOMES[state]);
    });
    test(`that are ${state} are in the lists and counts where they belong, and say what they can`, async () => {
      const fresh = await openTaskAccount(kvitt.account());
      const guid = await make(fresh);
      const found: string[] = [];
      for (const type of ['open', 'invoice', 'older']) {
        const tasks = await fresh.seller.ok('get-tasks', { type });
        assert.equal(await fresh.seller.ok('get-count-tasks', { type }), tasks.length);
        if (tasks.some((one: { guid: string }) => one.guid === guid)) found.push(type);
      }
      assert.deepEqual(found, LISTS[state]);
      const { canStart, canStop, canDeactive } = await fresh.readTask(guid);
      assert.deepEqual([canStart, canStop, canDeactive], CAN[state]);
    });
  }

  test('are listed newest first, page by page, those that are open unless asked otherwise', async () => {
    const fresh = await openTaskAccount(kvitt.account());
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push(await fresh.createTask({ name: `Verk ${n}` }));
    const guids = async (fields = {}) =>
      (await fresh.seller.ok('get-tasks', fields)).map(({ guid }: { guid: string }) => guid);
    made.reverse();
    assert.deepEqual(await guids(), made);
    assert.deepEqual(await guids({ limit: 2, page: 2 }), made.slice(2, 4));
    assert.deepEqual(await guids({ limit: 2, page: 4 }), []);
    assert.equal(await fresh.seller.ok('get-count-tasks'), 5);
  });

  for (const [verb, first] of [
    ['start', 'open'],
    ['end', 'running'],
    ['deactivate', 'open'],
  ] as const) {
    test(`of many who ${verb} one at the same moment, one does`, async () => {
      const guid = await STATES[first]?.(shop);
      const calls = Array.from({ length: 6 }, () => VERBS[verb]?.(shop, String(guid)));
      const replies = await Promise.all(calls);
      assert.equal(replies.filter((reply) => reply?.status).length, 1);
      const { logs } = await shop.readTask(String(guid));
      assert.equal(logs.length, verb === 'end' ? 2 : 1);
    });
  }

  test('get numbers of their own when many are made at the same moment', async () => {
    const fresh = await openTaskAccount(kvitt.account());
    await Promise.all(Array.from({ length: 8 }, () => fresh.createTask()));
    const tasks = await fresh.seller.ok('get-tasks');
    const numbers = tasks.map(({ number }: { number: string }) => Number(number));
    assert.deepEqual(numbers.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8]);
    const items = await fresh.seller.ok('get-items');
    assert.equal(new Set(items.map(({ item_number }: { item_number: string }) => item_number)).size, 8);
  });

  test('need the task subscription to be made and to take time; what there is can be ended and read', async () => {
    const leaving = await openTaskAccount(kvitt.account());
    const [guid, running] = [await leaving.createLoggedTask(), await leaving.createTask()];
    await leaving.seller.ok('start-task', { guid: running });
    await kvitt.operator('PATCH', `/accounts/${leaving.seller.username}`, { subscriptions: ['webservice'] });
    const message = "A task needs the account's task subscription, which is not active";
    const data = { customer_guid: leaving.customer, name: 'Verk', item: workItem };
    for (const [path, fields] of [
      ['create-task', { data }],
      ['start-task', { guid }],
      ['log-task', { guid, ...NINE_TO_HALF_PAST_ELEVEN }],
    ] as const) {
      const refusal = await leaving.seller.refused(path, fields);
      assert.deepEqual([refusal.error_code, refusal.message], ['subscription_required', message], path);
    }
    assert.equal(await leaving.seller.ok('get-count-items'), 2);
    await leaving.seller.ok('end-task', { guid: running });
    await leaving.seller.ok('deactivate-task', { guid: running });
    assert.equal(await leaving.seller.ok('get-count-tasks', { type: 'older' }), 1);
  });

  test('made twice with the same key are made once', async () => {
    const fresh = await openTaskAccount(kvitt.account());
    const data = { customer_guid: fresh.customer, name: 'Verk', item: workItem };
    const key = { 'idempotency-key': 'one-task' };
    const first = await fresh.seller.ok('create-task', { data }, key);
    assert.equal(await fresh.seller.ok('create-task', { data }, key), first);
    assert.equal(await fresh.seller.ok('get-count-tasks'), 1);
  });
});
