import { type CompiledSql, compile, raw, type Sql, sql } from './sql.ts';

/**
 * Descriptions of rows. A query takes the description of its result columns beside its text, and the TypeScript type
 * of the rows is inferred from it:
 *
 *     const total = row({ currency: text(), total: numeric(), paid_on: date().nullable() });
 *     const rows = await db.query(total, sql`select currency, sum(amount) as total, … from invoices where …`);
 *     // rows: { currency: string; total: string; paid_on: string | null }[]
 *
 * A running service does not look at the description. The test run compares it with the columns that the database
 * returns (test/support/row-checker.ts), so that a misspelt, missing or superfluous column fails there.
 */

/** The PostgreSQL types that we use, as they are written in a cast. */
export type SqlType =
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'double precision'
  | 'numeric'
  | 'text'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'bytea'
  | 'uuid'
  | 'json'
  | 'jsonb'
  | 'text[]'
  | 'integer[]'
  | 'bytea[]';

/** Where an insert takes the value of a column from: its record must give it, it may be left out, or it must be. */
export type Source = 'record' | 'default' | 'identity';

interface Details {
  isNullable?: boolean;
  source?: Source;
  /** The only values that a text has. */
  values?: readonly string[];
  /** What a JSON value holds: an object, or a list of objects. */
  shape?: { row: Row; isList: boolean };
  /** Whether a text is bytes in base64. */
  isBase64?: boolean;
}

/** One column. `Value` is what the driver delivers, `Input` what an insert or update may give. */
export class Column<Value = unknown, Input = unknown, S extends Source = Source> {
  declare readonly value: Value;
  declare readonly input: Input;
  readonly type: SqlType;
  readonly isNullable: boolean;
  readonly source: S;
  readonly values: readonly string[] | undefined;
  readonly shape: Details['shape'];
  readonly isBase64: boolean;

  constructor(type: SqlType, details: Details = {}) {
    this.type = type;
    this.isNullable = details.isNullable ?? false;
    this.source = (details.source ?? 'record') as S;
    this.values = details.values;
    this.shape = details.shape;
    this.isBase64 = details.isBase64 ?? false;
  }

  nullable(): Column<Value | null, Input | null, S> {
    return new Column(this.type, { ...this, isNullable: true });
  }

  /** The database has a default for it, or null is the usual value of a new row: an insert may leave it out. */
  withDefault(): Column<Value, Input, 'default'> {
    return new Column(this.type, { ...this, source: 'default' });
  }

  /** The database numbers the rows: an insert must leave it out. */
  identity(): Column<Value, Input, 'identity'> {
    return new Column(this.type, { ...this, source: 'identity' });
  }
}

type Same<T> = Column<T, T, 'record'>;

/** Kinds of columns. */
export const col = {
  /** Safe integers: no series of ours comes near 2^53. */
  bigint: (): Same<number> => new Column('bigint'),
  integer: (): Same<number> => new Column('integer'),
  smallint: (): Same<number> => new Column('smallint'),
  double: (): Same<number> => new Column('double precision'),
  /** Exact, as text. Inside JSON it needs a cast to text, because a JSON number becomes a binary float. */
  numeric: (): Same<string> => new Column('numeric'),
  text: (): Same<string> => new Column('text'),
  /** Bytes as text. */
  base64: (): Same<string> => new Column('text', { isBase64: true }),
  /** Text that has one of these values. */
  oneOf: <T extends string>(values: readonly T[]): Same<NoInfer<T>> => new Column('text', { values }),
  boolean: (): Same<boolean> => new Column('boolean'),
  /** `Y-m-d`. */
  date: (): Same<string> => new Column('date'),
  /** `Y-m-d H:i:s` in UTC; inside JSON as the statement formats it. */
  timestamp: (): Column<string, Date | string, 'record'> => new Column('timestamptz'),
  bytea: (): Same<Buffer> => new Column('bytea'),
  uuid: (): Same<string> => new Column('uuid'),
  textArray: <T extends string = string>(): Column<T[], readonly T[], 'record'> => new Column('text[]'),
  integerArray: (): Column<number[], readonly number[], 'record'> => new Column('integer[]'),
  byteaArray: (): Column<Buffer[], readonly Buffer[], 'record'> => new Column('bytea[]'),
  /** A stored JSON value. Its type is stated and not checked: only our own writes put it there. */
  jsonb: <T>(): Same<T> => new Column('jsonb'),
  /** A JSON object that the statement builds. */
  json: <C extends Columns>(shape: Row<C>): Same<RowOf<Row<NoInfer<C>>>> =>
    new Column('json', { shape: { row: shape, isList: false } }),
  /** A JSON array of objects that the statement builds. */
  jsonList: <C extends Columns>(shape: Row<C>): Same<RowOf<Row<NoInfer<C>>>[]> =>
    new Column('json', { shape: { row: shape, isList: true } }),
} as const;

export type Columns = Record<string, Column>;

export class Row<C extends Columns = Columns> {
  readonly columns: C;

  constructor(columns: C) {
    this.columns = columns;
  }

  /** The same row with more columns after it, as for a join. */
  with<D extends Columns>(more: D): Row<C & D> {
    return new Row({ ...this.columns, ...more });
  }

  /** The values of these columns, from a record that may have more. */
  valuesIn(record: { [K in keyof C]: C[K]['value'] }): { [K in keyof C]: C[K]['value'] } {
    const names = Object.keys(this.columns) as (keyof C)[];
    return Object.fromEntries(names.map((name) => [name, record[name]])) as typeof record;
  }
}

/** The TypeScript type of the rows that a description describes. */
export type RowOf<R> = R extends Row<infer C> ? { [K in keyof C]: C[K]['value'] } : never;

export function row<C extends Columns>(columns: C): Row<C> {
  return new Row(columns);
}

/** The columns of a table that a statement reads, and their list for its text. */
export class Selection<C extends Columns = Columns> extends Row<C> {
  /** `guid, name`, or with an alias `c.guid, c.name`. */
  list(alias?: string): Sql {
    const prefix = alias ? `${alias}.` : '';
    const names = Object.keys(this.columns).map((name) => prefix + name);
    return raw(names.join(', '));
  }

  /** The same for a subquery that becomes JSON: exact numbers are cast to text, or they would become binary floats. */
  listForJson(alias?: string): Sql {
    const columns = this.#jsonColumns(alias).map(([, column]) => column);
    return raw(columns.join(', '));
  }

  /** `json_build_object('guid', c.guid, …)`, with exact numbers as text; `more` are further pairs. */
  jsonObject(alias?: string, more?: Sql): Sql {
    const pairs = this.#jsonColumns(alias).map(([name, column]) => `'${name}', ${column}`);
    const object = `json_build_object(${pairs.join(', ')}`;
    return more ? sql`${raw(object)}, ${more})` : raw(`${object})`);
  }

  #jsonColumns(alias?: string): [name: string, column: string][] {
    const prefix = alias ? `${alias}.` : '';
    return Object.entries(this.columns).map(([name, { type }]) => [
      name,
      type === 'numeric' ? `${prefix}${name}::text` : prefix + name,
    ]);
  }
}

/** What a write that creates or changes a record returns of it. */
export const recordRow = row({ guid: col.uuid(), id: col.bigint() });

/** The row of a statement without columns: a write that returns nothing, or `select from`, which only asks whether a row exists. */
export const emptyRow = row({});

/** The row of a query that only counts. */
export const countRow = row({ count: col.bigint() });

/** The only row of a query that finds at most one. */
export async function first<T>(rows: Promise<T[]>): Promise<T | null> {
  return (await rows)[0] ?? null;
}

/** A compiled statement with the description of its rows, which only the test run looks at. */
export interface DescribedQuery extends CompiledSql {
  row: Row;
}

export function describe(row: Row, statement: Sql): DescribedQuery {
  return { ...compile(statement), row };
}
