import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { z } from 'zod';
import { sendClaim } from '../../src/jobs/claims.ts';
import { col, row } from '../../src/kernel/database/row.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { runWrite } from '../../src/kernel/execute.ts';
import { fail } from '../../src/kernel/failures/failure.ts';
import type { Job } from '../../src/kernel/jobs/job-runner.ts';
import type { JobCaller } from '../../src/kernel/operations/caller.ts';
import { IdempotencyKey } from '../../src/kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import { defineWrite } from '../../src/kernel/operations/operation.ts';
import type { Bank } from '../../src/kernel/ports/ports.ts';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice } from '../support/client.ts';
import { JobQueue } from '../support/job-queue.ts';
import { runJobs } from '../support/jobs.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';

type Ending = 'commits' | 'returns no row' | 'fails in its last statement' | 'is refused halfway';

/** A write that enqueues a job, and ends in the given way. */
const writeWithJob = defineWrite({
  name: 'change-with-job',
  summary: 'Changes nothing, but enqueues a job.',
  access: { scope: null },
  events: [],
  input: z.object({ ending: z.custom<Ending>() }),
  output: z.object({ one: z.number() }),
  async run(ctx, { ending }) {
    ctx.enqueue('send-claim', { invoice_guid: ctx.newGuid() });
    if (ending === 'is refused halfway') {
      await select(ctx.tx, sql`select 1`);
      fail('invoice_locked');
    }
    const answer = {
      commits: sql`select 1 as one`,
      'returns no row': sql`select 1 as one where false`,
      'fails in its last statement': sql`select 1 / (random() * 0)::int as one`,
    }[ending];
    return (
      (await ctx.finishIf({ target: null, row: row({ one: col.integer() }), result: answer })) ??
      fail('invoice_locked')
    );
  },
});

onBothDatabases('jobs that an operation enqueues', (kvitt) => {
  let kernel: Kernel;
  let queue: JobQueue;
  let seller: Client;
  let caller: JobCaller;
  before(async () => {
    kernel = kvitt.service.engine.kernel;
    queue = new JobQueue(kvitt.service.engine);
    seller = await kvitt.account();
    const account = await kvitt.service.engine.accounts.byUsername(seller.username);
    caller = { by: 'job', account, via: 'job', ip: '', requestId: 'test' };
  });

  for (const ending of ['returns no row', 'fails in its last statement', 'is refused halfway'] as const) {
    test(`do not exist when the operation ${ending}`, async () => {
      await queue.clear();
      await assert.rejects(runWrite(kernel, writeWithJob, caller, { ending }));
      assert.deepEqual(await queue.readJobs(), []);
    });
  }

  test('are committed with the operation, and once when the call is repeated', async () => {
    await queue.clear();
    const keyedCaller = { ...caller, idempotencyKey: new IdempotencyKey('twice') };
    await runWrite(kernel, writeWithJob, keyedCaller, { ending: 'commits' });
    await runWrite(kernel, writeWithJob, keyedCaller, { ending: 'commits' });
    assert.equal((await queue.readJobs()).length, 1);
  });

  const withClaim = () =>
    invoice({
      is_claim: 1,
      customer: { name: 'Greiðandi ehf.', output_select: 4, registration_no: companyKennitala(77) },
    });
  const readClaimStates = async (guid: string) => {
    const { body } = await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`);
    const all = body as { invoice_guid: string; status: string }[];
    return all.filter(({ invoice_guid }) => invoice_guid === guid).map(({ status }) => status);
  };
  const jobFor = (guid: string): Job<'send-claim'> => ({
    id: 0,
    kind: 'send-claim',
    payload: { invoice_guid: guid },
    attempts: 1,
    caller,
  });

  test('create one claim, however often and on however many nodes they run', async () => {
    const guid = await seller.ok('create-invoice', { data: withClaim() });
    await Promise.all([1, 2, 3].map(() => sendClaim(kernel, jobFor(guid))));
    await sendClaim(kernel, jobFor(guid));
    assert.deepEqual(await readClaimStates(guid), ['unpaid']);
    assert.equal((await seller.ok('get-invoice', { guid })).claim_status, 'sent');
  });

  test('create one claim when the node crashes after the bank has created it', async () => {
    const guid = await seller.ok('create-invoice', { data: withClaim() });
    const { bank } = kernel.ports;
    const crashing: Bank = {
      createClaim: async (order) => {
        await bank.createClaim(order);
        throw new Error('crashed before the claim was recorded');
      },
      changeClaim: bank.changeClaim.bind(bank),
      cancelClaim: bank.cancelClaim.bind(bank),
      openClaims: bank.openClaims.bind(bank),
      readClaim: bank.readClaim.bind(bank),
    };
    await assert.rejects(sendClaim({ ...kernel, ports: { ...kernel.ports, bank: crashing } }, jobFor(guid)));
    assert.deepEqual(await readClaimStates(guid), ['unpaid']);
    assert.equal((await seller.ok('get-invoice', { guid })).claim_status, '');
    await sendClaim(kernel, jobFor(guid));
    assert.deepEqual(await readClaimStates(guid), ['unpaid']);
    assert.equal((await seller.ok('get-invoice', { guid })).claim_status, 'sent');
  });

  test('run by the operator for the given day', async () => {
    await queue.clear();
    kvitt.now = () => new Date('2026-03-02T12:00:00Z');
    const guid = await seller.ok('create-invoice', { data: withClaim() });
    const run = (today: string) => runJobs(kvitt, today);
    assert.equal((await run('2026-03-01')).ran['send-claim'], undefined);
    const { ran, failed } = await run('2026-03-02');
    assert.deepEqual([ran['send-claim'], failed], [1, 0]);
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    await run('2026-03-23'); // The final due date itself.
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    await run('2026-03-24');
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Collection');
  });
});
