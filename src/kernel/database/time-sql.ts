import { type Sql, sql } from './sql.ts';

/** `Y-m-d H:i:s` in UTC, as the APIs write times. */
export function timestampText(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
}

/** ISO 8601 with milliseconds, as events write times. */
export function isoTimeText(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
