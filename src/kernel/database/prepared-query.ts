import pg from 'pg';
import { inSpan, isTracing } from '../node/tracing.ts';
import type { DescribedQuery, Row } from './row.ts';

/**
 * A query that asks for the description of its result only once for each connection and statement. The driver asks at
 * every execution, and for a row of fifty columns the answer is an eighth of the work of both sides. A prepared statement
 * never changes its columns: the server refuses to execute it when a migration has changed them.
 */
class PreparedQuery extends (pg.Query as unknown as typeof DriverQuery) {
  /** The description of its rows, which only the test run looks at. */
  readonly row: Row;
  #described: Map<string, ResultColumns> | null = null;

  constructor({ name, text, values, row }: DescribedQuery) {
    // The driver would copy an object property by property, by their descriptors.
    super(text, values);
    this.name = name;
    this.row = row;
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
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#described?.set(this.name ?? '', { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** What the result of a query knows of its columns. */
interface ResultColumns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The driver's class with the members that its types leave out. */
declare class DriverQuery extends pg.Query {
  name: string | undefined;
  _result: ResultColumns;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleRowDescription(message: unknown): void;
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
  query(query: PreparedQuery, onEnd: (error: Error | null, result: pg.QueryResult) => void): void;
}

export function runPrepared(client: pg.PoolClient, query: DescribedQuery): Promise<pg.QueryResult> {
  return isTracing() ? inSpan(statementSpan(query), () => send(client, query)) : send(client, query);
}

/** The text of a statement has no values in it, which are sent apart. */
function statementSpan({ text }: DescribedQuery) {
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  return { name: 'statement', kind: 'client', attributes } as const;
}

function send(client: pg.PoolClient, query: DescribedQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const onEnd = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
    (client as unknown as CallbackClient).query(new PreparedQuery(query), onEnd);
  });
}
