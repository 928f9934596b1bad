import type { Duplex } from 'node:stream';
import pg from 'pg';
import { inSpan, isTracing } from '../node/tracing.ts';
import type { DescribedQuery, Row } from './row.ts';
import { type RowMaker, rowMakerOf } from './row-maker.ts';
import { TYPES } from './value-parsers.ts';

/**
 * A query that asks for the description of its result only once for each connection and statement. The driver asks at
 * every execution, and for a row of fifty columns the answer is an eighth of the work of both sides. A prepared statement
 * never changes its columns: the server refuses to execute it when a migration has changed them. Its rows are made by a
 * function of their own (`row-maker.ts`).
 */
class PreparedQuery extends (pg.Query as unknown as typeof DriverQuery) {
  /** The description of its rows, which only the test run looks at. */
  readonly row: Row;
  /** Whether others are sent with it, of which the last one ends the transaction. */
  isFollowed = false;
  #described: Map<string, ResultColumns> | null = null;

  constructor({ name, text, values, row }: DescribedQuery) {
    // The driver would copy an object property by property, by their descriptors.
    super(text, values);
    this.name = name;
    this.row = row;
    // The driver sets them where it is given one query at a time.
    this._result._types = TYPES;
  }

  override prepare(connection: pg.Connection): void {
    const { undescribed, described } = stateOf(connection);
    const known = this.name && described.get(this.name);
    if (known) {
      Object.assign(this._result, known);
      this._accumulateRows = true;
    }
    this.#described = this.name ? described : null;
    super.prepare(known ? undescribed : connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (!this.#described) return;
    const { fields, _parsers } = this._result;
    const columns = { fields, _parsers, parseRow: rowMakerOf(fields) };
    this.#described.set(this.name ?? '', columns);
    Object.assign(this._result, columns);
  }

  override _getRows(connection: DriverConnection): void {
    connection.execute({ portal: '' });
    if (!this.isFollowed) connection.sync();
  }
}

/**
 * Several queries that the driver takes for one. They are sent at once and without a synchronization point between them, so the
 * server runs them as one transaction: where one fails, none of them has done anything.
 */
class PreparedQueries {
  readonly queries: readonly PreparedQuery[];
  /** The place of the query whose answer comes next. */
  #next = 0;
  callback: ((error: Error | null, outcomes?: Outcome[]) => void) | null = null;

  constructor(queries: readonly DescribedQuery[]) {
    this.queries = queries.map((query) => new PreparedQuery(query));
    for (const query of this.queries.slice(0, -1)) query.isFollowed = true;
  }

  /** The driver notes by name and text what the server has parsed. */
  get name(): string | undefined {
    return this.#current.name;
  }

  get text(): string {
    return this.#current.text;
  }

  get #current(): PreparedQuery {
    return this.queries[Math.min(this.#next, this.queries.length - 1)] as PreparedQuery;
  }

  submit(connection: DriverConnection): null {
    connection.stream.cork();
    for (const query of this.queries) query.prepare(connection);
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#next += 1;
  }

  /** The server skips what follows a statement that it refuses, so those are not parsed although they were sent. */
  handleError(error: Error, { submittedNamedStatements }: DriverConnection): void {
    for (const { name = '' } of this.queries.slice(this.#next)) delete submittedNamedStatements[name];
    this.callback?.(error);
  }

  handleReadyForQuery(connection: DriverConnection): void {
    const outcomes: Outcome[] = [];
    for (const query of this.queries) {
      query.callback = (error, value) =>
        void outcomes.push(error ? { status: 'rejected', reason: error } : { status: 'fulfilled', value });
      query.handleReadyForQuery(connection);
    }
    this.callback?.(null, outcomes);
  }
}

/** The result of a statement that was committed, or why it could not be read. */
export type Outcome = PromiseSettledResult<pg.QueryResult>;

/** What the result of a query knows of its columns. */
interface ResultColumns {
  _types?: pg.CustomTypesConfig;
  fields: readonly pg.FieldDef[];
  _parsers: readonly ((text: string) => unknown)[];
  parseRow: RowMaker;
}

/** The driver's class with the members that its types leave out. */
declare class DriverQuery extends pg.Query {
  name: string | undefined;
  text: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _result: ResultColumns;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  _getRows(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}

interface DriverConnection extends pg.Connection {
  stream: Duplex;
  submittedNamedStatements: Record<string, string>;
  execute(config: { portal: string }): void;
  sync(): void;
}

interface ConnectionState {
  /** The same connection, which does not ask for descriptions. */
  undescribed: pg.Connection;
  /** The columns of each statement, by its name. */
  described: Map<string, ResultColumns>;
}

const states = new WeakMap<pg.Connection, ConnectionState>();

function stateOf(connection: pg.Connection): ConnectionState {
  const known = states.get(connection);
  if (known) return known;
  const undescribed = Object.create(connection, { describe: { value: () => {} } });
  const state = { undescribed, described: new Map() };
  states.set(connection, state);
  return state;
}

/** The driver's types have no callback beside a query object. */
interface CallbackClient {
  query<T>(query: PreparedQuery | PreparedQueries, onEnd: (error: Error | null, result: T) => void): void;
}

export function runPrepared(client: pg.PoolClient, query: DescribedQuery): Promise<pg.QueryResult> {
  return inStatementSpan(query, () => send<pg.QueryResult>(client, new PreparedQuery(query)));
}

/** Runs the statements as one transaction. It rejects where nothing of it was committed, or where the connection was lost. */
export function runTogether(client: pg.PoolClient, queries: readonly DescribedQuery[]): Promise<Outcome[]> {
  return send<Outcome[]>(client, new PreparedQueries(queries));
}

/** The text of a statement has no values in it, which are sent apart. */
export function inStatementSpan<T>({ text }: DescribedQuery, run: () => Promise<T>): Promise<T> {
  if (!isTracing()) return run();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  return inSpan({ name: 'statement', kind: 'client', attributes }, run);
}

function send<T>(client: pg.PoolClient, query: PreparedQuery | PreparedQueries): Promise<T> {
  return new Promise((resolve, reject) => {
    const onEnd = (error: Error | null, result: T) => (error ? reject(error) : resolve(result));
    (client as unknown as CallbackClient).query<T>(query, onEnd);
  });
}
