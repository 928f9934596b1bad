import pg from 'pg';
import { OperatorError } from '../node/operator-error.ts';
import { EmbeddedEngine } from './embedded.ts';
import { type Listener, type ListenerHandlers, listen } from './listener.ts';
import { type Connect, isConnectionTrouble, runOnce } from './one-transaction.ts';
import { runPrepared } from './prepared-query.ts';
import { type Columns, describe, first, type Row, type RowOf } from './row.ts';
import { CONNECT_MS, ServerSessions } from './server-sessions.ts';
import type { Sql } from './sql.ts';
import { AccountBatchers, StatementBatcher } from './statement-batcher.ts';
import { TYPES } from './value-parsers.ts';

/**
 * One interface to both databases: a PostgreSQL server, or the embedded engine through the same driver. Dates and exact
 * numbers are returned as text; nothing is converted to a binary float.
 */
export class Database {
  readonly embedded: boolean;
  readonly #pool: pg.Pool;
  readonly #connect: Connect;
  readonly #lookups: StatementBatcher;
  readonly #commits: AccountBatchers;
  readonly #engine: EmbeddedEngine | null = null;
  readonly #server: ServerSessions | null = null;
  /** Of sessions that outlast a transaction: a pooler may have no place for them. */
  readonly #directServer: ServerSessions | null = null;

  constructor(options: DatabaseOptions) {
    const { url, directUrl = url, answerMs = ANSWER_MS, isReplica = false } = options;
    this.embedded = url === undefined;
    if (url === undefined || directUrl === undefined) {
      this.#engine = new EmbeddedEngine(options.dataDir);
      this.#pool = embeddedPool(this.#engine, answerMs);
      this.#connect = () => this.#pool.connect();
    } else {
      const server = new ServerSessions({ url, types: TYPES, answerMs, isReplica });
      this.#server = server;
      this.#directServer =
        directUrl === url
          ? server
          : new ServerSessions({ url: directUrl, types: TYPES, answerMs, isReplica });
      this.#pool = server.pool(options.pool);
      this.#connect = () => server.take(this.#pool);
    }
    this.#lookups = new StatementBatcher(this.#connect, this.embedded ? 1 : LOOKUPS_AT_ONCE);
    this.#commits = new AccountBatchers(this.#connect);
    // Without these listeners a restarting server would end the process.
    this.#pool.on('error', options.onError);
    this.#pool.on('connect', (client) => client.on('error', options.onError));
  }

  /**
   * Resolves when the database answers. The embedded one may first have to recover from a crash, which takes
   * longer than the pool would wait for a connection.
   */
  async start(): Promise<void> {
    try {
      if (this.#engine) return await this.#engine.start();
      const client = await this.#connect();
      const { rows } = await client.query(FIND_ROLE_TIME_ZONE).finally(() => client.release());
      if (this.#server !== this.#directServer && !rows[0].is_utc) throw wrongTimeZone(rows[0]);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      const which = this.embedded ? 'The embedded database' : 'The database at DATABASE_URL';
      throw new OperatorError(`${which} does not answer: ${(error as Error).message}`, { cause: error });
    }
  }

  async query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]> {
    return rowsOf(runOnce(this.#connect, describe(row, statement)));
  }

  /**
   * One record by its key, or what belongs to a few of them; never what grows with the books, because lookups that are wanted at
   * the same time are sent together and answered together.
   */
  async find<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>> | null> {
    const query = describe(row, statement);
    // Locks of one lookup would be held until the last one of its batch has been answered.
    if (!/^\s*select\b/.test(query.text))
      throw new Error(`Only a select is a lookup: ${query.text.slice(0, 100)}`);
    return first(rowsOf<RowOf<Row<C>>>(this.#lookups.run(query)));
  }

  /** Commits all of `work` or nothing, and releases the connection either way. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const tx = new Transaction(this.#connect, this.#commits);
    try {
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await tx.rollback(error);
      throw error;
    }
  }

  /** Opens a connection of its own that receives `notify`; for servers, which other nodes may use too. */
  async listen(channel: string, name: string, handlers: ListenerHandlers): Promise<Listener> {
    return listen(await this.#openSession(), channel, name, handlers);
  }

  /** The embedded database has one session, which all share. */
  #openSession(): Promise<pg.Client> {
    if (!this.#directServer) throw new Error('The embedded database has no other sessions');
    return this.#directServer.open();
  }

  /**
   * Runs `work` while a session of its own holds the advisory lock. The lock is polled for, with `pause` in between, so
   * that a session that waits holds no snapshot.
   */
  async withAdvisoryLock<T>(key: number, pause: () => Promise<void>, work: () => Promise<T>): Promise<T> {
    const client = await available(this.#openSession());
    try {
      const attempt = () => client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [key]);
      while (!(await available(attempt())).rows[0]?.held) await pause();
      return await work();
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Runs one statement outside of any transaction and without a time limit. */
  async runAlone(text: string): Promise<void> {
    const client = await available(this.#connect());
    try {
      await available(client.query('set statement_timeout = 0'));
      await available(client.query({ text, query_timeout: SCRIPT_MS } as pg.QueryConfig));
      await available(client.query('reset statement_timeout'));
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Files of the embedded database that other users of the machine could open before this start. */
  get filesOpenToOthers(): number {
    return this.#engine?.openToOthers ?? 0;
  }

  get connections(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    this.#server?.close();
    this.#directServer?.close();
    await this.#pool.end();
    await this.#engine?.close();
  }
}

/**
 * A pooler that gives each transaction another session loses what a session was set to, so the role must have the settings.
 * Zones of other names can have the offset of UTC, such as Etc/UTC; London has it in winter only.
 */
const FIND_ROLE_TIME_ZONE = `select reset_val as zone, current_user as role,
    (timestamptz '2026-01-01 12:00Z' at time zone reset_val) = timestamp '2026-01-01 12:00'
      and (timestamptz '2026-07-01 12:00Z' at time zone reset_val) = timestamp '2026-07-01 12:00' as is_utc
  from pg_settings where name = 'TimeZone'`;

function wrongTimeZone({ zone, role }: { zone: string; role: string }): OperatorError {
  return new OperatorError(
    `The sessions of the database role ${role} run in the time zone ${zone} and not in UTC. With KVITT_LISTEN_URL a session cannot be set: run the statements of docs/operating.md for poolers, and restart the pooler`,
  );
}

function embeddedPool(engine: EmbeddedEngine, answerMs: number): pg.Pool {
  return new pg.Pool({
    types: TYPES,
    application_name: 'kvitt',
    stream: () => engine.connect() as never,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: CONNECT_MS,
    // A disk may stop answering. The engine rolls back, or has committed, before it serves the next connection.
    query_timeout: answerMs,
    max: 1,
    idleTimeoutMillis: 0,
  });
}

export interface DatabaseOptions {
  url?: string | undefined;
  /** The address for sessions that outlast a transaction, where `url` is that of a pooler that shares sessions. */
  directUrl?: string | undefined;
  dataDir: string;
  pool: number;
  onError: (error: Error) => void;
  /** Timeout for the answer to a statement, after which its connection counts as lost. */
  answerMs?: number;
  /** Whether it serves reads only. */
  isReplica?: boolean;
}

/** How the last statement of a transaction runs. */
interface FinishOptions {
  /** The account whose counter it locks until the commit, and whether it may not be committed together with others that do. */
  turn?: { accountId: number; isAlone: boolean } | null;
  inspect?: () => Promise<void>;
}

/** Begins at its first statement, so that work of a single statement needs no begin and commit. */
export class Transaction {
  readonly #connect: Connect;
  readonly #commits: AccountBatchers;
  #client: pg.PoolClient | null = null;
  #isOver = false;
  #isRehearsal = false;

  constructor(connect: Connect, commits: AccountBatchers) {
    this.#connect = connect;
    this.#commits = commits;
  }

  async query<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>>[]> {
    const client = await this.#open();
    return rowsOf(runPrepared(client, describe(row, statement)));
  }

  find<C extends Columns>(row: Row<C>, statement: Sql): Promise<RowOf<Row<C>> | null> {
    return first(this.query(row, statement));
  }

  /**
   * Runs the last statement, and commits if it returns a row. A single statement is its own transaction and saves the
   * round trips of begin and commit; `turn` says whose others it may have to wait for. `inspect` reads what a rehearsal has written,
   * before it is rolled back.
   */
  async finish<C extends Columns>(
    row: Row<C>,
    statement: Sql,
    { turn, inspect }: FinishOptions = {},
  ): Promise<RowOf<Row<C>>[]> {
    const query = describe(row, statement);
    if (this.#client || this.#isRehearsal) {
      const rows = await rowsOf<RowOf<Row<C>>>(runPrepared(await this.#open(), query));
      if (rows.length > 0) await this.#end(inspect);
      return rows;
    }
    this.#isOver = true;
    if (!turn) return rowsOf(runOnce(this.#connect, query));
    return rowsOf(this.#commits.run(turn.accountId, query, turn.isAlone));
  }

  get isRehearsal(): boolean {
    return this.#isRehearsal;
  }

  /** Whether it has sent a statement, and so may hold locks. */
  get isOpen(): boolean {
    return this.#client !== null;
  }

  /** From now on nothing is kept: the last statement runs with all its checks, and is rolled back. */
  rehearse(): void {
    this.#isRehearsal = true;
  }

  async #end(inspect?: () => Promise<void>): Promise<void> {
    if (!this.#isRehearsal) return this.commit();
    // A commit would check these; a rollback would not.
    await available((await this.#open()).query('set constraints all immediate'));
    await inspect?.();
    await this.rollback(null);
  }

  /** Runs a text of several statements, such as a migration. */
  async script(text: string): Promise<void> {
    const client = await this.#open();
    await available(client.query({ text, query_timeout: SCRIPT_MS } as pg.QueryConfig));
  }

  async commit(): Promise<void> {
    const client = this.#client;
    this.#isOver = true;
    if (!client) return;
    await available(client.query('commit'));
    this.#client = null;
    client.release();
  }

  async rollback(why: unknown): Promise<void> {
    const client = this.#client;
    this.#isOver = true;
    if (!client) return;
    this.#client = null;
    const isLost = why instanceof DatabaseUnavailable && !(why instanceof SerializationFailure);
    if (isLost) return client.release(true);
    try {
      await client.query('rollback');
      client.release();
    } catch {
      client.release(true);
    }
  }

  async #open(): Promise<pg.PoolClient> {
    if (this.#isOver) throw new Error('A statement came after its transaction had ended');
    if (!this.#client) {
      const client = await available(this.#connect());
      this.#client = client;
      await available(client.query('begin'));
    }
    return this.#client;
  }
}

/** The database cannot be reached, or the connection was lost during a statement. The caller may retry. */
export class DatabaseUnavailable extends Error {}

/** The database rolled the transaction back because of a deadlock, a serialization conflict or a lock timeout. */
export class SerializationFailure extends DatabaseUnavailable {}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || name === constraint);
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string };
  return code === '23514' && name === constraint;
}

async function rowsOf<Row>(result: Promise<pg.QueryResult>): Promise<Row[]> {
  return (await available(result)).rows as Row[];
}

async function available<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (/^(40001|40P01|55P03)$/.test((error as { code?: string }).code ?? '')) {
      throw new SerializationFailure('Other transactions were in the way', { cause: error });
    }
    if (isConnectionTrouble(error as { code?: string; message?: string })) {
      throw new DatabaseUnavailable('The database is not available', { cause: error });
    }
    throw error;
  }
}

/** Enough that one is composed while another one runs; more would make each smaller. */
const LOOKUPS_AT_ONCE = 4;
/** The server cancels a statement after a minute; without even that answer, the connection is lost. */
const ANSWER_MS = 70_000;
const SCRIPT_MS = 3_600_000;
