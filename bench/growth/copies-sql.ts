/** SQL that multiplies records that the service has made, with all that belongs to them. */

/** Ids of copies are those of their originals and a multiple of this. */
const STRIDE = 1_000_000;
/** The same for the numbers of documents, which are shorter. */
const NUMBER_STRIDE = 1000;
export interface Kind {
  /** The number of the first copy of each record, and how many there are. */
  first: number;
  count: number;
  /** The age in days of the newest copy, and how much older the oldest one is. */
  age: number;
  days: number;
  isWaiting: boolean;
}

export interface Copied {
  table: string;
  /** Which rows of the account are copied. */
  where: string;
  /** Columns with ids, which are shifted as the ids of the records are that they name. */
  ids?: readonly string[];
  guids?: readonly string[];
  numbers?: readonly string[];
  dates?: readonly string[];
  times?: readonly string[];
  /** Further columns: pairs of a name and an expression of `first` and `n`. */
  more?: string;
}

/** How many days before its original the copy `n` is. */
export function daysBack({ first, count, age, days }: Kind): string {
  return `(${age} + (${first + count - 1} - n)::bigint * ${days} / ${count})::int`;
}

/** Inserts the copies of rows of `account`, an SQL expression, oldest first. */
export function copy(account: string, kind: Kind, copied: Copied): string {
  const { table, where, ids = ['id'], guids = ['guid'], numbers = [], dates = [], times = [], more } = copied;
  const back = daysBack(kind);
  const changed = (columns: readonly string[], value: (column: string) => string) =>
    columns.map((column) => `'${column}', ${value(`first.${column}`)}`);
  const fields = [
    ...changed(ids, (column) => `${column} + n * ${STRIDE}::bigint`),
    ...changed(guids, guidOfCopy),
    ...changed(numbers, (column) => `${column} + n * ${NUMBER_STRIDE}::bigint`),
    ...changed(dates, (column) => `${column} - ${back}`),
    ...changed(times, (column) => `${column} - ${back} * interval '1 day'`),
    ...(more ? [more] : []),
  ];
  return `
    insert into ${table} overriding system value
    select copy.* from ${table} first, generate_series(${kind.first}, ${kind.first + kind.count - 1}) n,
      jsonb_populate_record(first, jsonb_build_object(${fields.join(', ')})) copy
    where first.account_id = ${account} and (${where});`;
}

/** The guid of the copy of a record; the same wherever the record is named. */
export function guidOfCopy(guid: string, n = 'n'): string {
  return `md5(${guid}::text || ${n})::uuid`;
}

/** The customer of the copy `n`, of so many. */
export function customerOfCopy(seed: string, customers: number): string {
  const n = `(1 + n % ${customers})`;
  return `'customer_id', ${seed} + ${n} * ${STRIDE}::bigint`;
}
