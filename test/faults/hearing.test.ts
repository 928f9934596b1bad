import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import type { Listener, ListenerHandlers } from '../../src/kernel/database/listener.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import { FailedAttemptLimiter } from '../../src/kernel/security/rate-limits.ts';
import { digest } from '../../src/kernel/security/secrets.ts';
import { AccountDirectory } from '../../src/modules/accounts/directory.ts';

/** A database with one account, whose answers and whose line for news are in the test's hands. */
class PlayedDatabase {
  readonly embedded = false;
  apiKey = 'the first key';
  lookups = 0;
  ears: ListenerHandlers | null = null;
  answer: Promise<void> = Promise.resolve();

  async query(): Promise<object[]> {
    this.lookups += 1;
    const keys = { api_key_digest: digest(this.apiKey), bookkeeper_key_digests: [] };
    const row = { account_id: 7, username: 'seller', ...keys, disabled: false };
    await this.answer;
    return [row];
  }

  async listen(_channel: string, _name: string, ears: ListenerHandlers): Promise<Listener> {
    this.ears = ears;
    return { notify: async () => {}, close: async () => {} };
  }
}

function directoryOn(db: Database): AccountDirectory {
  const clock = () => new Date();
  return new AccountDirectory(db, new FailedAttemptLimiter(db, clock, false), clock);
}

function played(): { db: PlayedDatabase; accounts: AccountDirectory } {
  const db = new PlayedDatabase();
  return { db, accounts: directoryOn(db as unknown as Database) };
}

const isRefused = (accounts: AccountDirectory, key: string) =>
  assert.rejects(accounts.authenticate('seller', key, '::1'), (error) => {
    return error instanceof Failure && error.code === 'invalid_credentials';
  });

test('an account is looked up once while its node hears of changes, and again after one', async () => {
  const { db, accounts } = played();
  await accounts.start();
  for (let n = 0; n < 3; n++) await accounts.authenticate('seller', 'the first key', '::1');
  assert.equal(db.lookups, 1);
  db.apiKey = 'the second key';
  db.ears?.onNotify('7');
  await isRefused(accounts, 'the first key');
  await accounts.authenticate('Seller', 'the second key', '::1');
  await accounts.close();
});

test('an account is looked up at every call while its node cannot hear of changes', async () => {
  const { db, accounts } = played();
  await accounts.authenticate('seller', 'the first key', '::1');
  await accounts.authenticate('seller', 'the first key', '::1');
  assert.equal(db.lookups, 2, 'before it has begun to listen');
  await accounts.start();
  await accounts.authenticate('seller', 'the first key', '::1');
  db.ears?.onClose();
  db.apiKey = 'the second key';
  await isRefused(accounts, 'the first key');
  await accounts.close();
});

for (const [when, change] of [
  ['is announced', (db: PlayedDatabase) => db.ears?.onNotify('7')],
  [
    'goes unheard just before the node listens',
    (_: PlayedDatabase, accounts: AccountDirectory) => accounts.start(),
  ],
] as const) {
  test(`what was read before a change is not remembered after it, when the change ${when}`, async () => {
    const { db, accounts } = played();
    if (when === 'is announced') await accounts.start();
    let arrive = () => {};
    db.answer = new Promise((resolve) => {
      arrive = resolve;
    });
    const early = accounts.authenticate('seller', 'the first key', '::1');
    db.apiKey = 'the second key';
    await change(db, accounts);
    arrive();
    await early;
    await isRefused(accounts, 'the first key');
    await accounts.close();
  });
}
