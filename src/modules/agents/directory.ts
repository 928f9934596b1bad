import { type Account, subscribes } from '../../kernel/account.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Failure, fail, failure } from '../../kernel/failures/failure.ts';
import { type Scope, scopesOf } from '../../kernel/scopes.ts';
import { digest } from '../../kernel/security/secrets.ts';
import { toAccount } from '../accounts/account-store.ts';
import type { AccountDirectory, DependentCache } from '../accounts/directory.ts';
import { findGrant } from './store.ts';
import { findAccessToken } from './token-store.ts';

/** Who acts, for which account, and within what. */
export interface AgentAccess {
  account: Account;
  /** The program; undefined where a server acts with the account's own key and names none. */
  agentId: string | undefined;
  scopes: readonly Scope[];
  /** Whether it came with a token of its own, and so is held to what is its own. */
  bearer: boolean;
}

/** Somebody who is known, and is not let in all the same: that is for the audit log of the account. */
export class AuthenticatedButDenied extends Failure {
  readonly access: Pick<AgentAccess, 'account' | 'agentId'>;

  constructor({ code, message, details }: Failure, access: Pick<AgentAccess, 'account' | 'agentId'>) {
    super(code, message, details);
    this.access = access;
  }
}

interface Entry {
  account: Account;
  agentId: string;
  scopes: readonly Scope[];
  expires: number;
  goodUntil: number;
}

const REMEMBER_MS = 30_000;
const MAX_ENTRIES = 20_000;

/**
 * The tokens that this node has lately served, so that a request need not look its token up first. They are
 * forgotten with their account: whatever takes something away from an agent is announced as a change of it.
 */
export class AgentDirectory implements DependentCache {
  readonly #db: Database;
  readonly #accounts: AccountDirectory;
  readonly #clock: () => Date;
  readonly #tokens = new Map<string, Entry>();
  readonly #granted = new Map<string, { accountId: number; goodUntil: number }>();

  constructor(db: Database, accounts: AccountDirectory, clock: () => Date) {
    this.#db = db;
    this.#accounts = accounts;
    this.#clock = clock;
    accounts.addDependent(this);
  }

  /** Whoever holds an access token. Refused with `invalid_bearer`, `access_revoked` or `token_expired`. */
  async bearer(token: string): Promise<AgentAccess> {
    const key = digest(token);
    const name = key.toString('base64');
    const remembered = this.#tokens.get(name);
    const entry =
      remembered && remembered.goodUntil > Date.now() ? remembered : await this.#lookUp(key, name);
    if (entry.expires <= this.#clock().getTime()) fail('token_expired');
    const account = served(entry.account, entry.agentId);
    return { account, agentId: entry.agentId, scopes: entry.scopes, bearer: true };
  }

  /** A trusted server with the account's own key. The program that it names must be one that was granted. */
  async basic(username: string, apiKey: string, ip: string, agentId?: string): Promise<AgentAccess> {
    const account = served(await this.#accounts.authenticate(username, apiKey, ip));
    if (agentId !== undefined && !(await this.#isGranted(account, agentId)))
      throw new AuthenticatedButDenied(failure('agent_not_granted'), { account, agentId: undefined });
    return { account, agentId, scopes: scopesOf(account), bearer: false };
  }

  evict(accountId: number): void {
    for (const [name, { account }] of this.#tokens) if (account.id === accountId) this.#tokens.delete(name);
    for (const [name, one] of this.#granted) if (one.accountId === accountId) this.#granted.delete(name);
  }

  evictAll(): void {
    this.#tokens.clear();
    this.#granted.clear();
  }

  async #lookUp(key: Buffer, name: string): Promise<Entry> {
    this.#tokens.delete(name);
    const version = this.#accounts.version;
    const row = (await findAccessToken(this.#db, key)) ?? fail('invalid_bearer');
    if (row.revoked) fail('access_revoked');
    const account = toAccount(row);
    const plan = scopesOf(account);
    const scopes = row.token_scopes.filter((one) => row.grant_scopes.includes(one) && plan.includes(one));
    const goodUntil = Date.now() + REMEMBER_MS;
    const entry = { account, agentId: row.client_id, scopes, expires: row.expires_ms, goodUntil };
    if (this.#accounts.mayCache(version)) {
      if (this.#tokens.size >= MAX_ENTRIES) this.#tokens.clear();
      this.#tokens.set(name, entry);
    }
    return entry;
  }

  async #isGranted(account: Account, agentId: string): Promise<boolean> {
    const name = `${account.id} ${agentId}`;
    if ((this.#granted.get(name)?.goodUntil ?? 0) > Date.now()) return true;
    const version = this.#accounts.version;
    const grant = await findGrant(this.#db, account.id, agentId);
    if (grant && this.#accounts.mayCache(version)) {
      if (this.#granted.size >= MAX_ENTRIES) this.#granted.clear();
      this.#granted.set(name, { accountId: account.id, goodUntil: Date.now() + REMEMBER_MS });
    }
    return grant !== null;
  }
}

function served(account: Account, agentId?: string): Account {
  if (!account.disabled && subscribes(account, 'webservice')) return account;
  const why = failure(account.disabled ? 'account_disabled' : 'webservice_required');
  throw new AuthenticatedButDenied(why, { account, agentId });
}
