import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import type { Listener, ListenerHandlers } from '../../src/kernel/database/listener.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import { digest } from '../../src/kernel/node/digest.ts';
import { RateLimiter } from '../../src/kernel/security/rate-limits.ts';
import { AccountCache } from '../../src/modules/accounts/account-cache.ts';

/** A database with one account whose answers and notifications the test controls. */
class FakeDatabase {
  readonly embedded = false;
  apiKey = 'the first key';
  lookups = 0;
  handlers: ListenerHandlers | null = null;
  answer: Promise<void> = Promise.resolve();

  async query(): Promise<object[]> {
    this.lookups += 1;
    const keys = { api_key_digest: digest(this.apiKey), bookkeeper_key_digests: [] };
    const row = { account_id: 7, username: 'seller', ...keys, disabled: false };
    await this.answer;
    return [row];
  }

  async listen(_channel: string, _name: string, handlers: ListenerHandlers): Promise<Listener> {
    this.handlers = handlers;
    return { notify: async () => {}, close: async () => {} };
  }
}

function cacheOn(db: Database): AccountCache {
  const clock = () => new Date();
  return new AccountCache(db, new RateLimiter(db, clock, false), clock);
}

function createCache(): { db: FakeDatabase; accounts: AccountCache } {
  const db = new FakeDatabase();
  return { db, accounts: cacheOn(db as unknown as Database) };
}

const assertRefused = (accounts: AccountCache, key: string) =>
  assert.rejects(accounts.authenticate('seller', key, '::1'), (error) => {
    return error instanceof Failure && error.code === 'invalid_credentials';
  });

test('caches an account while the node receives notifications, and reads it again after one', async () => {
  const { db, accounts } = createCache();
  await accounts.start();
  for (let n = 0; n < 3; n++) await accounts.authenticate('seller', 'the first key', '::1');
  assert.equal(db.lookups, 1);
  db.apiKey = 'the second key';
  db.handlers?.onNotify('7');
  await assertRefused(accounts, 'the first key');
  await accounts.authenticate('Seller', 'the second key', '::1');
  await accounts.close();
});

test('reads an account at every call while the node receives no notifications', async () => {
  const { db, accounts } = createCache();
  await accounts.authenticate('seller', 'the first key', '::1');
  await accounts.authenticate('seller', 'the first key', '::1');
  assert.equal(db.lookups, 2, 'before it has begun to listen');
  await accounts.start();
  await accounts.authenticate('seller', 'the first key', '::1');
  db.handlers?.onClose();
  db.apiKey = 'the second key';
  await assertRefused(accounts, 'the first key');
  await accounts.close();
});

for (const [when, change] of [
  ['is notified', (db: FakeDatabase) => db.handlers?.onNotify('7')],
  ['happens just before the node listens', (_: FakeDatabase, accounts: AccountCache) => accounts.start()],
] as const) {
  test(`does not cache a row that was read before a change, when the change ${when}`, async () => {
    const { db, accounts } = createCache();
    if (when === 'is notified') await accounts.start();
    let deliverAnswer = () => {};
    db.answer = new Promise((resolve) => {
      deliverAnswer = resolve;
    });
    const earlyCall = accounts.authenticate('seller', 'the first key', '::1');
    db.apiKey = 'the second key';
    await change(db, accounts);
    deliverAnswer();
    await earlyCall;
    await assertRefused(accounts, 'the first key');
    await accounts.close();
  });
}
