import type { Account } from '../../kernel/account.ts';
import { ClusterNotifications } from '../../kernel/database/cluster-notifications.ts';
import type { Database } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { AttemptLimit, FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import { digest, sameBytes } from '../../kernel/security/secrets.ts';
import { accountOf, findById, findByKey, findByUsername } from './store.ts';

interface Entry {
  account: Account;
  /** The first is the account's own. */
  keyDigests: readonly [own: Buffer, ...given: Buffer[]];
  goodUntil: number;
}

const REMEMBER_MS = 30_000;
/** How exactly it is known when a key was last used. */
const NOTE_MS = 3600_000;
const MAX_ENTRIES = 10_000;
const NO_DIGEST = digest('');

/** What else a node remembers of accounts, to be forgotten together with them. */
export interface AccountCache {
  forget(accountId: number): void;
  forgetAll(): void;
}

/**
 * The accounts that this node has lately served, so that a request need not read its account first. The
 * database announces every change; a node that can't hear it remembers nothing until it can again.
 */
export class AccountDirectory {
  readonly #db: Database;
  readonly #attempts: FailedAttemptLimiter;
  readonly #clock: () => Date;
  readonly #others: AccountCache[] = [];
  readonly #byUsername = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #changes: ClusterNotifications;
  #changesHeard = 0;

  constructor(db: Database, attempts: FailedAttemptLimiter, clock: () => Date) {
    this.#db = db;
    this.#attempts = attempts;
    this.#clock = clock;
    this.#changes = new ClusterNotifications(db, 'kvitt_accounts', {
      onNotify: (accountId) => this.#forget(Number(accountId)),
      onConnectionLost: () => this.#forgetAll(),
    });
  }

  start(): Promise<void> {
    return this.#changes.start();
  }

  close(): Promise<void> {
    return this.#changes.close();
  }

  /**
   * Unknown user and wrong key cost the same and read the same. An address that has failed too often is refused
   * unasked; a right key is never locked out by wrong ones that others send.
   */
  async authenticate(username: string, apiKey: string, ip: string): Promise<Account> {
    const given = digest(apiKey);
    const remembered = this.#recall(username);
    if (remembered && opens(remembered.keyDigests, given)) return held(remembered, given);
    const [address, name] = bounds(username, ip);
    this.#attempts.refuseKnown([address]);
    const since = this.mark();
    const now = this.#clock();
    const noteBefore = new Date(now.getTime() - NOTE_MS);
    const row = await findByKey(this.#db, username, given, { now, noteBefore });
    const keyDigests: Entry['keyDigests'] = row
      ? [row.api_key_digest, ...row.given_key_digests]
      : [NO_DIGEST];
    if (!opens(keyDigests, given) || !row) {
      await this.#attempts.failed([address, name]);
      fail('invalid_credentials');
    }
    const entry = { account: accountOf(row), keyDigests, goodUntil: Date.now() + REMEMBER_MS };
    if (this.mayRemember(since)) this.#remember(entry);
    return held(entry, given);
  }

  /** Lets something else that this node remembers be forgotten when its account changes. */
  alsoForget(memory: AccountCache): void {
    this.#others.push(memory);
  }

  /** Taken before a look into the database, and shown afterwards to `mayRemember`. */
  mark(): number {
    return this.#changesHeard;
  }

  /** What was read before a change was announced may be the state before that change. */
  mayRemember(mark: number): boolean {
    return this.#changes.isListening && mark === this.#changesHeard;
  }

  async byUsername(username: string): Promise<Account> {
    // No text of the database holds a NUL, so no account is called that.
    const row = username.includes('\0') ? null : await findByUsername(this.#db, username);
    return row ? accountOf(row) : fail('account_not_found');
  }

  async byId(accountId: number): Promise<Account | null> {
    const row = await findById(this.#db, accountId);
    return row && accountOf(row);
  }

  /** Resolves when no node holds the account as it was before its change. */
  async invalidate(accountId: number): Promise<void> {
    this.#forget(accountId);
    await this.#changes.waitForAllNodes();
  }

  #forget(accountId: number): void {
    this.#changesHeard += 1;
    const entry = this.#byId.get(accountId);
    this.#byId.delete(accountId);
    if (entry) this.#byUsername.delete(entry.account.username.toLowerCase());
    for (const other of this.#others) other.forget(accountId);
  }

  #recall(username: string): Entry | undefined {
    const entry = this.#byUsername.get(username.toLowerCase());
    return entry && entry.goodUntil > Date.now() ? entry : undefined;
  }

  #remember(entry: Entry): void {
    if (this.#byUsername.size >= MAX_ENTRIES) {
      this.#byUsername.clear();
      this.#byId.clear();
    }
    this.#byUsername.set(entry.account.username.toLowerCase(), entry);
    this.#byId.set(entry.account.id, entry);
  }

  #forgetAll(): void {
    this.#changesHeard += 1;
    this.#byUsername.clear();
    this.#byId.clear();
    for (const other of this.#others) other.forgetAll();
  }
}

function bounds(username: string, ip: string): [address: AttemptLimit, name: AttemptLimit] {
  return [
    { subject: `api_key from ${ip}`, most: 240, seconds: 300 },
    { subject: `api_key of ${username.toLowerCase()}`, most: 60, seconds: 300 },
  ];
}

/** Every key is compared, so that the time tells nothing of which one it was. */
function opens(keys: readonly Buffer[], given: Buffer): boolean {
  return keys.map((key) => sameBytes(key, given)).includes(true);
}

/** The account as the holder of this key may use it. */
function held({ account, keyDigests: [own] }: Entry, given: Buffer): Account {
  return usable(sameBytes(own, given) ? account : { ...account, byBookkeeper: true });
}

/** Refuses a closed account, whichever way it was found. */
export function usable(account: Account): Account {
  if (account.disabled) fail('account_disabled');
  return account;
}
