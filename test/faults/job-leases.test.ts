import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { at, JobQueue } from '../support/job-queue.ts';
import { runJobs } from '../support/jobs.ts';
import { onBothDatabases } from '../support/service.ts';
import { until } from '../support/until.ts';

onBothDatabases('due jobs and leases', (kvitt) => {
  let queue: JobQueue;
  let seller: Client;
  before(async () => {
    queue = new JobQueue(kvitt.service.engine);
    seller = await kvitt.account();
  });
  beforeEach(() => queue.clear());

  test('runs the jobs that are due on the given day, and no later ones', async () => {
    await queue.insertJobs(seller.username, 3, at(0));
    await queue.insertJobs(seller.username, 2, at(24 * 3600));
    const jobs = queue.createRunner(async () => {});
    assert.deepEqual((await jobs.runDue(at(-1))).ran, {});
    assert.deepEqual((await jobs.runDue(at(0))).ran, { 'send-claim': 3 });
    const { ran } = await runJobs(kvitt, '2026-03-02');
    assert.equal(ran['send-claim'], undefined);
    assert.deepEqual((await jobs.runDue(at(24 * 3600))).ran, { 'send-claim': 2 });
  });

  test('runs jobs that another job enqueues in the same run', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let left = 30;
    const jobs = queue.createRunner(async () => {
      if (left-- > 0) await queue.insertJobs(seller.username, 1, at(0));
    });
    assert.deepEqual((await jobs.runDue(at(0))).ran, { 'send-claim': 31 });
  });

  test('runs the job of a crashed node again after its lease has expired, and not before', async () => {
    const ids = await queue.insertJobs(seller.username, 2, at(0));
    const crashedRunner = queue.createRunner(() => new Promise(() => {}));
    // The given day must not influence how long a lost job stays leased.
    void crashedRunner.runDue(at(400 * 24 * 3600));
    const [job] = await until('the jobs are taken', async () => {
      const all = await queue.readJobs();
      return all.every(({ locked }) => locked) && all;
    });
    assert.ok(job?.lock_left && job.lock_left > 40 && job.lock_left <= 60, `${job?.lock_left} s`);
    const ran: number[] = [];
    const otherRunner = queue.createRunner(async ({ id }) => void ran.push(id));
    assert.deepEqual((await otherRunner.runDue(at(800 * 24 * 3600))).ran, {});
    await queue.expireLeases();
    assert.deepEqual((await otherRunner.runDue(at(0))).ran, { 'send-claim': 2 });
    assert.deepEqual(ran.sort(), ids.sort());
  });

  test('waits for jobs of another node when asked to', async () => {
    await queue.insertJobs(seller.username, 2, at(0));
    const finish: (() => void)[] = [];
    const busyRunner = queue.createRunner(() => new Promise((resolve) => void finish.push(resolve)));
    const first = busyRunner.runDue(at(0));
    await until('the first job is begun', () => finish.length === 1);
    let hasFinished = false;
    const waitingRunner = queue.createRunner(async () => {});
    const second = waitingRunner.runDue(at(0), { patienceMs: 20_000 }).finally(() => (hasFinished = true));
    assert.deepEqual(await waitingRunner.runDue(at(0)), { ran: {}, failed: 0 });
    assert.equal(hasFinished, false);
    finish[0]?.();
    await until('the second job is begun', () => finish.length === 2);
    finish[1]?.();
    assert.deepEqual(await second, { ran: {}, failed: 0 });
    assert.deepEqual((await first).ran, { 'send-claim': 2 });
    assert.deepEqual(await queue.readJobs(), []);
  });

  test('ignores the outcome of a job that another node has taken over', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let fail: ((error: Error) => void) | undefined;
    const slow = queue.createRunner(() => new Promise((_resolve, reject) => (fail = reject)));
    const firstRun = slow.runDue(at(0));
    const failFirst = await until('the job is begun', () => fail);
    await queue.expireLeases();
    let finish: (() => void) | undefined;
    const second = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    const secondRun = second.runDue(at(0));
    const finishSecond = await until('the job is taken over', () => finish);
    failFirst(new Error('too late'));
    assert.equal((await firstRun).failed, 1);
    const [job] = await queue.readJobs();
    assert.deepEqual([job?.locked, job?.last_error], [true, '']);
    finishSecond();
    assert.deepEqual((await secondRun).ran, { 'send-claim': 1 });
  });

  test('waits for jobs that its own node has started, and counts them', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let finish: (() => void) | undefined;
    const jobs = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    jobs.start();
    const started = await until('the job is begun', () => finish);
    let isOver = false;
    const run = jobs.runDue(at(0)).finally(() => {
      isOver = true;
    });
    await sleep(200);
    assert.equal(isOver, false);
    started();
    assert.deepEqual(await run, { ran: { 'send-claim': 1 }, failed: 0 });
    await jobs.stop();
  });

  test('releases leased jobs that it has not started when the node stops', async () => {
    await queue.insertJobs(seller.username, 5, at(0));
    let finish: (() => void) | undefined;
    const jobs = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    jobs.start();
    const started = await until('the first one is begun', () => finish);
    const stopped = jobs.stop();
    started();
    await stopped;
    const left = await queue.readJobs();
    assert.deepEqual(
      left.map(({ locked, attempts }) => ({ locked, attempts })),
      Array(4).fill({ locked: false, attempts: 0 }),
    );
  });
});
