import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { line } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { withTimeout } from '../support/load.ts';
import { TestService } from '../support/service.ts';
import { invoiceForTask, openTaskAccount, type TaskAccount } from '../support/tasks.ts';

/** Far more than a call takes on a busy machine; one that waits for the lock would wait for ever. */
const PATIENCE_MS = 60_000;

/**
 * A document that is being stored holds its customer and its tasks by `for key share`, which its foreign keys take, and
 * may wait for others. What only reads their state must not wait for it in turn: many of them together would deadlock.
 */
describe('a document that is being stored', () => {
  const kvitt = new TestService();
  let other: pg.Client;
  let account: TaskAccount;
  let person: ConsoleClient;
  before(async () => {
    await kvitt.start('postgres');
    other = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await other.connect();
    account = await openTaskAccount(kvitt.account());
    person = await signInToConsole(account.seller);
  });
  after(async () => {
    await other.end();
    await kvitt.stop();
  });

  let task: string;
  beforeEach(async () => {
    task = await account.createLoggedTask();
  });

  const calls: [name: string, call: () => Promise<{ status: unknown }>][] = [
    ['log-task', () => account.seller.call('log-task', { guid: task, date: '2026-03-05', h: '9', p: '10' })],
    ['start-task', () => account.seller.call('start-task', { guid: task })],
    [
      'task-log-delete',
      async () => {
        const [log] = (await account.readTask(task)).logs;
        return account.seller.call('task-log-delete', { guid: log.guid });
      },
    ],
    ['create-invoice', () => account.seller.call('create-invoice', { data: invoiceForTask(task) })],
    [
      'add-customer-note',
      () => person.call('add-customer-note', { customer_guid: account.customer, text: 'x' }),
    ],
    [
      'send-customer-statement',
      () =>
        person.call('send-customer-statement', {
          guid: account.customer,
          from_date: '2026-01-01',
          to_date: '2026-12-31',
          email: 'jon@example.is',
        }),
    ],
  ];
  for (const [name, call] of calls)
    test(`does not hold up ${name}`, async () => {
      await other.query('begin');
      try {
        await other.query('select from tasks where guid = $1 for key share', [task]);
        await other.query('select from customers where guid = $1 for key share', [account.customer]);
        const { status, ...rest } = await withTimeout(call(), PATIENCE_MS);
        assert.ok(status === true || status === 200, JSON.stringify(rest));
      } finally {
        await other.query('rollback');
      }
    });

  test('does not deadlock with others that name the same task and a new item', async () => {
    const { seller } = account;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const items = [line({ item_number: `NEW`, task_guid: task })];
        const data = invoiceForTask(task, { items, amount: 1240, save: n % 2 });
        return seller.call('create-invoice', { data });
      }),
    );
    const refused = replies.filter(({ status }) => !status).map(({ error_code }) => error_code);
    assert.deepEqual(refused, Array(9).fill('task_nothing_to_bill'));
  });
});
