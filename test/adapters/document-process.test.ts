import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { DocumentPool } from '../../src/adapters/document-process/document-pool.ts';
import { DocumentLimitExceeded } from '../../src/adapters/document-process/document-process.ts';
import { READING_LIMITS } from '../../src/adapters/receipt-reader/reader.ts';
import { printed } from '../receipts/ink.ts';
import { ROOT } from '../support/tree.ts';
import { until } from '../support/until.ts';

const LIMITS = { size: 1, memoryMb: 400, recycleMb: 300, cpuSeconds: 60, seconds: 600 };
const pools: DocumentPool[] = [];
const open = (limits: Partial<typeof LIMITS> = {}) => {
  const pool = new DocumentPool({ ...LIMITS, ...limits });
  pools.push(pool);
  return pool;
};
const bytes = Buffer.from('%PDF-1.7\n');
const detect = (pool: DocumentPool, accountId = 1, signal?: AbortSignal) =>
  pool.run(accountId, 'detect-type', { bytes }, signal);
const readPicture = async (pool: DocumentPool, signal?: AbortSignal) => {
  const file = await printed('Samtals 1.240 kr.\n'.repeat(40));
  return pool.run(1, 'read-document', { bytes: file, background: {}, hasAi: false }, signal);
};

describe('document process', () => {
  after(() => {
    for (const pool of pools) pool.close();
  });
  const shared = open();

  it('starts with the first document and stays for the next', async () => {
    assert.deepEqual(shared.pids, []);
    assert.equal((await detect(shared))?.ext, 'pdf');
    const [pid] = shared.pids;
    assert.ok(pid);
    await detect(shared);
    assert.deepEqual(shared.pids, [pid]);
  });

  it('has no environment, and is the first process to be killed when memory runs out', () => {
    const [pid] = shared.pids;
    assert.equal(
      readFileSync(`/proc/${pid}/environ`, 'utf8').replace(
        /\0?(PWD|OLDPWD|SHLVL|_|NODE_CHANNEL\w*)=[^\0]*/g,
        '',
      ),
      '\0',
    );
    assert.equal(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim(), '1000');
    assert.match(readFileSync(`/proc/${pid}/limits`, 'utf8'), /^Max data size +\d+ /m);
  });

  it('serves accounts in turn', async () => {
    const order: number[] = [];
    const run = async (account: number) => {
      await detect(shared, account);
      order.push(account);
    };
    await Promise.all([run(1), run(1), run(1), run(2), run(3)]);
    assert.deepEqual(order, [1, 1, 2, 3, 1]);
  });

  it('leaves the queue at once on abort', async () => {
    const running = detect(shared);
    const aborted = new AbortController();
    const waiting = detect(shared, 2, aborted.signal);
    const reason = new Error('no longer wanted');
    aborted.abort(reason);
    await assert.rejects(waiting, reason);
    await running;
  });

  it('refuses documents beyond the limit of an account', async () => {
    const waiting = Array.from({ length: 30 }, () => detect(shared));
    const refused = (await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 4);
    for (const { reason } of refused as PromiseRejectedResult[]) assert.equal(reason.code, 'files_busy');
  });

  it('keeps a queue slot for the next account, however many documents others queue', async () => {
    const settled = Promise.allSettled(
      [1, 2, 3].flatMap((account) => Array.from({ length: 50 }, () => detect(shared, account))),
    );
    assert.ok(await detect(shared, 4));
    await settled;
  });

  it('is replaced after fifty documents', async () => {
    const [before] = shared.pids;
    for (let n = 0; n < 50; n++) await detect(shared);
    assert.notEqual(shared.pids[0], before);
  });

  /** The least memory with which a process starts, in MB; it differs by architecture. */
  const memoryAtStart = async () => {
    for (let memoryMb = 80; ; memoryMb += 10) {
      const pool = new DocumentPool({ ...LIMITS, memoryMb });
      pools.push(pool);
      const hasStarted = await detect(pool).then(
        () => true,
        () => false,
      );
      if (hasStarted) return memoryMb;
    }
  };

  for (const [what, limits] of [
    ['memory', async () => ({ memoryMb: await memoryAtStart() })],
    ['processor time', () => ({ cpuSeconds: 0.05 })],
    ['time', () => ({ seconds: 0.05 })],
  ] as const)
    it(`is killed at its limit of ${what}, and the next document gets another`, async () => {
      const own = { ...LIMITS, ...(await limits()) };
      const pool = new DocumentPool(own);
      pools.push(pool);
      const reading = readPicture(pool);
      await until('it has started', () => pool.pids[0]);
      const [pid] = pool.pids;
      await assert.rejects(reading, DocumentLimitExceeded);
      await until('it is gone', () => !existsSync(`/proc/${pid}`));
      assert.deepEqual(pool.pids, []);
      // The pool reads its limits for each document; the tight ones would not let a process start.
      Object.assign(own, LIMITS);
      assert.equal((await detect(pool))?.ext, 'pdf');
      assert.notEqual(pool.pids[0], pid);
      pool.close();
    });

  it('is killed on abort', async () => {
    const aborted = new AbortController();
    const pool = open();
    const reading = readPicture(pool, aborted.signal);
    await until('it has started', () => pool.pids[0]);
    const reason = new Error('no longer wanted');
    aborted.abort(reason);
    await assert.rejects(reading, reason);
    assert.equal((await detect(pool))?.ext, 'pdf');
  });

  it('ends with its node, also when that is killed, and does not keep a finished node alive', async () => {
    const script = (end: string) => `
      import { DocumentPool } from './src/adapters/document-process/document-pool.ts';
      const pool = new DocumentPool(${JSON.stringify(READING_LIMITS)});
      await pool.run(1, 'detect-type', { bytes: Buffer.from('%PDF-1.7') });
      console.log(pool.pids[0]);
      ${end}`;
    const busy = `
      import { printed } from './test/receipts/ink.ts';
      const file = await printed('Samtals 1.240 kr.\\n'.repeat(60));
      await pool.run(1, 'read-document', { bytes: file, background: {}, hasAi: false });`;
    for (const [end, signal] of [
      ['', null],
      [busy, 'SIGKILL'],
    ] as const) {
      const node = spawn(process.execPath, ['--input-type=module', '-e', script(end)], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(node.stdout, 'data');
      if (signal) node.kill(signal);
      await once(node, 'exit');
      await until('the document process is gone', () => !existsSync(`/proc/${Number(line)}`));
    }
  });
});
