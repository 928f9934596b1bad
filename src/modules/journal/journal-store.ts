import { type ChartOfAccounts, JOURNAL_ACCOUNTS, JOURNAL_KEYS } from '../../domain/journal/accounts.ts';
import type { StoredEntry } from '../../domain/journal/booked-entry.ts';
import type { EntryKind } from '../../domain/journal/entry.ts';
import type { JournalLayout } from '../../domain/journal/layout.ts';
import { recordOf } from '../../domain/values/records.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, first, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, joinCtes, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import type { ExportedFile } from './schema.ts';
import { journalAccounts, journalEntries, journalExports, journalLayouts } from './tables.ts';

const accountRow = journalAccounts.omit('account_id');
export type OwnAccount = RowOf<typeof accountRow>;

/** The accounts that the company has changed. */
export function listOwnAccounts(db: Queryable, accountId: number): Promise<OwnAccount[]> {
  return db.query(
    accountRow,
    sql`select ${accountRow.list()} from journal_accounts where account_id = ${accountId} order by key`,
  );
}

export async function readChart(db: Queryable, accountId: number): Promise<ChartOfAccounts> {
  const own = new Map((await listOwnAccounts(db, accountId)).map(({ key, ...one }) => [key, one]));
  return recordOf(JOURNAL_KEYS, (key) => own.get(key) ?? JOURNAL_ACCOUNTS[key]);
}

/** Stores changed accounts, and forgets those that are the default again. Answers how many there are. */
export function updateAccountsStatement(
  accountId: number,
  changed: readonly OwnAccount[],
  restored: readonly string[],
) {
  const stored = sql`changed as (${journalAccounts.insertEach({ account_id: accountId }, changed)}
    on conflict (account_id, key) do update set account = excluded.account, name = excluded.name)`;
  const deleted = sql`restored as (
    delete from journal_accounts where account_id = ${accountId} and key = any(${restored}::text[]))`;
  const count = changed.length + restored.length;
  return {
    ctes: joinCtes(changed.length > 0 ? stored : EMPTY, deleted),
    result: sql`select ${count}::int as changed`,
  };
}

const layoutRow = journalLayouts.pick('id', 'guid', 'name', 'layout');
export type LayoutRow = RowOf<typeof layoutRow>;

export function listLayouts(db: Queryable, accountId: number): Promise<LayoutRow[]> {
  return db.query(
    layoutRow,
    sql`select ${layoutRow.list()} from journal_layouts where account_id = ${accountId} order by lower(name)`,
  );
}

/** A layout by its name or its guid. */
export function findLayout(db: Queryable, accountId: number, called: string): Promise<LayoutRow | null> {
  return db.find(
    layoutRow,
    sql`select ${layoutRow.list()} from journal_layouts
        where account_id = ${accountId} and (lower(name) = lower(${called}) or guid::text = lower(${called}))`,
  );
}

export function lockLayout(tx: Queryable, accountId: number, guid: string): Promise<LayoutRow | null> {
  return tx.find(
    layoutRow,
    sql`select ${layoutRow.list()} from journal_layouts
        where account_id = ${accountId} and guid = ${guid} for update`,
  );
}

interface NewLayout {
  guid: string;
  name: string;
  layout: JournalLayout;
}

/** Answers nothing where another layout has the name. */
export function insertLayoutStatement(accountId: number, layout: NewLayout, now: Date) {
  const times = { created_at: now, updated_at: now };
  const result = sql`${journalLayouts.insert({ account_id: accountId, ...layout, ...times })}
    on conflict (account_id, lower(name)) do nothing returning guid, id`;
  return { row: recordRow, result };
}

export function updateLayoutStatement(
  accountId: number,
  id: number,
  { name, layout }: Omit<NewLayout, 'guid'>,
  now: Date,
) {
  const result = sql`${journalLayouts.update({ name, layout, updated_at: now })}
    where account_id = ${accountId} and id = ${id} and not exists (select from journal_layouts other
      where other.account_id = ${accountId} and lower(other.name) = lower(${name}) and other.id <> ${id})
    returning guid, id`;
  return { row: recordRow, result };
}

export function deleteLayoutStatement(accountId: number, guid: string) {
  const result = sql`delete from journal_layouts where account_id = ${accountId} and guid = ${guid} returning guid, id`;
  return { row: recordRow, result };
}

/** The id of the last file; 0 before the first. */
export async function lastExportId(db: Queryable, accountId: number): Promise<number> {
  const found = await db.find(
    row({ id: col.bigint() }),
    sql`select coalesce(max(id), 0) as id from journal_exports where account_id = ${accountId}`,
  );
  return found?.id ?? 0;
}

/** Waits until no other file of the account is being stored. */
export async function lockJournal(tx: Queryable, accountId: number): Promise<void> {
  const key = `journal ${accountId}`;
  await tx.query(emptyRow, sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** The entry of a document in a file; `entry` null: the document has none any more. */
export interface JournalMark {
  kind: EntryKind;
  document_id: number;
  date: string;
  entry: StoredEntry | null;
}

const exportAnswer = row({ export: col.jsonb<ExportedFile>() });

/** Stores a file and what it had of each document. The answer is the file. */
export function insertExportStatement(
  accountId: number,
  { guid, created_at, file, ...facts }: ExportedFile,
  { now, personId }: { now: Date; personId: number | null },
  marks: readonly JournalMark[],
) {
  const answer = JSON.stringify({ guid, created_at, ...facts, file });
  const record = {
    account_id: accountId,
    guid,
    created_at: now,
    created_by: personId,
    facts,
    file: sql`decode(sent.export ->> 'file', 'base64')`,
  };
  const ctes = joinCtes(
    sql`sent as materialized (select ${answer}::jsonb as export)`,
    sql`made as (${journalExports.insertSelect(record)} from sent returning id)`,
    markCtes(accountId, marks),
  );
  return { row: exportAnswer, ctes, result: sql`select export from sent` };
}

function markCtes(accountId: number, marks: readonly JournalMark[]): Sql {
  const kept = marks.flatMap(({ entry, ...mark }) => (entry ? [{ ...mark, entry }] : []));
  const gone = marks.flatMap(({ entry, kind, document_id }) => (entry ? [] : [{ kind, document_id }]));
  const shared = { account_id: accountId, export_id: sql`(select id from made)` };
  const inserted = sql`marked as (${journalEntries.insertEach(shared, kept)}
    on conflict (account_id, kind, document_id)
      do update set date = excluded.date, entry = excluded.entry, export_id = excluded.export_id)`;
  const deleted = sql`forgotten as (
    delete from journal_entries using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as lost (kind text, document_id bigint)
    where journal_entries.account_id = ${accountId} and journal_entries.kind = lost.kind
      and journal_entries.document_id = lost.document_id)`;
  return joinCtes(kept.length > 0 ? inserted : EMPTY, gone.length > 0 ? deleted : EMPTY);
}

const exportColumns = journalExports.pick('id', 'guid', 'created_at', 'facts');
export type ExportRow = RowOf<typeof exportColumns>;

export function listExports(db: Queryable, accountId: number, { take, skip, after }: BatchRange<ExportRow>) {
  return db.query(
    exportColumns,
    pageOf(
      sql`select ${exportColumns.list()} from journal_exports
      where account_id = ${accountId} ${after ? sql`and id < ${after.id}` : EMPTY}
      order by id desc`,
      take,
      skip,
    ),
  );
}

const storedFile = journalExports.pick('id', 'guid', 'created_at', 'facts', 'file');

export function findExport(db: Queryable, accountId: number, guid: string) {
  return first(
    db.query(
      storedFile,
      sql`select ${storedFile.list()} from journal_exports where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}
