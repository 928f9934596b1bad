import pg from 'pg';
import { splitAddresses } from '../../domain/service/database-address.ts';

export interface ServerOptions {
  /** As libpq has it: `postgres://user:password@first:5432,second:5432/database`. */
  url: string;
  types: pg.CustomTypesConfig;
  /** Timeout for the answer to a statement, after which its connection counts as lost. */
  answerMs: number;
  /** Whether sessions that take no writes are used too. */
  isReplica: boolean;
}

/**
 * The sessions on a PostgreSQL server that may have several addresses, such as those of a primary and its standbys. Only
 * sessions that take writes are used. After a failover the address that takes them is found by the next connection.
 */
export class ServerSessions {
  readonly #options: ServerOptions;
  readonly #addresses: readonly string[];
  readonly #clients = new Set<ServerClient>();
  /** The index of the address that is tried first: the one that took writes last. */
  #preferred = 0;
  #watch: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#addresses = splitAddresses(options.url);
    if (this.#addresses.length > 1) this.#watchLater();
  }

  /** A pool that opens sessions as `open` does. Its own `connect` tries one address only. */
  pool(max: number): pg.Pool {
    const preferred = () => [this.#addressOf(this.#preferred), this.#preferred] as const;
    class Client extends ServerClient {
      constructor() {
        super(...preferred());
      }
    }
    const config = {
      Client,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      // Settings in the startup message would be refused or lost by a connection pooler.
      onConnect: (client: pg.ClientBase) => this.#prepare(client as ServerClient),
    };
    return new pg.Pool(config);
  }

  /** Takes a session from the pool. Where an address takes no writes, the next one is tried. */
  async take(pool: pg.Pool): Promise<pg.PoolClient> {
    for (let left = this.#addresses.length; ; left -= 1) {
      const hostIndex = this.#preferred;
      try {
        return await pool.connect();
      } catch (error) {
        if ((error as Error).message === POOL_IS_FULL) throw error;
        this.#leave(hostIndex);
        if (left <= 1) throw error;
      }
    }
  }

  /** Opens a session of its own. */
  async open(): Promise<pg.Client> {
    for (let left = this.#addresses.length; ; left -= 1) {
      const hostIndex = this.#preferred;
      const client = new ServerClient(this.#addressOf(hostIndex), hostIndex);
      // Without a listener a lost connection would end the process.
      client.on('error', () => {});
      try {
        await client.connect();
        await this.#prepare(client);
        return client;
      } catch (error) {
        this.#leave(hostIndex);
        client.end().catch(() => {});
        if (left <= 1) throw error;
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    if (this.#watch) clearTimeout(this.#watch);
  }

  #addressOf(hostIndex: number): pg.ClientConfig {
    return {
      connectionString: this.#addresses[hostIndex] ?? '',
      types: this.#options.types,
      application_name: 'kvitt',
      connectionTimeoutMillis: this.#addresses.length > 1 ? CONNECT_ONE_OF_SEVERAL_MS : CONNECT_MS,
      query_timeout: this.#options.answerMs,
      keepAlive: true,
    };
  }

  async #prepare(client: ServerClient): Promise<void> {
    const results = (await client.query(SESSION)) as unknown as pg.QueryResult<{ is_read_only: boolean }>[];
    if (!this.#options.isReplica && results.at(-1)?.rows[0]?.is_read_only) {
      this.#leave(client.hostIndex);
      throw Object.assign(new Error('The server takes no writes'), { code: READ_ONLY });
    }
    this.#clients.add(client);
    client.once('end', () => this.#clients.delete(client));
  }

  /** The next address is tried first from now on, unless another connection has found one already. */
  #leave(hostIndex: number): void {
    if (hostIndex === this.#preferred) this.#preferred = (hostIndex + 1) % this.#addresses.length;
  }

  #watchLater(): void {
    if (this.#isClosed) return;
    this.#watch = setTimeout(async () => {
      await this.#endLostSessions();
      this.#watchLater();
    }, WATCH_MS).unref();
  }

  /**
   * A server that has gone silent, or that takes no writes any more, would hold its sessions until each statement has
   * timed out, and could answer reads from old books.
   */
  async #endLostSessions(): Promise<void> {
    const places = new Set([...this.#clients].map(({ hostIndex }) => hostIndex));
    for (const hostIndex of places) {
      const probe = new ServerClient({ ...this.#addressOf(hostIndex), query_timeout: CONNECT_MS }, hostIndex);
      probe.on('error', () => {});
      try {
        await probe.connect();
        const { rows } = await probe.query(`select ${IS_READ_ONLY} as is_read_only`);
        if (rows[0].is_read_only) throw new Error('The server takes no writes any more');
      } catch (error) {
        this.#leave(hostIndex);
        for (const client of this.#clients)
          if (client.hostIndex === hostIndex) client.abandon(error as Error);
      } finally {
        probe.end().catch(() => {});
      }
    }
  }
}

/** A client that knows the index of its address in the list. */
class ServerClient extends pg.Client {
  readonly hostIndex: number;

  constructor(config: pg.ClientConfig, hostIndex: number) {
    super(config);
    this.hostIndex = hostIndex;
  }

  /** Fails the statements that wait for an answer. */
  abandon(why: Error): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } };
    connection.stream.destroy(Object.assign(new Error('Connection terminated', { cause: why })));
  }
}

const READ_ONLY = '25006';
const POOL_IS_FULL = 'timeout exceeded when trying to connect';
/** Timeout for opening a connection, and for waiting for a free one in the pool. */
export const CONNECT_MS = 10_000;
/** A host that is gone answers nothing; another one may be waiting. */
const CONNECT_ONE_OF_SEVERAL_MS = 3_000;
const WATCH_MS = 2_000;

const IS_READ_ONLY = "current_setting('transaction_read_only')::boolean";
/** Without JIT: estimates of lists with subqueries are so high that the server would compile them for seconds. */
const SESSION = `set timezone = 'UTC'; set statement_timeout = 60000;
  set idle_in_transaction_session_timeout = 30000; set jit = off; select ${IS_READ_ONLY} as is_read_only`;
