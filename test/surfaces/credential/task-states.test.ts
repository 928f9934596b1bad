import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Reply } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';
import {
  invoiceForTask,
  NINE_TO_HALF_PAST_ELEVEN,
  openTaskAccount,
  type TaskAccount,
} from '../../support/tasks.ts';

/** The outcome of each action for a task in each state. */
const ACTIONS: Record<string, (at: TaskAccount, guid: string) => Promise<Reply>> = {
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
    start: 'done',
    end: 'task_not_running',
    log: 'done',
    deactivate: 'task_finished',
    bill: 'task_nothing_to_bill',
  },
};

/** The lists that contain a task of each state. */
const LISTS: Record<string, string[]> = {
  open: ['open', 'invoice'],
  empty: ['open'],
  running: ['open'],
  closed: ['invoice', 'older'],
  invoiced: ['older'],
};

const ALLOWED: Record<string, [canStart: boolean, canStop: boolean, canDeactive: boolean]> = {
  open: [true, false, true],
  empty: [true, false, true],
  running: [false, true, false],
  closed: [false, false, false],
  invoiced: [true, false, false],
};

onBothDatabases('states of tasks', (kvitt) => {
  let account: TaskAccount;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
  });

  for (const [state, make] of Object.entries(STATES)) {
    test(`a task that is ${state} allows the right actions, and refuses the others without changes`, async () => {
      const found: Record<string, string> = {};
      for (const [action, call] of Object.entries(ACTIONS)) {
        const guid = await make(account);
        const before = await account.readTask(guid);
        const { status, error_code } = await call(account, guid);
        found[action] = status ? 'done' : String(error_code);
        const after = await account.readTask(guid);
        if (status) assert.notDeepEqual(after, before, action);
        else assert.deepEqual(after, before, action);
      }
      assert.deepEqual(found, OUTCOMES[state]);
    });
    test(`a task that is ${state} appears in the right lists and counts, and returns its allowed actions`, async () => {
      const newcomer = await openTaskAccount(kvitt.account());
      const guid = await make(newcomer);
      const found: string[] = [];
      for (const type of ['open', 'invoice', 'older']) {
        const tasks = await newcomer.seller.ok('get-tasks', { type });
        assert.equal(await newcomer.seller.ok('get-count-tasks', { type }), tasks.length);
        if (tasks.some((one: { guid: string }) => one.guid === guid)) found.push(type);
      }
      assert.deepEqual(found, LISTS[state]);
      const { canStart, canStop, canDeactive } = await newcomer.readTask(guid);
      assert.deepEqual([canStart, canStop, canDeactive], ALLOWED[state]);
    });
  }

  for (const [action, first] of [
    ['start', 'open'],
    ['end', 'running'],
    ['deactivate', 'open'],
  ] as const) {
    test(`a task accepts one of many concurrent calls of ${action}`, async () => {
      const guid = await STATES[first]?.(account);
      const calls = Array.from({ length: 6 }, () => ACTIONS[action]?.(account, String(guid)));
      const replies = await Promise.all(calls);
      assert.equal(replies.filter((reply) => reply?.status).length, 1);
      const { logs } = await account.readTask(String(guid));
      assert.equal(logs.length, action === 'end' ? 2 : 1);
    });
  }
});
