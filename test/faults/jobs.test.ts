import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Lane, QueueWorker } from '../../src/kernel/jobs/queue-worker.ts';
import type { Client } from '../support/client.ts';
import { JobQueue } from '../support/job-queue.ts';
import { onBothDatabases } from '../support/service.ts';
import { until } from '../support/until.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1000);

onBothDatabases('the job queue', (kvitt) => {
  let queue: JobQueue;
  let seller: Client;
  before(async () => {
    queue = new JobQueue(kvitt.service.engine);
    seller = await kvitt.account();
  });
  beforeEach(() => queue.clear());

  test('tries a failing job again after ever longer waits, and in the end gives it up', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    const jobs = queue.createRunner(async () => {
      throw new Error('the bank is closed');
    });
    let now = at(0);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      assert.deepEqual(await jobs.runDue(now), { ran: {}, failed: 1 });
      const [job] = await queue.readJobs();
      assert.equal(job?.attempts, attempt);
      assert.equal(job?.last_error, 'the bank is closed');
      assert.equal(job?.locked, false);
      const next = Date.parse(`${job?.run_at}Z`);
      waits.push((next - now.getTime()) / 1000);
      assert.deepEqual(await jobs.runDue(new Date(next - 1)), { ran: {}, failed: 0 }, 'before its time');
      now = new Date(next);
    }
    assert.deepEqual(waits.slice(0, 11), [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
    assert.equal((await queue.readJobs())[0]?.dead, true);
    assert.deepEqual(await jobs.runDue(at(1e8)), { ran: {}, failed: 0 });
  });

  test('gives a job up at once whose payload does not fit its kind', async () => {
    const db = kvitt.service.engine.kernel.db;
    const [id] = await queue.insertJobs(seller.username, 1, at(0));
    await db.query(sql`update jobs set payload = '{"invoice_guid": 7}' where id = ${id}`);
    const jobs = queue.createRunner(() => assert.fail('it was run'));
    assert.deepEqual(await jobs.runDue(at(0)), { ran: {}, failed: 1 });
    const [job] = await queue.readJobs();
    assert.deepEqual([job?.dead, job?.attempts], [true, 1]);
    assert.match(
      job?.last_error ?? '',
      /^The payload does not fit its kind: invoice_guid: .*expected string/,
    );
  });

  test('logs of a failed job whose it is, its number and its record', async () => {
    const [id] = await queue.insertJobs(seller.username, 1, at(0));
    const lines: object[] = [];
    const jobs = queue.createRunner(
      async () => {
        throw new Error('no', { cause: new Error('the line is dead') });
      },
      [],
      [],
      (line) => lines.push(line),
    );
    await jobs.runDue(at(0));
    assert.deepEqual(lines, [
      {
        job: 'send-claim',
        job_id: id,
        account: seller.username,
        records: { invoice_guid: '1' },
        attempts: 1,
        dead: false,
        reason: 'no',
        cause: 'the line is dead',
      },
    ]);
  });

  test('gives a job up whose process ended during the last attempt, and keeps the error before that', async () => {
    await queue.insertJobs(seller.username, 2, at(0));
    await kvitt.service.engine.kernel.db.query(sql`
      update jobs set attempts = 12, last_error = 'busy', locked_until = now() + make_interval(secs =>
        case payload ->> 'invoice_guid' when '1' then -1 else 60 end)`);
    const jobs = queue.createRunner(() => assert.fail('it was run'));
    assert.deepEqual(await jobs.runDue(at(0)), { ran: {}, failed: 0 });
    const [lost, running] = await queue.readJobs();
    assert.deepEqual(
      [lost?.dead, lost?.last_error],
      [true, 'The process ended during attempt 12, the last one; the error before that: busy'],
    );
    assert.deepEqual([running?.dead, running?.locked], [false, true], 'its lease has not run out');
  });

  test('forgets a job when it is done, also after failures', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let calls = 0;
    const jobs = queue.createRunner(async () => {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
    });
    await jobs.runDue(at(0));
    await jobs.runDue(at(5));
    assert.deepEqual(await jobs.runDue(at(15)), { ran: { 'send-claim': 1 }, failed: 0 });
    assert.deepEqual(await queue.readJobs(), []);
  });

  test('a lane that cannot write down what became of a job ends when its other places have', async () => {
    await queue.insertJobs(seller.username, 3, at(0));
    const lane = new QueueWorker(kvitt.service.engine.kernel.db, {
      kinds: ['send-claim'],
      concurrency: 2,
      batch: 3,
    });
    let [begun, ended] = [0, 0];
    const running = lane.run({
      now: () => at(0),
      isStopping: () => false,
      pause: () => sleep(5),
      perform: async () => {
        begun += 1;
        if (begun === 1) throw new Error('the database is away');
        await sleep(50);
        ended += 1;
      },
    });
    await assert.rejects(running, /the database is away/);
    assert.deepEqual([begun, ended], [2, 1], 'nobody works on unseen');
    assert.deepEqual(
      (await queue.readJobs()).map(({ attempts, locked }) => ({ attempts, locked })),
      [
        { attempts: 1, locked: true },
        { attempts: 1, locked: true },
        { attempts: 0, locked: false },
      ],
    );
  });

  test('does what is due on the day that is named, and nothing later', async () => {
    await queue.insertJobs(seller.username, 3, at(0));
    await queue.insertJobs(seller.username, 2, at(24 * 3600));
    const jobs = queue.createRunner(async () => {});
    assert.deepEqual((await jobs.runDue(at(-1))).ran, {});
    assert.deepEqual((await jobs.runDue(at(0))).ran, { 'send-claim': 3 });
    const { body } = await kvitt.operator('POST', '/jobs/run', { today: '2026-03-02' });
    assert.equal(body.ran['send-claim'], undefined);
    assert.deepEqual((await jobs.runDue(at(24 * 3600))).ran, { 'send-claim': 2 });
  });

  test('does in the same run what a job brings about', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let left = 30;
    const jobs = queue.createRunner(async () => {
      if (left-- > 0) await queue.insertJobs(seller.username, 1, at(0));
    });
    assert.deepEqual((await jobs.runDue(at(0))).ran, { 'send-claim': 31 });
  });

  test('runs a job again whose node crashed with it, and not before its lock has run out', async () => {
    const ids = await queue.insertJobs(seller.username, 2, at(0));
    const crashed = queue.createRunner(() => new Promise(() => {}));
    // The day that is named must not decide how long a lost job stays locked.
    void crashed.runDue(at(400 * 24 * 3600));
    const [job] = await until('the jobs are taken', async () => {
      const all = await queue.readJobs();
      return all.every(({ locked }) => locked) && all;
    });
    assert.ok(job?.lock_left && job.lock_left > 40 && job.lock_left <= 60, `${job?.lock_left} s`);
    const ran: number[] = [];
    const other = queue.createRunner(async ({ id }) => void ran.push(id));
    assert.deepEqual((await other.runDue(at(800 * 24 * 3600))).ran, {});
    await queue.expireLeases();
    assert.deepEqual((await other.runDue(at(0))).ran, { 'send-claim': 2 });
    assert.deepEqual(ran.sort(), ids.sort());
  });

  test('waits, where it is asked to, until another node has finished what it began', async () => {
    await queue.insertJobs(seller.username, 2, at(0));
    const finish: (() => void)[] = [];
    const busy = queue.createRunner(() => new Promise((resolve) => void finish.push(resolve)));
    const first = busy.runDue(at(0));
    await until('the first job is begun', () => finish.length === 1);
    let waited = false;
    const patient = queue.createRunner(async () => {});
    const second = patient.runDue(at(0), { patienceMs: 20_000 }).finally(() => (waited = true));
    assert.deepEqual(await patient.runDue(at(0)), { ran: {}, failed: 0 });
    assert.equal(waited, false);
    finish[0]?.();
    await until('the second job is begun', () => finish.length === 2);
    finish[1]?.();
    assert.deepEqual(await second, { ran: {}, failed: 0 });
    assert.deepEqual((await first).ran, { 'send-claim': 2 });
    assert.deepEqual(await queue.readJobs(), []);
  });

  test('leaves a job alone that another node has taken over', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let fail: ((error: Error) => void) | undefined;
    const slow = queue.createRunner(() => new Promise((_resolve, reject) => (fail = reject)));
    const late = slow.runDue(at(0));
    const failLate = await until('the job is begun', () => fail);
    await queue.expireLeases();
    let finish: (() => void) | undefined;
    const second = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    const inTime = second.runDue(at(0));
    const finishInTime = await until('the job is taken over', () => finish);
    failLate(new Error('too late'));
    assert.equal((await late).failed, 1);
    const [job] = await queue.readJobs();
    assert.deepEqual([job?.locked, job?.last_error], [true, '']);
    finishInTime();
    assert.deepEqual((await inTime).ran, { 'send-claim': 1 });
  });

  test('waits in a drain for what its node has begun by itself, and counts it', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    let finish: (() => void) | undefined;
    const jobs = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    jobs.start();
    const begun = await until('the job is begun', () => finish);
    let isOver = false;
    const drained = jobs.runDue(at(0)).finally(() => {
      isOver = true;
    });
    await sleep(200);
    assert.equal(isOver, false);
    begun();
    assert.deepEqual(await drained, { ran: { 'send-claim': 1 }, failed: 0 });
    await jobs.stop();
  });

  test('lets nothing wait behind what takes long', async () => {
    await queue.insertJobs(seller.username, 2, at(0), 'read-cost');
    await queue.insertJobs(seller.username, 1, at(1));
    const begun: string[] = [];
    const finish: (() => void)[] = [];
    const handle = ({ kind }: { kind: string }) => {
      begun.push(kind);
      return kind === 'read-cost' ? new Promise<void>((resolve) => finish.push(resolve)) : Promise.resolve();
    };
    const jobs = queue.createRunner(handle, [], [{ kinds: ['read-cost'], concurrency: 1, batch: 1 }]);
    jobs.start();
    await until('a slow one is begun', () => finish.length === 1);
    await until('the quick one is done', async () => (await queue.readJobs()).length === 2);
    assert.deepEqual(begun.sort(), ['read-cost', 'send-claim']);
    assert.equal(
      (await queue.readJobs()).filter(({ locked }) => locked).length,
      1,
      'the other is free for any node',
    );
    const stopped = jobs.stop();
    for (const one of finish) one();
    await stopped;
  });

  test('does as many of a lane at a time as it has room for, and lets no lane wait for another', async () => {
    await queue.insertJobs(seller.username, 7, at(0), 'send-mail');
    await queue.insertJobs(seller.username, 2, at(0));
    const held: (() => void)[] = [];
    let claims = 0;
    const jobs = queue.createRunner(
      ({ kind }) => {
        if (kind === 'send-mail') return new Promise((resolve) => held.push(resolve));
        claims += 1;
        return Promise.resolve();
      },
      [],
      [{ kinds: ['send-mail'], concurrency: 3, batch: 20 }],
    );
    jobs.start();
    await until('the claims are done while mails hang', () => claims === 2 && held.length === 3);
    let done = 0;
    while (done < 7) {
      const finish = await until('the next one is begun', () => held.shift());
      assert.ok(held.length <= 2, `${held.length + 1} at a time`);
      finish();
      done += 1;
    }
    await until('all are done', async () => (await queue.readJobs()).length === 0);
    await jobs.stop();
    assert.deepEqual(jobs.done['send-mail'], { ran: 7, failed: 0 });
  });

  const MAIL: Lane = { kinds: ['send-mail'], concurrency: 4, batch: 40 };

  test('lets the one job of an account wait for no hundreds of another', async () => {
    const other = await kvitt.account();
    await queue.insertJobs(seller.username, 300, at(0), 'send-mail');
    await queue.insertJobs(other.username, 1, at(1), 'send-mail');
    const begun = new Set<number>();
    const jobs = queue.createRunner(async ({ id }) => void begun.add(id), [], [MAIL]);
    assert.deepEqual((await jobs.runDue(at(2))).ran, { 'send-mail': 301 });
    assert.equal(begun.size, 301);
    assert.equal(placeOfOther(), 1);
  });

  test('lets a job that comes in between wait for no more than what was taken before', async () => {
    const other = await kvitt.account();
    await queue.insertJobs(seller.username, 300, at(0), 'send-mail');
    let begun = 0;
    let before = 0;
    const handle = async () => {
      begun += 1;
      if (begun !== 100) return;
      await queue.insertJobs(other.username, 1, at(1), 'send-mail');
      before = queue.startedAccounts.length;
    };
    assert.deepEqual((await queue.createRunner(handle, [], [MAIL]).runDue(at(2))).ran, { 'send-mail': 301 });
    const place = placeOfOther();
    assert.ok(place >= 100 && place <= before + MAIL.batch + 1, `place ${place}, put in after ${before}`);
  });

  /** How many jobs of the seller were given a place before the first of another account. */
  function placeOfOther(): number {
    return queue.startedAccounts.findIndex((accountId) => accountId !== queue.startedAccounts[0]);
  }

  test('gives every account its turn, also when there are more of them than a node takes at once', async () => {
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

  test('goes on in a lane while one of its jobs takes long, and takes what comes meanwhile', async () => {
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

  test('gives back what it has not begun when the node stops', async () => {
    await queue.insertJobs(seller.username, 5, at(0));
    let finish: (() => void) | undefined;
    const jobs = queue.createRunner(() => new Promise((resolve) => (finish = resolve)));
    jobs.start();
    const begun = await until('the first one is begun', () => finish);
    const stopped = jobs.stop();
    begun();
    await stopped;
    const left = await queue.readJobs();
    assert.deepEqual(
      left.map(({ locked, attempts }) => ({ locked, attempts })),
      Array(4).fill({ locked: false, attempts: 0 }),
    );
  });
});
