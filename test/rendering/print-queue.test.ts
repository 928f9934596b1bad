import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PrintQueue } from '../../src/rendering/pdf/print-queue.ts';
import type { PrintOrder } from '../../src/rendering/pdf/printer-thread.ts';
import { until } from '../support/until.ts';

/** A thread that answers the name of an order, and does as the name says. */
const THREAD = `
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', ({ name }) => {
    count += 1;
    if (name === 'die' || (name === 'die after others' && count > 1)) process.exit(1);
    if (name === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    if (name === 'fail') return parentPort.postMessage({ problem: 'cannot be printed' });
    parentPort.postMessage({ fileName: name + ' ' + count, pdf: new Uint8Array() });
  });`;

describe('print queue', () => {
  const queueWith = (options: object) =>
    new PrintQueue({
      thread: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
      ...{ timeoutMs: 60_000, maxThreads: 1, backlog: 1, idleMs: 60_000, ...options },
    });
  const queueOf = (timeoutMs = 60_000) => {
    const queue = queueWith({ timeoutMs });
    return async (name: string, accountId = 1) =>
      (await queue.print(accountId, { name } as unknown as PrintOrder)).fileName;
  };

  test('a document that crashes its thread twice is rejected, and waiting ones are printed', async () => {
    const print = queueOf();
    const printed = await Promise.allSettled(
      ['one', 'die', 'two', 'fail', 'three'].map((name) => print(name)),
    );
    assert.deepEqual(
      printed.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
      ['one 1', 'The printing thread ended', 'two 1', 'cannot be printed', 'three 3'],
    );
  });

  test('a document that crashes a used thread is printed by a fresh one', async () => {
    const print = queueOf();
    const printed = await Promise.all(['one', 'die after others', 'two'].map((name) => print(name)));
    assert.deepEqual(printed, ['one 1', 'die after others 1', 'two 2']);
  });

  test('accounts take turns, so that many documents of one do not hold up those of another', async () => {
    const print = queueOf();
    const order: string[] = [];
    const printAs = (accountId: number) => async (name: string) => {
      await print(name, accountId);
      order.push(name);
    };
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map(printAs(1)),
      ...['b1', 'b2'].map(printAs(2)),
      printAs(3)('c1'),
    ]);
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('more threads print when many documents wait, and end when there is nothing to do', async () => {
    const queue = queueWith({ maxThreads: 3, backlog: 2, idleMs: 1 });
    const print = (accountId: number) => queue.print(accountId, { name: 'a' } as unknown as PrintOrder);
    const first = print(1);
    const second = print(1);
    assert.equal(queue.threads, 1, 'one document waits');
    const others = [2, 2, 2, 2, 2, 2].map(print);
    assert.equal(queue.threads, 3);
    const counts = (await Promise.all([first, second, ...others])).map(({ fileName }) =>
      Number(fileName.slice(2)),
    );
    assert.equal(
      counts.filter((count) => count === 1).length,
      3,
      'each of the threads has printed one first',
    );
    await until('one thread is left', async () => queue.threads === 1);
    assert.equal((await print(1)).fileName.slice(0, 1), 'a');
  });

  test('a document that ends its thread does not stop the others', async () => {
    const queue = queueWith({ maxThreads: 2 });
    const print = (name: string) => queue.print(1, { name } as unknown as PrintOrder);
    const printed = await Promise.allSettled(['die', 'one', 'die', 'two', 'three'].map(print));
    assert.deepEqual(
      printed.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
  });

  test('the timeout of a document does not count its time in the queue', async () => {
    // A thread that hangs takes no processor time, and the others have a second also on a busy machine.
    const print = queueOf(1000);
    const printed = await Promise.allSettled(['hang', 'one', 'hang', 'two'].map((name) => print(name)));
    assert.deepEqual(
      printed.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });
});
