import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Engine, openEngine } from '../../src/service.ts';
import { createAccount } from '../support/client.ts';
import { testConfig } from '../support/databases.ts';
import { JobQueue } from '../support/job-queue.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

describe('several nodes on one job queue', () => {
  const kvitt = new TestService();
  let engines: Engine[];
  let queues: JobQueue[];
  let username: string;
  before(async () => {
    await kvitt.startOwn('postgres');
    const { log } = kvitt.service;
    const others = [1, 2].map(() =>
      openEngine(testConfig(kvitt.database.env), { log, clock: () => kvitt.now() }),
    );
    engines = [kvitt.service.engine, ...(await Promise.all(others))];
    queues = engines.map((engine) => new JobQueue(engine));
    username = (await createAccount(kvitt.url)).username;
  });
  after(async () => {
    await Promise.all(engines.slice(1).map((engine) => engine.close()));
    await kvitt.stop();
  });

  test('run each job once', async () => {
    const ids = await (queues[0] as JobQueue).insertJobs(username, 300, NOW);
    const ran: number[] = [];
    const busyNodes = new Set<number>();
    const drained = await Promise.all(
      queues.map((queue, node) =>
        queue
          .createRunner(async ({ id }) => {
            ran.push(id);
            busyNodes.add(node);
            // No job finishes before every node has taken one.
            await until('every node has a job', () => busyNodes.size === 3);
            await sleep(Math.random() * 4);
          })
          .runDue(NOW),
      ),
    );
    assert.deepEqual(ran.sort(), ids.sort());
    assert.equal(
      drained.reduce((sum, { ran }) => sum + (ran['send-claim'] ?? 0), 0),
      300,
    );
    assert.deepEqual(await (queues[0] as JobQueue).readJobs(), []);
  });

  test('run a cron task on one node at a time, also when it takes longer than its interval', async () => {
    let running = 0;
    let maxRunning = 0;
    let startCount = 0;
    const cronTask = {
      name: 'slow-task',
      everySeconds: 1,
      run: async () => {
        startCount += 1;
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await sleep(2500);
        running -= 1;
        return 1;
      },
    };
    const nodes = queues.map((queue) => queue.createRunner(async () => {}, [cronTask]));
    for (const node of nodes) node.start();
    await until('the cron task ran twice', () => startCount >= 2);
    await Promise.all(nodes.map((node) => node.stop()));
    assert.equal(maxRunning, 1);
  });

  test('run a cron task again whose due time was set by a clock that was far ahead', async () => {
    const { kernel } = kvitt.service.engine;
    const runner = async (daysAhead: number) => {
      const name = `task-${daysAhead}-days-ahead`;
      const due = new Date(kvitt.now().getTime() + daysAhead * 24 * 3600 * 1000);
      await select(kernel.db, sql`insert into cron_tasks (name, next_at) values (${name}, ${due})`);
      let runs = 0;
      const run = async () => {
        runs += 1;
        return 1;
      };
      const node = (queues[0] as JobQueue).createRunner(async () => {}, [{ name, everySeconds: 60, run }]);
      node.start();
      return { node, runs: () => runs };
    };
    const late = await runner(0.9);
    const stopped = await runner(400);
    await until('the task that was 400 days ahead ran', () => stopped.runs() === 1);
    await Promise.all([late.node.stop(), stopped.node.stop()]);
    assert.deepEqual([late.runs(), stopped.runs()], [0, 1]);
    const [next] = await select<{ is_soon: boolean }>(
      kernel.db,
      sql`select next_at <= ${new Date(kvitt.now().getTime() + 60_000)} as is_soon from cron_tasks
        where name = 'task-400-days-ahead'`,
    );
    assert.equal(next?.is_soon, true);
  });
});
