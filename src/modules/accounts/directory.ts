import type { Account } from '../../kernel/account.ts';
import { Announcements } from '../../kernel/announcements.ts';
import type { Database } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failure.ts';
import { digest, sameBytes } from '../../kernel/secrets.ts';
import { accountOf, findById, findByUsername } from './store.ts';

interface Entry {
  account: Account;
  apiKeyDigest: Buffer;
  goodUntil: number;
}

const REMEMBER_MS = 30_000;
const MAX_ENTRIES = 10_000;
const NO_DIGEST = digest('');

/**
 * The accounts that this node has lately served, so that a request need not read its account first. The
 * database announces every change; a node that can't hear it remembers nothing until it can again.
 */
export class AccountDirectory {
  readonly #db: Database;
  readonly #byUsername = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #changes: Announcements;
  #changesHeard = 0;

  constructor(db: Database) {
    this.#db = db;
    this.#changes = new Announcements(db, 'kvitt_accounts', {
      heard: (accountId) => this.#forget(Number(accountId)),
      deaf: () => this.#forgetAll(),
    });
  }

  start(): Promise<void> {
    return this.#changes.start();
  }

  close(): Promise<void> {
    return this.#changes.close();
  }

  /** Unknown user and wrong key cost the same and read the same. */
  async authenticate(username: string, apiKey: string): Promise<Account> {
    const given = digest(apiKey);
    const remembered = this.#recall(username);
    if (remembered && sameBytes(remembered.apiKeyDigest, given)) return usable(remembered.account);
    const changesHeard = this.#changesHeard;
    const row = await findByUsername(this.#db, username);
    if (!sameBytes(row?.api_key_digest ?? NO_DIGEST, given) || !row) fail('invalid_credentials');
    const account = accountOf(row);
    // What was read before a change was announced may be the state before that change.
    if (this.#changes.hears && changesHeard === this.#changesHeard) {
      this.#remember({ account, apiKeyDigest: row.api_key_digest, goodUntil: Date.now() + REMEMBER_MS });
    }
    return usable(account);
  }

  async byUsername(username: string): Promise<Account> {
    const row = await findByUsername(this.#db, username);
    return row ? accountOf(row) : fail('account_not_found');
  }

  async byId(accountId: number): Promise<Account | null> {
    const row = await findById(this.#db, accountId);
    return row && accountOf(row);
  }

  /** Resolves when no node remembers the account as it was before its change. */
  async forget(accountId: number): Promise<void> {
    this.#forget(accountId);
    await this.#changes.heardByAll();
  }

  #forget(accountId: number): void {
    this.#changesHeard += 1;
    const entry = this.#byId.get(accountId);
    this.#byId.delete(accountId);
    if (entry) this.#byUsername.delete(entry.account.username.toLowerCase());
  }

  #recall(username: string): Entry | undefined {
    const entry = this.#byUsername.get(username.toLowerCase());
    return entry && entry.goodUntil > Date.now() ? entry : undefined;
  }

  #remember(entry: Entry): void {
    if (this.#byUsername.size >= MAX_ENTRIES) this.#forgetAll();
    this.#byUsername.set(entry.account.username.toLowerCase(), entry);
    this.#byId.set(entry.account.id, entry);
  }

  #forgetAll(): void {
    this.#changesHeard += 1;
    this.#byUsername.clear();
    this.#byId.clear();
  }
}

function usable(account: Account): Account {
  if (account.disabled) fail('account_disabled');
  return account;
}
