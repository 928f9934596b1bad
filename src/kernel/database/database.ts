import pg from 'pg';
import { EmbeddedEngine } from './embedded.ts';
import { compile, type Sql } from './sql.ts';

/**
 * The one face over both databases: a PostgreSQL server, or the embedded engine spoken to by the same
 * driver. Rows come back with dates and exact numbers as text; nothing passes through a binary float.
 */
export class Database {
  readonly embedded: boolean;
  readonly #pool: pg.Pool;
  readonly #engine: EmbeddedEngine | null;
  readonly #connectionString: string | undefined;

  constructor(options: DatabaseOptions) {
    this.embedded = options.url === undefined;
    this.#connectionString = options.url;
    this.#engine = options.url === undefined ? new EmbeddedEngine(options.dataDir) : null;
    const engine = this.#engine;
    this.#pool = new pg.Pool({
      types: TYPES,
      connectionTimeoutMillis: 10_000,
      ...(engine
        ? {
            stream: () => engine.connect() as never,
            user: 'postgres',
            database: 'postgres',
            max: 1,
            idleTimeoutMillis: 0,
          }
        : { connectionString: options.url, max: options.pool, options: SESSION, application_name: 'kvitt' }),
    });
    // Without these listeners a restarting server would end the process.
    this.#pool.on('error', options.onError);
    this.#pool.on('connect', (client) => client.on('error', options.onError));
  }

  async query<Row>(statement: Sql): Promise<Row[]> {
    return rowsOf<Row>(this.#pool.query(compile(statement)));
  }

  /** All of `work` or nothing. The connection is given back either way. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx = new Transaction(this.#pool);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await tx.rollback();
      throw error;
    }
  }

  /** A connection of its own that hears `notify`; null where there is only this process. */
  async listen(
    channel: string,
    heard: (payload: string) => void,
    lost: () => void,
  ): Promise<Listener | null> {
    if (this.embedded) return null;
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true });
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', (message) => heard(message.payload ?? ''));
    await available(client.connect());
    await available(client.query(`listen ${pg.escapeIdentifier(channel)}`));
    return { close: () => client.end() };
  }

  get connections(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#engine?.close();
  }
}

export interface DatabaseOptions {
  url?: string | undefined;
  dataDir: string;
  pool: number;
  onError: (error: Error) => void;
}

export interface Listener {
  close(): Promise<void>;
}

/** Opens at its first statement, so that work which turns out to need only one statement can skip it. */
export class Transaction {
  readonly #pool: pg.Pool;
  #client: pg.PoolClient | null = null;
  #over = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async query<Row>(statement: Sql): Promise<Row[]> {
    const client = await this.#open();
    return rowsOf<Row>(client.query(compile(statement)));
  }

  /**
   * The last statement, committed if it answers. Alone it is its own transaction and saves the round trips of
   * begin and commit.
   */
  async finish<Row>(statement: Sql): Promise<Row[]> {
    if (this.#client) {
      const rows = await this.query<Row>(statement);
      if (rows.length > 0) await this.commit();
      return rows;
    }
    this.#over = true;
    return rowsOf<Row>(this.#pool.query(compile(statement)));
  }

  /** A text of several statements, as migrations are. */
  async script(text: string): Promise<void> {
    const client = await this.#open();
    await available(client.query(text));
  }

  async commit(): Promise<void> {
    const client = this.#client;
    this.#over = true;
    if (!client) return;
    await available(client.query('commit'));
    this.#client = null;
    client.release();
  }

  async rollback(): Promise<void> {
    const client = this.#client;
    this.#over = true;
    if (!client) return;
    this.#client = null;
    try {
      await client.query('rollback');
      client.release();
    } catch {
      client.release(true);
    }
  }

  async #open(): Promise<pg.PoolClient> {
    if (this.#over) throw new Error('A statement came after its transaction had ended');
    if (!this.#client) {
      const client = await available(this.#pool.connect());
      this.#client = client;
      await available(client.query('begin'));
    }
    return this.#client;
  }
}

/** The database can't be reached, or went away in the middle. The caller may try again. */
export class DatabaseUnavailable extends Error {}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || name === constraint);
}

async function rowsOf<Row>(result: Promise<pg.QueryResult>): Promise<Row[]> {
  return (await available(result)).rows as Row[];
}

async function available<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (isConnectionTrouble(error as { code?: string; message?: string })) {
      throw new DatabaseUnavailable('The database is not available', { cause: error });
    }
    throw error;
  }
}

/** SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), socket errors, and the pool's own. */
function isConnectionTrouble({ code = '', message = '' }: { code?: string; message?: string }): boolean {
  return (
    /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT$|3D000$)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|The embedded database stopped|Client has encountered a connection error)/.test(
      message,
    )
  );
}

const SESSION = '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=30000';

/** Dates stay `Y-m-d`; timestamps become `Y-m-d H:i:s` (every session runs in UTC); bigints are safe integers here. */
const TYPES = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = PARSERS[oid];
    return own ?? pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const PARSERS: Record<number, (text: string) => unknown> = {
  20: Number,
  1082: (text) => text,
  1114: (text) => text.slice(0, 19),
  1184: (text) => text.slice(0, 19),
};
