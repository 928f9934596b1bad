import type { Account } from '../../kernel/access/account.ts';
import { ClusterNotifications } from '../../kernel/database/cluster-notifications.ts';
import type { Database } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { RateLimit, RateLimiter } from '../../kernel/security/rate-limits.ts';
import { sameBytes } from '../../kernel/security/secrets.ts';
import { findAccountByKey, findById, findByKennitala, findByUsername, toAccount } from './account-store.ts';
import { requireEnabled } from './rules.ts';

interface Entry {
  account: Account;
  /** The first is the account's own key. */
  keyDigests: readonly [own: Buffer, ...bookkeepers: Buffer[]];
  expiresAt: number;
}

const CACHE_MS = 30_000;
/** The use of a key is recorded at most once within this time. */
const KEY_USE_MS = 3600_000;
const MAX_ENTRIES = 10_000;
const NO_DIGEST = digest('');

/** Another cache of this node whose entries depend on accounts. */
export interface DependentCache {
  evict(accountId: number): void;
  evictAll(): void;
}

/**
 * The cache of accounts on this node, so that a request need not read its account first. The database notifies all nodes
 * of every change; a node that is not listening caches nothing.
 */
export class AccountCache {
  readonly #db: Database;
  readonly #rateLimiter: RateLimiter;
  readonly #clock: () => Date;
  readonly #dependents: DependentCache[] = [];
  readonly #byUsername = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #notifications: ClusterNotifications;
  #evictions = 0;

  constructor(db: Database, rateLimiter: RateLimiter, clock: () => Date) {
    this.#db = db;
    this.#rateLimiter = rateLimiter;
    this.#clock = clock;
    this.#notifications = new ClusterNotifications(db, 'kvitt_accounts', {
      onNotify: (accountId) => this.#evict(Number(accountId)),
      onConnectionLost: () => this.#evictAll(),
    });
  }

  start(): Promise<void> {
    return this.#notifications.start();
  }

  close(): Promise<void> {
    return this.#notifications.close();
  }

  /**
   * An unknown username and a wrong key take the same time and give the same answer. The key is verified before failures
   * are counted: an address may be shared, and wrong keys from it must not lock right ones out.
   */
  async authenticate(username: string, apiKey: string, ip: string): Promise<Account> {
    const keyDigest = digest(apiKey);
    const cached = this.#cached(username);
    if (cached && matchesAny(cached.keyDigests, keyDigest)) return accountForKey(cached, keyDigest);
    const version = this.version;
    const now = this.#clock();
    const noteBefore = new Date(now.getTime() - KEY_USE_MS);
    const row = await findAccountByKey(this.#db, username, keyDigest, { now, noteBefore });
    const keyDigests: Entry['keyDigests'] = row
      ? [row.api_key_digest, ...row.bookkeeper_key_digests]
      : [NO_DIGEST];
    if (!matchesAny(keyDigests, keyDigest) || !row) {
      await this.#rateLimiter.record(limitsFor(username, ip));
      fail('invalid_credentials');
    }
    const entry = { account: toAccount(row), keyDigests, expiresAt: Date.now() + CACHE_MS };
    if (this.mayCache(version)) this.#store(entry);
    return accountForKey(entry, keyDigest);
  }

  /** Evicts the entries of another cache together with those of this one. */
  addDependent(cache: DependentCache): void {
    this.#dependents.push(cache);
  }

  /** Changes with every eviction. Read it before a lookup and pass it to `mayCache` afterwards. */
  get version(): number {
    return this.#evictions;
  }

  /** False when an entry was evicted during the lookup: the result may be the state before that change. */
  mayCache(version: number): boolean {
    return this.#notifications.isListening && version === this.#evictions;
  }

  async byUsername(username: string): Promise<Account> {
    // PostgreSQL cannot store a NUL in text and would refuse the parameter.
    const row = username.includes('\0') ? null : await findByUsername(this.#db, username);
    return row ? toAccount(row) : fail('account_not_found');
  }

  async byId(accountId: number): Promise<Account | null> {
    const row = await findById(this.#db, accountId);
    return row && toAccount(row);
  }

  async byKennitala(kennitala: string): Promise<Account | null> {
    const row = await findByKennitala(this.#db, kennitala);
    return row && toAccount(row);
  }

  /** Resolves when no node holds the entry from before the call any more. */
  async invalidate(accountId: number): Promise<void> {
    // A change of one account may end keys of others: a bookkeeping firm that is closed loses those of its tenants. A
    // server notifies of each of them; the embedded database notifies of none.
    if (this.#db.embedded) this.#evictAll();
    else this.#evict(accountId);
    await this.#notifications.waitForAllNodes();
  }

  #cached(username: string): Entry | undefined {
    const entry = this.#byUsername.get(username.toLowerCase());
    return entry && entry.expiresAt > Date.now() ? entry : undefined;
  }

  #store(entry: Entry): void {
    if (this.#byUsername.size >= MAX_ENTRIES) {
      this.#byUsername.clear();
      this.#byId.clear();
    }
    this.#byUsername.set(entry.account.username.toLowerCase(), entry);
    this.#byId.set(entry.account.id, entry);
  }

  #evict(accountId: number): void {
    this.#evictions += 1;
    const entry = this.#byId.get(accountId);
    this.#byId.delete(accountId);
    if (entry) this.#byUsername.delete(entry.account.username.toLowerCase());
    for (const cache of this.#dependents) cache.evict(accountId);
  }

  #evictAll(): void {
    this.#evictions += 1;
    this.#byUsername.clear();
    this.#byId.clear();
    for (const cache of this.#dependents) cache.evictAll();
  }
}

function limitsFor(username: string, ip: string): RateLimit[] {
  return [
    { subject: 'api_key', address: ip, max: 240, seconds: 300 },
    { subject: `api_key of ${username.toLowerCase()}`, max: 60, seconds: 300 },
  ];
}

/** Compares with every key, so that the time does not depend on which one matches. */
function matchesAny(keyDigests: readonly Buffer[], keyDigest: Buffer): boolean {
  return keyDigests.map((one) => sameBytes(one, keyDigest)).includes(true);
}

/** The account, marked where the key is a bookkeeper's. */
function accountForKey({ account, keyDigests: [own] }: Entry, keyDigest: Buffer): Account {
  if (sameBytes(own, keyDigest)) return requireEnabled(account);
  return requireEnabled({ ...account, bookkeeperKey: keyDigest.toString('base64url').slice(0, 16) });
}
