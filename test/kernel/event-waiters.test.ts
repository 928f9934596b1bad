import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import { EventWaiters } from '../../src/kernel/events/event-waiters.ts';
import { TooManyRequests } from '../../src/kernel/failures/failure.ts';

test('waiting calls of many accounts leave a place for the next one', () => {
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
