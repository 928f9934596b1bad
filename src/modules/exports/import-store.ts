import { setTextFormats } from '../../kernel/backup/catalogue.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, row } from '../../kernel/database/row.ts';
import { join, raw, type Sql, sql } from '../../kernel/database/sql.ts';
import { auditLog } from '../../kernel/operations/tables.ts';
import { accounts } from '../accounts/tables.ts';
import type { ExportedTable } from './exported-tables-store.ts';

export interface NewAccount {
  guid: string;
  username: string;
  apiKeyDigest: Buffer;
  passwordHash: string;
  now: Date;
}

export async function isUsernameTaken(db: Queryable, username: string): Promise<boolean> {
  const rows = await db.query(
    emptyRow,
    sql`select from accounts where lower(username) = lower(${username})
      union all select from people where lower(username) = lower(${username}) and removed_at is null limit 1`,
  );
  return rows.length > 0;
}

const sequenceRow = row({ sequence: col.text().nullable(), last: col.bigint().nullable() });

/**
 * Keeps the numbers that rows bring from being given again. Whoever inserts a row holds a lock that excludes this one, so
 * no number is drawn between reading and setting the sequence.
 */
export async function reserveIds(db: Database, table: string, highest: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.script(`lock table ${table} in share row exclusive mode`);
    const found = await tx.find(
      sequenceRow,
      sql`select s.name as sequence, pg_sequence_last_value(s.name::regclass)::bigint as last
          from pg_get_serial_sequence(${table}, 'id') s (name)`,
    );
    if (!found?.sequence || (found.last ?? 0) >= highest) return;
    await tx.query(
      row({ setval: col.bigint() }),
      sql`select setval(${found.sequence}::regclass, ${highest}::bigint)`,
    );
  });
}

/** Prepares a transaction for rows that are collected in a temporary table and inserted by one statement. */
export async function beginImport(tx: Transaction): Promise<void> {
  await setTextFormats(tx);
  await tx.script(
    'create temporary table imported_rows (place bigint generated always as identity, line jsonb, bytes bytea) on commit drop',
  );
}

export async function collectRows(tx: Transaction, lines: readonly string[]): Promise<void> {
  await tx.query(
    emptyRow,
    sql`insert into imported_rows (line) select r from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) r`,
  );
}

export async function collectFile(tx: Transaction, line: string, bytes: Buffer): Promise<void> {
  await tx.query(emptyRow, sql`insert into imported_rows (line, bytes) values (${line}::jsonb, ${bytes})`);
}

/** Inserts the account itself, without the person that every new account gets: people are among the rows. */
export async function insertImportedAccount(
  tx: Transaction,
  exported: ExportedTable,
  columns: readonly string[],
  account: NewAccount,
): Promise<number> {
  const own: Record<string, Sql> = {
    guid: sql`${account.guid}::uuid`,
    username: sql`${account.username}`,
    disabled: raw('false'),
    api_key_digest: sql`${account.apiKeyDigest}`,
    password_hash: sql`${account.passwordHash}`,
    api_key_made_at: sql`${account.now}::timestamptz`,
  };
  const insert = insertCollected(exported, [...new Set([...columns, ...Object.keys(own)])], own);
  const [made] = await tx.query(accounts.pick('account_id'), sql`${insert} returning account_id`);
  if (!made) throw new Error('An export has one account');
  await tx.query(emptyRow, sql`delete from people where account_id = ${made.account_id}`);
  await tx.query(emptyRow, sql`truncate imported_rows`);
  return made.account_id;
}

/** Nobody but the owner of the new account can sign in: the others are names in its history until they are invited. */
function ownValues(table: string, account: NewAccount): Record<string, Sql> {
  if (table !== 'people') return {};
  return {
    username: sql`case when r.main then ${account.username} else r.username end`,
    password_hash: sql`case when r.main then ${account.passwordHash} end`,
    removed_at: sql`case when not r.main then coalesce(r.removed_at, ${account.now}::timestamptz) end`,
  };
}

/** Inserts the collected rows, all at once: a row may refer to a later one of its table. */
export async function insertImportedRows(
  tx: Transaction,
  exported: ExportedTable,
  columns: readonly string[],
  { accountId, account }: { accountId: number; account: NewAccount },
): Promise<void> {
  const own = { account_id: sql`${accountId}::bigint`, ...ownValues(exported.table.name, account) };
  const all = [...new Set([...columns, ...Object.keys(own)])];
  await tx.query(emptyRow, insertCollected(exported, all, own));
  await tx.query(emptyRow, sql`truncate imported_rows`);
}

function insertCollected(
  { table, file }: ExportedTable,
  columns: readonly string[],
  own: Readonly<Record<string, Sql>>,
): Sql {
  const name = raw(table.name);
  const values = columns.map((column) =>
    column === file?.column ? raw('i.bytes') : (own[column] ?? raw(`r.${column}`)),
  );
  return sql`insert into ${name} (${raw(columns.join(', '))}) overriding system value
    select ${join(values, ', ')} from imported_rows i
    cross join lateral jsonb_populate_record(null::${name}, i.line - ${file?.column ?? ''}::text) r order by i.place`;
}

/** The log of the new account says where its books came from. */
export async function recordImport(tx: Transaction, accountId: number, account: NewAccount): Promise<void> {
  const record = {
    account_id: accountId,
    at: account.now,
    via: 'operator',
    agent_id: null,
    action: 'import-account',
    target: account.guid,
    outcome: 'ok',
    ip: '',
    request_id: 'command-line',
  };
  await tx.query(emptyRow, auditLog.insert(record));
}
