import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { lanes } from '../../src/jobs/all.ts';
import type { Job } from '../../src/kernel/jobs/job-runner.ts';
import { type Lane, QueueWorker } from '../../src/kernel/jobs/queue-worker.ts';
import type { Client } from '../support/client.ts';
import { at, JobQueue } from '../support/job-queue.ts';
import { onBothDatabases } from '../support/service.ts';
import { until } from '../support/until.ts';

onBothDatabases('lanes of the job queue', (kvitt) => {
  let queue: JobQueue;
  let seller: Client;
  before(async () => {
    queue = new JobQueue(kvitt.service.engine);
    seller = await kvitt.account();
  });
  beforeEach(() => queue.clear());

  test('ends a lane that cannot record the outcome of a job after its other running jobs have ended', async () => {
    await queue.insertJobs(seller.username, 3, at(0));
    const lane = new QueueWorker(kvitt.service.engine.kernel.db, {
      kinds: ['send-claim'],
      concurrency: 2,
      batch: 3,
    });
    let [started, finishedCount] = [0, 0];
    const running = lane.run({
      now: () => at(0),
      isStopping: () => false,
      pause: () => sleep(5),
      perform: async () => {
        started += 1;
        if (started === 1) throw new Error('the database is unavailable');
        await sleep(50);
        finishedCount += 1;
      },
    });
    await assert.rejects(running, /the database is unavailable/);
    assert.deepEqual([started, finishedCount], [2, 1], 'no job runs on unobserved');
    assert.deepEqual(
      (await queue.readJobs()).map(({ attempts, locked }) => ({ attempts, locked })),
      [
        { attempts: 1, locked: true },
        { attempts: 1, locked: true },
        { attempts: 0, locked: false },
      ],
    );
  });

  test('does not delay other jobs behind slow ones', async () => {
    await queue.insertJobs(seller.username, 2, at(0), 'read-cost');
    await queue.insertJobs(seller.username, 1, at(1));
    const started: string[] = [];
    const finish: (() => void)[] = [];
    const handle = ({ kind }: { kind: string }) => {
      started.push(kind);
      return kind === 'read-cost' ? new Promise<void>((resolve) => finish.push(resolve)) : Promise.resolve();
    };
    const jobs = queue.createRunner(handle, [], [{ kinds: ['read-cost'], concurrency: 1, batch: 1 }]);
    jobs.start();
    await until('a slow one is begun', () => finish.length === 1);
    await until('the quick one is done', async () => (await queue.readJobs()).length === 2);
    assert.deepEqual(started.sort(), ['read-cost', 'send-claim']);
    assert.equal(
      (await queue.readJobs()).filter(({ locked }) => locked).length,
      1,
      'the other is free for any node',
    );
    const stopped = jobs.stop();
    for (const one of finish) one();
    await stopped;
  });

  test('runs at most the configured number of jobs of a lane at a time, independently of other lanes', async () => {
    await queue.insertJobs(seller.username, 7, at(0), 'send-mail');
    await queue.insertJobs(seller.username, 2, at(0));
    const unfinished: (() => void)[] = [];
    let claims = 0;
    const jobs = queue.createRunner(
      ({ kind }) => {
        if (kind === 'send-mail') return new Promise((resolve) => unfinished.push(resolve));
        claims += 1;
        return Promise.resolve();
      },
      [],
      [{ kinds: ['send-mail'], concurrency: 3, batch: 20 }],
    );
    jobs.start();
    await until('the claims are done while mails hang', () => claims === 2 && unfinished.length === 3);
    let done = 0;
    while (done < 7) {
      const finish = await until('the next one is begun', () => unfinished.shift());
      assert.ok(unfinished.length <= 2, `${unfinished.length + 1} at a time`);
      finish();
      done += 1;
    }
    await until('all are done', async () => (await queue.readJobs()).length === 0);
    await jobs.stop();
    assert.deepEqual(jobs.done['send-mail'], { ran: 7, failed: 0 });
  });

  const MAIL = { kinds: ['send-mail'], concurrency: 4, batch: 40 } satisfies Lane;

  test('does not delay the only job of one account behind hundreds of another', async () => {
    const otherRunner = await kvitt.account();
    await queue.insertJobs(seller.username, 300, at(0), 'send-mail');
    await queue.insertJobs(otherRunner.username, 1, at(1), 'send-mail');
    const started = new Set<number>();
    const jobs = queue.createRunner(async ({ id }) => void started.add(id), [], [MAIL]);
    assert.deepEqual((await jobs.runDue(at(2))).ran, { 'send-mail': 301 });
    assert.equal(started.size, 301);
    assert.equal(positionOfOtherAccount(), 1);
  });

  test('delays a new job of another account by at most the batch that was already taken', async () => {
    const otherRunner = await kvitt.account();
    await queue.insertJobs(seller.username, 300, at(0), 'send-mail');
    let started = 0;
    let before = 0;
    const handle = async () => {
      started += 1;
      if (started !== 100) return;
      await queue.insertJobs(otherRunner.username, 1, at(1), 'send-mail');
      before = queue.startedAccounts.length;
    };
    assert.deepEqual((await queue.createRunner(handle, [], [MAIL]).runDue(at(2))).ran, { 'send-mail': 301 });
    const place = positionOfOtherAccount();
    assert.ok(place >= 100 && place <= before + MAIL.batch + 1, `place ${place}, inserted after ${before}`);
  });

  /** How many jobs of the seller started before the first of another account. */
  function positionOfOtherAccount(): number {
    return queue.startedAccounts.findIndex((accountId) => accountId !== queue.startedAccounts[0]);
  }

  test('takes jobs of all accounts in turn, also when there are more accounts than a batch holds', async () => {
    const accounts = [seller, ...(await Promise.all([1, 2, 3, 4].map(() => kvitt.account())))];
    const owners = new Map<number, string>();
    for (const { username } of accounts)
      for (const id of await queue.insertJobs(username, 9, at(0), 'send-mail')) owners.set(id, username);
    const counts = new Map(accounts.map(({ username }) => [username, 0]));
    const handle = async ({ id }: { id: number }) => {
      const owner = owners.get(id) as string;
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      const all = [...counts.values()];
      if (Math.max(...all) < 9) assert.ok(Math.max(...all) - Math.min(...all) <= 1, all.join(' '));
    };
    const jobs = queue.createRunner(handle, [], [{ kinds: ['send-mail'], concurrency: 1, batch: 2 }]);
    assert.deepEqual(await jobs.runDue(at(0)), { ran: { 'send-mail': 45 }, failed: 0 });
  });

  test('leaves slots for the webhook of another account, however many receivers of three accounts hang', async () => {
    const hostile = [seller, await kvitt.account(), await kvitt.account()];
    const honest = await kvitt.account();
    for (const { username } of hostile) await queue.insertDeliveries(username, 20, 8, at(0));
    const held = new Map<string, number>();
    const finish: (() => void)[] = [];
    let delivered = 0;
    const handle = ({ caller }: Job) => {
      const { username } = caller.account;
      if (username === honest.username) delivered += 1;
      if (username === honest.username) return Promise.resolve();
      held.set(username, (held.get(username) ?? 0) + 1);
      return new Promise<void>((resolve) => finish.push(resolve));
    };
    const ofWebhooks = lanes.find(({ kinds }) => kinds.includes('deliver-webhook')) as Lane;
    const jobs = queue.createRunner(handle, [], [ofWebhooks]);
    jobs.start();
    await until('the receivers hold their shares', () => finish.length >= ofWebhooks.concurrency * 0.7);
    await queue.insertDeliveries(honest.username, 2, 5, at(1));
    await until('the honest deliveries are made while all others hang', () => delivered === 10);
    assert.deepEqual([...held.values()], [25, 25, 25], 'no account has more than is free');
    const stopped = jobs.stop();
    for (const one of finish) one();
    await stopped;
  });

  test('continues a lane while one of its jobs is slow, and takes jobs that arrive meanwhile', async () => {
    const [slow] = await queue.insertJobs(seller.username, 1, at(0), 'send-mail');
    let finish: (() => void) | undefined;
    const handle = ({ id }: { id: number }) =>
      id === slow ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
    const jobs = queue.createRunner(handle, [], [{ ...MAIL, concurrency: 2 }]);
    jobs.start();
    const finishSlow = await until('the slow one is begun', () => finish);
    await queue.insertJobs(seller.username, 50, at(0), 'send-mail');
    await until('all others are done', async () => (await queue.readJobs()).length === 1);
    assert.deepEqual(jobs.done['send-mail'], { ran: 50, failed: 0 });
    finishSlow();
    await until('the slow one is done', async () => (await queue.readJobs()).length === 0);
    await jobs.stop();
  });
});
