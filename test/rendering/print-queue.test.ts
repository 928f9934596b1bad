import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PrintQueue } from '../../src/rendering/pdf/print-queue.ts';
import type { PrintOrder } from '../../src/rendering/pdf/printer-thread.ts';

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
  const queueOf = (timeoutMs = 60_000) => {
    const queue = new PrintQueue({
      thread: new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`),
      timeoutMs,
    });
    return async (name: string, accountId = 1) =>
      (await queue.print(accountId, { name } as unknown as PrintOrder)).fileName;
  };

  test('a document that ends its thread twice is rejected, and those that wait are printed', async () => {
    const print = queueOf();
    const printed = await Promise.allSettled(
      ['one', 'die', 'two', 'fail', 'three'].map((name) => print(name)),
    );
    assert.deepEqual(
      printed.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
      ['one 1', 'The printing thread ended', 'two 1', 'cannot be printed', 'three 3'],
    );
  });

  test('a document that ends its thread because of others is printed by a fresh one', async () => {
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

  test('the timeout is of each document, and not of its time in the queue', async () => {
    // A thread that hangs takes no processor time, and the others have a second also on a busy machine.
    const print = queueOf(1000);
    const printed = await Promise.allSettled(['hang', 'one', 'hang', 'two'].map((name) => print(name)));
    assert.deepEqual(
      printed.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });
});
