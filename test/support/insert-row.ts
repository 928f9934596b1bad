import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Writes a row of an earlier schema; columns without a default and without a value get any value of their type. */
export async function insertRow(
  client: pg.Client,
  table: string,
  values: Record<string, unknown>,
): Promise<void> {
  const { rows } = await client.query(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
    [table],
  );
  const any: Record<string, unknown> = {
    uuid: randomUUID(),
    numeric: 0,
    boolean: false,
    bigint: 1,
    integer: 1,
    jsonb: {},
    json: {},
  };
  const times = { date: '2026-03-01', 'timestamp with time zone': '2026-03-01' };
  const record = {
    ...Object.fromEntries(rows.map(({ name, type }) => [name, { ...any, ...times }[type as string] ?? ''])),
    ...values,
  };
  const names = Object.keys(record);
  await client.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(record),
  );
}
