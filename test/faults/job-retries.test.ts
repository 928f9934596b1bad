import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Client } from '../support/client.ts';
import { at, JobQueue } from '../support/job-queue.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('retries of the job queue', (kvitt) => {
  let queue: JobQueue;
  let seller: Client;
  before(async () => {
    queue = new JobQueue(kvitt.service.engine);
    seller = await kvitt.account();
  });
  beforeEach(() => queue.clear());

  test('retries a failing job with exponential backoff, and marks it dead after the last attempt', async () => {
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

  test('marks a job dead at once when its payload does not fit its kind', async () => {
    const db = kvitt.service.engine.kernel.db;
    const [id] = await queue.insertJobs(seller.username, 1, at(0));
    await select(db, sql`update jobs set payload = '{"invoice_guid": 7}' where id = ${id}`);
    const jobs = queue.createRunner(() => assert.fail('it was run'));
    assert.deepEqual(await jobs.runDue(at(0)), { ran: {}, failed: 1 });
    const [job] = await queue.readJobs();
    assert.deepEqual([job?.dead, job?.attempts], [true, 1]);
    assert.match(
      job?.last_error ?? '',
      /^The payload does not fit its kind: invoice_guid: .*expected string/,
    );
  });

  test('logs no mail addresses that an external system repeats', async () => {
    await queue.insertJobs(seller.username, 1, at(0));
    const lines: { reason?: string; cause?: string }[] = [];
    const jobs = queue.createRunner(
      async () => {
        const cause = new Error('550 5.1.1 <jon.jonsson@private.example>: user unknown');
        throw new Error('The mail server answered: no "jon+kvitt@private.example"', { cause });
      },
      [],
      [],
      (line) => lines.push(line),
    );
    await jobs.runDue(at(0));
    const [{ reason, cause } = {}] = lines;
    assert.equal(reason, 'The mail server answered: no "…@private.example"');
    assert.equal(cause, '550 5.1.1 <…@private.example>: user unknown');
    assert.match((await queue.readJobs())[0]?.last_error ?? '', /jon\+kvitt@private\.example/);
  });

  test('logs account, job id and record of a failed job', async () => {
    const [id] = await queue.insertJobs(seller.username, 1, at(0));
    const lines: object[] = [];
    const jobs = queue.createRunner(
      async () => {
        throw new Error('no', { cause: new Error('connection reset') });
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
        cause: 'connection reset',
      },
    ]);
  });

  test('marks a job dead whose process ended during the last attempt, and keeps the previous error', async () => {
    await queue.insertJobs(seller.username, 2, at(0));
    await select(
      kvitt.service.engine.kernel.db,
      sql`
      update jobs set attempts = 12, last_error = 'busy', leased_until = now() + make_interval(secs =>
        case payload ->> 'invoice_guid' when '1' then -1 else 60 end)`,
    );
    const jobs = queue.createRunner(() => assert.fail('it was run'));
    assert.deepEqual(await jobs.runDue(at(0)), { ran: {}, failed: 0 });
    const [expired, running] = await queue.readJobs();
    assert.deepEqual(
      [expired?.dead, expired?.last_error],
      [true, 'The process ended during attempt 12, the last one; the error before that: busy'],
    );
    assert.deepEqual([running?.dead, running?.locked], [false, true], 'its lease has not run out');
  });

  test('deletes a job when it succeeds, also after failures', async () => {
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
});
