import pg from 'pg';
import type { Column, Row, SqlType } from '../../src/kernel/database/row.ts';
import { UNCHECKED } from './select.ts';

export const OIDS: Record<SqlType, readonly number[]> = {
  bigint: [20],
  integer: [23],
  smallint: [21],
  'double precision': [701],
  numeric: [1700],
  text: [25],
  boolean: [16],
  date: [1082],
  timestamptz: [1184],
  bytea: [17],
  uuid: [2950],
  // What a statement builds may be either; the driver parses both.
  json: [114, 3802],
  jsonb: [3802],
  'text[]': [1009],
  'integer[]': [1007],
  'bytea[]': [1001],
};

type Matches = (value: unknown) => boolean;
const isText =
  (pattern: RegExp): Matches =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isListOf =
  (matches: Matches): Matches =>
  (value) =>
    Array.isArray(value) && value.every(matches);

/** Whether a value is what the description promises, also where it comes out of JSON and has no type of its own. */
const MATCHES: Record<SqlType, Matches> = {
  bigint: Number.isSafeInteger,
  integer: Number.isSafeInteger,
  smallint: Number.isSafeInteger,
  'double precision': (value) => typeof value === 'number',
  numeric: isText(/^-?\d+(\.\d+)?$/),
  text: isText(/^/),
  boolean: (value) => typeof value === 'boolean',
  date: isText(/^\d{4}-\d\d-\d\d$/),
  timestamptz: isText(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/),
  bytea: Buffer.isBuffer,
  uuid: isText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  json: () => true,
  jsonb: () => true,
  'text[]': isListOf(isText(/^/)),
  'integer[]': isListOf(Number.isSafeInteger),
  'bytea[]': isListOf(Buffer.isBuffer),
};

interface Result {
  fields: { name: string; dataTypeID: number }[];
  rows: Record<string, unknown>[];
}

/** Every difference between what a statement returned and the description of its rows. */
export function rowProblems(row: Row, { fields, rows }: Result): string[] {
  const returned = fields.map(({ name }) => name);
  const described = Object.keys(row.columns);
  const types = fields.flatMap(({ name, dataTypeID }) => {
    const type = row.columns[name]?.type;
    const isRight = !type || OIDS[type].includes(dataTypeID);
    return isRight ? [] : [`column ${name} has the type ${dataTypeID}, which is not ${type}`];
  });
  return [
    ...described.filter((name) => !returned.includes(name)).map((name) => `column ${name} is not returned`),
    ...returned.filter((name) => !described.includes(name)).map((name) => `column ${name} is not described`),
    ...returned.filter((name, n) => returned.indexOf(name) < n).map((name) => `column ${name} comes twice`),
    ...types,
    ...rows.flatMap((values) => valueProblems(row, values, '')),
  ];
}

function valueProblems(row: Row, values: Record<string, unknown>, path: string): string[] {
  return Object.entries(row.columns).flatMap(([name, column]) =>
    name in values ? valueProblem(column, values[name], `${path}${name}`) : [],
  );
}

function valueProblem(column: Column, value: unknown, path: string): string[] {
  if (value === null) return column.isNullable ? [] : [`column ${path} is null`];
  if (column.shape) return shapeProblems(column.shape, value, path);
  if (!MATCHES[column.type](value)) return [`column ${path} is no ${column.type}: ${JSON.stringify(value)}`];
  const isKnown = !column.values || column.values.includes(value as string);
  return isKnown ? [] : [`column ${path} is none of its values: ${JSON.stringify(value)}`];
}

function shapeProblems(
  { row, isList }: { row: Row; isList: boolean },
  value: unknown,
  path: string,
): string[] {
  const objects = (isList ? value : [value]) as Record<string, unknown>[];
  if (!Array.isArray(objects) || objects.some((one) => typeof one !== 'object' || one === null)) {
    return [`column ${path} is no ${isList ? 'list of objects' : 'object'}: ${JSON.stringify(value)}`];
  }
  const described = Object.keys(row.columns);
  return objects.flatMap((object) => [
    ...described.filter((key) => !(key in object)).map((key) => `column ${path}.${key} is not returned`),
    ...Object.keys(object)
      .filter((key) => !described.includes(key))
      .map((key) => `column ${path}.${key} is not described`),
    ...valueProblems(row, object, `${path}.`),
  ]);
}

/**
 * From now on every statement of this process that has a description is compared with it; a statement that differs
 * fails like one that the database refuses, with an error that names its text and the column.
 */
export function checkRows(): void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const { row, text, queries } = Object(args[0]) as SentQuery;
    if (queries) checkOutcomes(queries, args);
    if (!row || row === UNCHECKED) return (query as any).apply(this, args);
    const check = (result: Result) => problemOf({ row, text }, result);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: Error | undefined, result: Result) =>
        callback(error ?? check(result), result);
      return (query as any).apply(this, args);
    }
    return (query as any).apply(this, args).then((result: Result) => {
      const error = check(result);
      if (error) throw error;
      return result;
    });
  } as typeof query;
}

/** A query with a description, or several that are sent together. */
interface SentQuery {
  row?: Row;
  text: string;
  queries?: readonly SentQuery[];
}

function problemOf({ row, text }: SentQuery, result: Result): Error | undefined {
  const [first] = row && row !== UNCHECKED ? rowProblems(row, result) : [];
  return first ? new Error(`Row description: ${first}, in the statement: ${text}`) : undefined;
}

function checkOutcomes(queries: readonly SentQuery[], args: any[]): void {
  const callback = args.at(-1);
  args[args.length - 1] = (error: Error | null, outcomes?: PromiseSettledResult<Result>[]) => {
    const checked = outcomes?.map((outcome, at): PromiseSettledResult<Result> => {
      const sent = queries[at];
      const reason = sent && outcome.status === 'fulfilled' ? problemOf(sent, outcome.value) : undefined;
      return reason ? { status: 'rejected', reason } : outcome;
    });
    callback(error, checked);
  };
}
