import type { ProgramLimits } from '../../domain/access/program-limits.ts';
import { type Account, hasSubscription } from '../../kernel/access/account.ts';
import { type Scope, scopesOf } from '../../kernel/access/scopes.ts';
import type { Database } from '../../kernel/database/database.ts';
import { Failure, fail, failure } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { AccountCache, DependentCache } from '../accounts/account-cache.ts';
import { toAccount } from '../accounts/account-store.ts';
import { findGrant } from './grants/grant-store.ts';
import { findAccessToken } from './tokens/token-store.ts';

/** The account that a program acts for, and the scopes that it may use. */
export interface AgentAccess {
  account: Account;
  /** The program; undefined for a server that uses the account's own key and names none. */
  agentId: string | undefined;
  scopes: readonly Scope[];
  /** The resource that the token was asked for; null where none was named, or where no token is used. */
  resource: string | null;
  /** Whether the program has a token of its own; it then sees only its own calls in the audit log. */
  bearer: boolean;
  /** What the program may do without asking. Undefined for the account's own key, which is not limited. */
  limits?: ProgramLimits;
}

/** The caller is authenticated and may not act; surfaces record it in the audit log of the account. */
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
  resource: string | null;
  limits: ProgramLimits;
  isFrozen: boolean;
  expires: number;
  cachedUntil: number;
}

const CACHE_MS = 30_000;
const MAX_ENTRIES = 20_000;

/**
 * The cache of access tokens and grants on this node, so that a request need not read its token first. Entries are evicted
 * with their account: every revocation notifies the nodes of a change of the account.
 */
export class TokenCache implements DependentCache {
  readonly #db: Database;
  readonly #accounts: AccountCache;
  readonly #clock: () => Date;
  readonly #tokens = new Map<string, Entry>();
  readonly #granted = new Map<string, { accountId: number; cachedUntil: number }>();

  constructor(db: Database, accounts: AccountCache, clock: () => Date) {
    this.#db = db;
    this.#accounts = accounts;
    this.#clock = clock;
    accounts.addDependent(this);
  }

  /** Authenticates by an access token. Refuses with `invalid_bearer`, `access_revoked`, `token_expired` or `agent_frozen`. */
  async bearer(token: string, { evenFrozen = false } = {}): Promise<AgentAccess> {
    const key = digest(token);
    const name = key.toString('base64');
    const cached = this.#tokens.get(name);
    const entry = cached && cached.cachedUntil > Date.now() ? cached : await this.#lookUp(key, name);
    if (entry.expires <= this.#clock().getTime()) fail('token_expired');
    const account = requireWebService(entry.account, entry.agentId);
    const { agentId, scopes, resource, limits } = entry;
    if (entry.isFrozen && !evenFrozen)
      throw new AuthenticatedButDenied(failure('agent_frozen'), { account, agentId });
    return { account, agentId, scopes, resource, limits, bearer: true };
  }

  /** Authenticates a trusted server by the account's own key. The program that it names must have a grant. */
  async basic(username: string, apiKey: string, ip: string, agentId?: string): Promise<AgentAccess> {
    const account = requireWebService(await this.#accounts.authenticate(username, apiKey, ip));
    if (agentId !== undefined && !(await this.#isGranted(account, agentId)))
      throw new AuthenticatedButDenied(failure('agent_not_granted'), { account, agentId: undefined });
    return { account, agentId, scopes: scopesOf(account), resource: null, bearer: false };
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
    const cachedUntil = Date.now() + CACHE_MS;
    const { client_id: agentId, resource, limits, frozen: isFrozen, expires_ms: expires } = row;
    const entry = { account, agentId, scopes, resource, limits, isFrozen, expires, cachedUntil };
    if (this.#accounts.mayCache(version)) {
      if (this.#tokens.size >= MAX_ENTRIES) this.#tokens.clear();
      this.#tokens.set(name, entry);
    }
    return entry;
  }

  async #isGranted(account: Account, agentId: string): Promise<boolean> {
    const name = `${account.id} ${agentId}`;
    if ((this.#granted.get(name)?.cachedUntil ?? 0) > Date.now()) return true;
    const version = this.#accounts.version;
    const grant = await findGrant(this.#db, account.id, agentId);
    if (grant && this.#accounts.mayCache(version)) {
      if (this.#granted.size >= MAX_ENTRIES) this.#granted.clear();
      this.#granted.set(name, { accountId: account.id, cachedUntil: Date.now() + CACHE_MS });
    }
    return grant !== null;
  }
}

function requireWebService(account: Account, agentId?: string): Account {
  if (!account.disabled && hasSubscription(account, 'webservice')) return account;
  const reason = failure(account.disabled ? 'account_disabled' : 'webservice_required');
  throw new AuthenticatedButDenied(reason, { account, agentId });
}
