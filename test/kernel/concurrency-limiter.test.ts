import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure, fail } from '../../src/kernel/failures/failure.ts';
import { ConcurrencyLimiter } from '../../src/kernel/node/concurrency-limiter.ts';

function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let hasBegun = false;
  const work = () => {
    hasBegun = true;
    return promise;
  };
  return { work, resolve, reject, hasBegun: () => hasBegun };
}
const refuse = () => fail('busy_signing_in');
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('runs tasks up to the limit, queues some in order, and refuses the others', async () => {
  const limiter = new ConcurrencyLimiter(2, { maxWaiting: 2, refuse });
  const tasks = Array.from({ length: 4 }, task);
  const runs = tasks.map(({ work }) => limiter.run(work));
  const begun = () => tasks.map(({ hasBegun }) => hasBegun());
  assert.deepEqual(begun(), [true, true, false, false]);
  await assert.rejects(
    limiter.run(async () => 'never'),
    (error) => error instanceof Failure && error.code === 'busy_signing_in',
  );
  tasks[1]?.resolve('second');
  await settle();
  assert.deepEqual(begun(), [true, true, true, false]);
  for (const { resolve } of tasks) resolve('done');
  assert.deepEqual(await Promise.all(runs), ['done', 'second', 'done', 'done']);
});

test('a failed task frees its slot', async () => {
  const limiter = new ConcurrencyLimiter(1, { maxWaiting: 1, refuse });
  const failing = task();
  const [first, second] = [limiter.run(failing.work), limiter.run(async () => 'second')];
  await assert.rejects(
    limiter.run(async () => ''),
    (error) => error instanceof Failure && error.code === 'busy_signing_in',
  );
  failing.reject(new Error('no'));
  await assert.rejects(first, /no/);
  assert.equal(await second, 'second');
  assert.equal(await limiter.run(async () => 'third'), 'third');
});

test('queues any number of tasks where the queue has no limit', async () => {
  const limiter = new ConcurrencyLimiter(1);
  const order: number[] = [];
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  await Promise.all(numbers.map((n) => limiter.run(async () => order.push(n))));
  assert.deepEqual(order, numbers);
});
