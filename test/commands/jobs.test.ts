import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import { jobsCommand } from '../../src/commands/jobs.ts';
import { readBooks } from '../../src/config.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { OperatorError } from '../../src/kernel/node/operator-error.ts';
import type { Client } from '../support/client.ts';
import { JobQueue } from '../support/job-queue.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { COMMAND_ENV, ROOT } from '../support/tree.ts';

describe('kvitt jobs', () => {
  const kvitt = new TestService();
  let queue: JobQueue;
  let [seller, other]: Client[] = [];
  let ids: { dead: number; waiting: number; running: number; others: number };
  before(async () => {
    await kvitt.start('postgres');
    queue = new JobQueue(kvitt.service.engine);
    [seller, other] = [await kvitt.account(), await kvitt.account()];
  });
  beforeEach(async () => {
    await queue.clear();
    const future = new Date('2126-03-02T12:00:00Z');
    const insertJob = async ({ username }: Client, kind: 'send-claim' | 'send-mail') =>
      (await queue.insertJobs(username, 1, future, kind))[0] as number;
    const [dead, waiting] = [
      await insertJob(seller as Client, 'send-claim'),
      await insertJob(seller as Client, 'send-mail'),
    ];
    const [running, others] = [
      await insertJob(seller as Client, 'send-mail'),
      await insertJob(other as Client, 'send-claim'),
    ];
    ids = { dead, waiting, running, others };
    await query(sql`update jobs set dead_at = '2026-03-02', attempts = 12, last_error = 'The bank is closed'
      where id = any(${[dead, others]}::bigint[])`);
    await query(sql`update jobs set leased_until = now() + interval '1 hour' where id = ${running}`);
  });
  after(() => kvitt.stop());

  const query = (statement: ReturnType<typeof sql>) => select(kvitt.service.engine.kernel.db, statement);
  /** Runs the command in a process of its own. */
  const spawn = (...args: string[]) =>
    spawnSync('bin/kvitt', ['jobs', ...args], {
      cwd: ROOT,
      env: { ...COMMAND_ENV, ...kvitt.database.env },
      encoding: 'utf8',
    });
  /** Runs the command in this process, which costs a fraction, and returns what it prints or why it refuses. */
  const run = async (t: TestContext, ...args: string[]): Promise<{ stdout: string; refusal?: string }> => {
    let stdout = '';
    const { mock } = t.mock.method(console, 'log', (line: string) => {
      stdout += `${line}\n`;
    });
    try {
      await jobsCommand(args, readBooks(kvitt.database.env));
      return { stdout };
    } catch (error) {
      assert.ok(error instanceof OperatorError, String(error));
      return { stdout, refusal: error.message };
    } finally {
      mock.restore();
    }
  };
  const readStates = async () =>
    Object.fromEntries(
      (await queue.readJobs()).map(({ id, dead, attempts }) => [id, dead ? 'dead' : attempts]),
    );

  test('list prints account, record, state and error of each job, and filters them', async (t) => {
    const { status, stdout, stderr } = spawn('list');
    assert.deepEqual([status, stderr], [0, '']);
    const account = `account=${seller?.username}`;
    assert.deepEqual(stdout.split('\n'), [
      `${ids.dead}  send-claim  ${account}  invoice_guid=1  attempts=12  dead since 2026-03-02 00:00:00`,
      '    The bank is closed',
      `${ids.waiting}  send-mail  ${account}  invoice_guid=1  attempts=0  waits until 2126-03-02 12:00:00`,
      `${ids.running}  send-mail  ${account}  invoice_guid=1  attempts=0  running`,
      `${ids.others}  send-claim  account=${other?.username}  invoice_guid=1  attempts=12  dead since 2026-03-02 00:00:00`,
      '    The bank is closed',
      '4 jobs',
      '',
    ]);
    const listIds = async (...filters: string[]) =>
      [...(await run(t, 'list', ...filters)).stdout.matchAll(/^\d+/gm)].map(([id]) => Number(id));
    assert.deepEqual(await listIds('--dead'), [ids.dead, ids.others, 2]);
    assert.deepEqual(await listIds('--kind', 'send-mail'), [ids.waiting, ids.running, 2]);
    assert.deepEqual(await listIds('--dead', '--account', other?.username ?? ''), [ids.others, 1]);
  });

  test('retry resets the attempts of one job, or of all dead jobs of a filter', async (t) => {
    assert.deepEqual(await run(t, 'retry', String(ids.dead)), {
      stdout: `Job ${ids.dead} (send-claim) runs again\n`,
    });
    assert.deepEqual(await readStates(), {
      [ids.dead]: 0,
      [ids.waiting]: 0,
      [ids.running]: 0,
      [ids.others]: 'dead',
    });
    assert.deepEqual(await run(t, 'retry', '--all-dead', '--account', other?.username ?? ''), {
      stdout: '1 jobs run again\n',
    });
    assert.equal((await readStates())[ids.others], 0);
    const [{ run_at } = { run_at: '' }] = await queue.readJobs();
    assert.ok(run_at < '2126', 'it is due now');
  });

  test('drop deletes one job', async (t) => {
    assert.deepEqual(await run(t, 'drop', String(ids.dead)), {
      stdout: `Job ${ids.dead} (send-claim) is dropped\n`,
    });
    assert.equal((await queue.readJobs()).length, 3);
  });

  test('refuses invalid arguments and running jobs, and changes nothing', async (t) => {
    const before = await readStates();
    for (const [args, why] of [
      [['drop', String(ids.running)], `Job ${ids.running} is running; wait until it has ended`],
      [['retry', String(ids.running)], `Job ${ids.running} is running; wait until it has ended`],
      [['drop', '999999'], 'There is no job 999999'],
      [['drop', 'all'], '"all" is not the number of a job'],
      [['list', '--kind', 'none'], 'There is no kind "none"; see kvitt jobs --help'],
      [['list', '--account', 'nobody'], 'There is no account "nobody"'],
      [['retry', '--all-dead', '--account', 'nobody'], 'There is no account "nobody"'],
      [['retry'], 'Usage: kvitt jobs list'],
      [['drop', '--all-dead'], 'Usage: kvitt jobs list'],
    ] as const) {
      const { stdout, refusal } = await run(t, ...args);
      assert.equal(stdout, '', args.join(' '));
      assert.ok(refusal?.startsWith(why), refusal);
    }
    const { status, stdout, stderr } = spawn('drop', String(ids.running));
    assert.deepEqual(
      [status, stdout, stderr],
      [1, '', `Job ${ids.running} is running; wait until it has ended\n`],
    );
    assert.deepEqual(await readStates(), before);
    assert.match(
      spawn('--help').stdout,
      /^Usage: kvitt jobs list .*\n\nLists the jobs[\s\S]*Kinds: send-claim, /,
    );
  });
});
