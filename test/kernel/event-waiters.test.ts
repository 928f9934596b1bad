import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import { EventWaiters } from '../../src/kernel/events/event-waiters.ts';
import { TooManyRequests } from '../../src/kernel/failures/failure.ts';

test('waiting calls of many accounts leave a slot for the next one', () => {
  const waiters = new EventWaiters({} as Database);
  const register = (accountId: number) => {
    try {
      return waiters.register(accountId);
    } catch (error) {
      assert.ok(error instanceof TooManyRequests);
      return null;
    }
  };
  for (let account = 1; account <= 22; account++) for (let n = 0; n < 60; n++) register(account);
  const held = waiters.waiting;
  assert.ok(held < 1000, `${held} calls`);
  const wait = register(23);
  assert.ok(wait, 'a new account waits');
  wait.release();
  assert.equal(waiters.waiting, held);
});

test('announcements wait for the previous notification, and are merged into one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent: string[] = [];
  let confirm = () => {};
  const notify = (text: string) => {
    sent.push(text);
    return new Promise<void>((resolve) => {
      confirm = resolve;
    });
  };
  const listen = async () => ({ notify, close: async () => {} });
  const waiters = new EventWaiters({ embedded: false, listen } as unknown as Database);
  await waiters.start();
  const pass = async () => {
    t.mock.timers.tick(1000);
    await new Promise(setImmediate);
  };
  waiters.announce(1);
  await pass();
  for (const account of [2, 3, 2]) waiters.announce(account);
  await pass();
  assert.deepEqual(sent, ['1']);
  confirm();
  await new Promise(setImmediate);
  await pass();
  assert.deepEqual(sent, ['1', '2,3']);
  confirm();
});
