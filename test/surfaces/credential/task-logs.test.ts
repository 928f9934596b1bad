import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { runWrite } from '../../../src/kernel/execute.ts';
import type { Caller } from '../../../src/kernel/operations/caller.ts';
import { logWork } from '../../../src/modules/tasks/log-task.ts';
import { seededRandom } from '../../support/random-books.ts';
import { AWKWARD, assertRefused, invalid, type Refusal, required } from '../../support/scenarios.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';
import { openTaskAccount, type TaskAccount } from '../../support/tasks.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const DAY = 'must be a real calendar date written as YYYY-MM-DD or DD.MM.YYYY';
const CLOCK = 'must be a time of day, as 9 or 09:30';
const day = { date: '2026-03-02', h: '9', p: '11:30' };

interface Logged {
  quantity: number;
  from_date: string;
  to_date: string;
  advanced: boolean;
  hours_worked_per_day: number;
  hours_per_day: number;
}

/** The sent fields, and the resulting log. */
const ENTRIES: [what: string, sent: Record<string, unknown>, log: Partial<Logged>][] = [
  ['clock times', day, { quantity: 2.5, from_date: '2026-03-02', to_date: '2026-03-02', advanced: false }],
  ['whole hours', { ...day, h: 8, p: 16 }, { quantity: 8 }],
  ['a day written day first', { ...day, date: '2.3.2026' }, { quantity: 2.5, from_date: '2026-03-02' }],
  ['a whole day', { ...day, h: '0:00', p: '24:00' }, { quantity: 24 }],
  ['a third of an hour', { ...day, h: '9:00', p: '9:20' }, { quantity: 0.333 }],
  ['past midnight', { ...day, h: 22, p: 2, end_date: '2026-03-03' }, { quantity: 4, to_date: '2026-03-03' }],
  ['hours', { date: '2026-03-02', qty: '1.5' }, { quantity: 1.5, hours_worked_per_day: 0, hours_per_day: 0 }],
  ['hours that do not end', { date: '2026-03-02', qty: 1 / 3 }, { quantity: 0.333 }],
  ['hours beside clock times', { ...day, qty: 4 }, { quantity: 4 }],
  [
    'every day of a range',
    { adv: 1, date: '2026-02-27', end_date: '2.3.2026', h: '8', p: '16:00' },
    { quantity: 32, advanced: true, hours_worked_per_day: 8, from_date: '2026-02-27', to_date: '2026-03-02' },
  ],
  [
    'a range of one day',
    { ...day, adv: 'true' },
    { quantity: 2.5, hours_worked_per_day: 3, hours_per_day: 2.5 },
  ],
  [
    'hours of every day',
    { adv: 1, date: '2026-03-02', end_date: '2026-03-06', qty: 7.5 },
    { quantity: 37.5, hours_worked_per_day: 8, hours_per_day: 7.5 },
  ],
  ['a leap day', { ...day, date: '29.02.2028' }, { from_date: '2028-02-29' }],
];

const INVALID: [what: string, sent: Record<string, unknown>, refusal: string][] = [
  ['no day', { h: 9, p: 10 }, required('date')],
  ['an empty day', { ...day, date: '' }, required('date')],
  ['no such day', { ...day, date: '2026-02-30' }, invalid('date', DAY)],
  ['no such day, day first', { ...day, date: '30.2.2026' }, invalid('date', DAY)],
  ['a number for a day', { ...day, date: 20260302 }, invalid('date', DAY)],
  ['no such last day', { ...day, end_date: 'soon' }, invalid('end_date', DAY)],
  ['no start', { date: day.date, p: 10 }, required('h')],
  ['no end', { date: day.date, h: 10 }, required('p')],
  ['no clock time', { ...day, h: 'nine' }, invalid('h', CLOCK)],
  ['no such hour', { ...day, p: 25 }, invalid('p', CLOCK)],
  ['no such minute', { ...day, p: '11:75' }, invalid('p', CLOCK)],
  ['a negative hour', { ...day, h: -1 }, invalid('h', CLOCK)],
  ['an end at the start', { ...day, p: 9 }, invalid('p', 'must be later than h')],
  ['an end before the start', { ...day, p: 8 }, invalid('p', 'must be later than h')],
  [
    'an end before the start in a range',
    { ...day, p: 8, adv: 1, end_date: '2026-03-04' },
    invalid('p', 'must be later than h'),
  ],
  [
    'a last day before the first',
    { ...day, end_date: '2026-03-01' },
    invalid('end_date', 'must be on or after date (2026-03-02)'),
  ],
  [
    'days on end',
    { ...day, end_date: '2026-03-04' },
    invalid('end_date', 'is more than 24 hours away; send adv 1 for the same hours on every day'),
  ],
  [
    'a range without end',
    { ...day, adv: 1, end_date: '2027-03-03' },
    invalid('end_date', 'must be less than 366 days after date'),
  ],
  ['a flag that is none', { ...day, adv: 'maybe' }, invalid('adv', 'must be true or false (1 or 0)')],
  ['no hours', { date: day.date, qty: 0 }, invalid('qty', 'must be more than 0')],
  [
    'hours in words',
    { date: day.date, qty: '1,5' },
    invalid('qty', 'must be a number, with a point for decimals'),
  ],
  [
    'more hours than a day has',
    { date: day.date, qty: 25, adv: 1 },
    invalid('qty', 'must be at most 24 hours a day'),
  ],
  [
    'a long text',
    { ...day, description: 'x'.repeat(4001) },
    invalid('description', 'must be at most 4000 characters'),
  ],
  [
    'text for a file',
    { ...day, file: 'mynd.png' },
    invalid('file', 'must be a file, sent as a part of a multipart/form-data body'),
  ],
];

onBothDatabases('task logs', (kvitt) => {
  let account: TaskAccount;
  let guid: string;
  before(async () => {
    account = await openTaskAccount(kvitt.account());
    guid = await account.createTask();
  });
  const readNewestLog = async () => (await account.readTask(guid)).logs.at(-1);

  for (const [description, sent, expected] of ENTRIES) {
    test(`are created from ${description}`, async () => {
      await account.seller.ok('log-task', { guid, ...sent });
      const log = await readNewestLog();
      const found = Object.fromEntries(Object.keys(expected).map((name) => [name, log[name]]));
      assert.deepEqual(found, expected);
      assert.deepEqual([log.manual, log.count_of_workers, log.image], [true, 1, '']);
    });
  }

  test('store any text unchanged', async () => {
    await account.seller.ok('log-task', { guid, ...day, description: AWKWARD });
    assert.equal((await readNewestLog()).description, AWKWARD.trim());
  });

  test('are refused when the times are invalid', async () => {
    await assertRefused(
      account.seller,
      'log-task',
      INVALID.map(([description, sent, refusal]): Refusal => [description, { guid, ...sent }, refusal]),
    );
  });

  test('are refused on a change as well', async () => {
    await account.seller.ok('log-task', { guid, ...day });
    const log = await readNewestLog();
    const rows = INVALID.filter(
      ([description]) => !['no day', 'an empty day', 'no start', 'no end'].includes(description),
    );
    await assertRefused(
      account.seller,
      'edit-log-task',
      rows.map(
        ([description, sent, refusal]): Refusal => [description, { guid: log.guid, ...sent }, refusal],
      ),
    );
  });

  test('are unknown when they are deleted, foreign or nonexistent', async () => {
    const otherAccount = await openTaskAccount(kvitt.account());
    const foreign = (await otherAccount.readTask(await otherAccount.createLoggedTask())).logs[0].guid;
    await account.seller.ok('log-task', { guid, ...day });
    const deleted = (await readNewestLog()).guid;
    await account.seller.ok('task-log-delete', { guid: deleted });
    const unknown = 'task_log_not_found: No task log found';
    for (const path of ['edit-log-task', 'task-log-delete']) {
      const rows = Object.entries({ gone: deleted, foreign, UNKNOWN_GUID, guid, word: 'log' });
      await assertRefused(
        account.seller,
        path,
        rows.map(([description, one]): Refusal => [description, { guid: one, ...day }, unknown]),
      );
    }
    assert.equal((await otherAccount.seller.ok('get-tasks'))[0].total_time, 2.5);
  });

  test('are deleted once by concurrent calls', async () => {
    const task = await account.createLoggedTask();
    const [log] = (await account.readTask(task)).logs;
    const replies = await Promise.all(
      [1, 2, 3].map(() => account.seller.call('task-log-delete', { guid: log.guid })),
    );
    assert.equal(replies.filter(({ status }) => status).length, 1);
  });

  test('are created by end-task with adv, with their own date and price', async () => {
    const task = await account.createTask();
    await account.seller.ok('start-task', { guid: task });
    const dates = { date: '02.03.2026', end_date: '2026-03-03' };
    await account.seller.ok('end-task', { guid: task, adv: 1, ...dates, h: '3.5', p: '12500' });
    const { logs, start_time, canStop } = await account.readTask(task);
    assert.deepEqual(
      [logs[0].quantity, logs[0].hours_per_day, logs[0].unit_price, logs[0].manual],
      [7, 3.5, 12500, true],
    );
    assert.deepEqual([logs.length, start_time, canStop], [1, '', false]);
    const timer = 'date, end_date and h can be sent only with adv 1; without it the timer tells the time';
    await account.seller.ok('start-task', { guid: task });
    await assertRefused(account.seller, 'end-task', [
      ['hours without adv', { guid: task, h: 2 }, `flags_conflict: ${timer}`],
      ['a day without adv', { guid: task, date: '2026-03-02' }, `flags_conflict: ${timer}`],
      ['adv without hours', { guid: task, adv: 1 }, required('h')],
      ['too many hours', { guid: task, adv: 1, h: 25 }, invalid('h', 'must be at most 24 hours a day')],
      [
        'a last day before today',
        { guid: task, adv: 1, h: 2, date: '2026-03-02', end_date: '2026-03-01' },
        invalid('end_date', 'must be on or after date (2026-03-02)'),
      ],
      [
        'a price in words',
        { guid: task, p: 'dear' },
        invalid('p', 'must be a number, with a point for decimals'),
      ],
    ]);
    assert.equal((await account.readTask(task)).canStop, true);
  });

  test('are dated today when no date is sent', async () => {
    const task = await account.createTask();
    kvitt.now = () => new Date('2026-05-06T12:00:00Z');
    const { kernel } = kvitt.service.engine;
    const caller = await callerFor(kvitt, account);
    await runWrite(kernel, logWork, caller, { guid: task, qty: '1.25' });
    await runWrite(kernel, logWork, caller, { guid: task, h: '9', p: '10', date: '5.5.2026' });
    await assert.rejects(runWrite(kernel, logWork, caller, { guid: task }), /Field qty is required/);
    kvitt.resetClock();
    const { logs } = await account.readTask(task);
    assert.deepEqual(
      logs.map(({ from_date, quantity }: Logged) => [from_date, quantity]),
      [
        ['2026-05-06', 1.25],
        ['2026-05-05', 1],
      ],
    );
  });

  test('are limited in number', async () => {
    const task = await account.createLoggedTask();
    await select(
      kvitt.service.engine.kernel.db,
      sql`
      insert into task_logs (account_id, guid, task_id, manual, advanced, quantity, from_date, to_date, description,
        created_at)
      select l.account_id, gen_random_uuid(), l.task_id, true, false, 1, l.from_date, l.to_date, '', l.created_at
      from task_logs l join tasks t on t.account_id = l.account_id and t.id = l.task_id,
        generate_series(2, 1000) where t.guid = ${task}`,
    );
    const full = 'task_full: This task has 1000 logs, which is the most it can have; create a new one';
    await assertRefused(account.seller, 'log-task', [['one more', { guid: task, ...day }, full]]);
    assert.equal((await account.readTask(task)).total_time, 1001.5);
  });

  test('add up to the time of the task after random changes', async () => {
    const newcomer = await openTaskAccount(kvitt.account());
    const task = await newcomer.createTask();
    const nextRandom = seededRandom(20260302);
    const random = (n: number) => Math.floor(nextRandom() * n);
    for (let step = 0; step < 40; step += 1) {
      const { logs } = await newcomer.readTask(task);
      const entry = logs[random(logs.length)];
      const fields = randomTime(random);
      if (!entry || step % 4 < 2) await newcomer.seller.ok('log-task', { guid: task, ...fields });
      else if (step % 4 === 2) await newcomer.seller.ok('edit-log-task', { guid: entry.guid, ...fields });
      else await newcomer.seller.ok('task-log-delete', { guid: entry.guid });
      const after = await newcomer.readTask(task);
      const expected = new Map<string, number>(after.logs.map((log: any) => [log.guid, thousandths(log)]));
      assert.equal(after.total_time, [...expected.values()].reduce((a, b) => a + b, 0) / 1000);
      if (!entry || step % 4 < 2) assert.equal(thousandths(after.logs.at(-1)), sumHours(fields));
      if (entry && step % 4 === 2) assert.equal(expected.get(entry.guid), sumHours(fields));
    }
  });
});

async function callerFor(kvitt: TestService, { seller }: TaskAccount): Promise<Caller> {
  const account = await kvitt.service.engine.accounts.authenticate(seller.username, seller.apiKey, '');
  return { by: 'key', account, via: 'agent', ip: '', requestId: 'test' };
}

function randomTime(random: (n: number) => number) {
  const start = random(1400);
  const end = start + 1 + random(1440 - start);
  const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const adv = random(2);
  const last = adv ? 2 + random(20) : 2;
  return {
    date: '2026-03-02',
    end_date: `2026-03-${String(last).padStart(2, '0')}`,
    h: clock(start),
    p: clock(end),
    adv,
    minutes: end - start,
    days: last - 1,
  };
}

/** Thousandths of hours, summed as integers. */
function sumHours({ minutes, days }: { minutes: number; days: number }): number {
  return Math.floor((minutes * 1000 + 30) / 60) * days;
}

function thousandths({ quantity }: { quantity: number }): number {
  return Math.round(quantity * 1000);
}
