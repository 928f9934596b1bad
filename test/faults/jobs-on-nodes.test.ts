import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, openEngine } from '../../src/service.ts';
import { client } from '../support/client.ts';
import { testConfig } from '../support/databases.ts';
import { JobQueue } from '../support/job-queue.ts';
import { Kvitt } from '../support/service.ts';
import { until } from '../support/until.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

describe('several nodes on one queue', () => {
  const kvitt = new Kvitt();
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
    username = (await client(kvitt.url)).username;
  });
  after(async () => {
    await Promise.all(engines.slice(1).map((engine) => engine.close()));
    await kvitt.stop();
  });

  test('run each job once', async () => {
    const ids = await (queues[0] as JobQueue).insertJobs(username, 300, NOW);
    const ran: number[] = [];
    const atWork = new Set<number>();
    const drained = await Promise.all(
      queues.map((queue, node) =>
        queue
          .createRunner(async ({ id }) => {
            ran.push(id);
            atWork.add(node);
            // None goes on before all have taken some, of which there is enough for each.
            await until('every node has a job', () => atWork.size === 3);
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

  test('do a chore one at a time, however long it takes', async () => {
    let running = 0;
    let most = 0;
    let begun = 0;
    const chore = {
      name: 'slow-chore',
      everySeconds: 1,
      run: async () => {
        begun += 1;
        running += 1;
        most = Math.max(most, running);
        await sleep(2500);
        running -= 1;
        return 1;
      },
    };
    const nodes = queues.map((queue) => queue.createRunner(async () => {}, [chore]));
    for (const node of nodes) node.start();
    await until('the chore ran twice', () => begun >= 2);
    await Promise.all(nodes.map((node) => node.stop()));
    assert.equal(most, 1);
  });
});
