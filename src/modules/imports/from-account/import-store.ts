import { IMPORT_PARTS, type ImportPart, SOURCE_LISTS } from '../../../domain/imports/other-account.ts';
import { pageOf } from '../../../kernel/database/page-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { EMPTY, joinCtes, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { BatchRange } from '../../../kernel/operations/paging.ts';
import { accountImportRecords, accountImports } from '../tables.ts';

const importRow = accountImports.omit('account_id', 'created_by');
export type AccountImportRow = RowOf<typeof importRow>;
const changedRow = accountImports.pick('guid', 'state');

const byGuid = (accountId: number, guid: string) =>
  sql`select ${importRow.list()} from account_imports where account_id = ${accountId} and guid = ${guid}`;

export function findImport(db: Queryable, accountId: number, guid: string): Promise<AccountImportRow | null> {
  return db.find(importRow, byGuid(accountId, guid));
}

/** Locks it until the end of the transaction. */
export function lockImport(tx: Queryable, accountId: number, guid: string): Promise<AccountImportRow | null> {
  return tx.find(importRow, sql`${byGuid(accountId, guid)} for update`);
}

/** The import that is running. Whoever starts one holds the lock of the imports of the account. */
export function findRunning(tx: Queryable, accountId: number): Promise<AccountImportRow | null> {
  return tx.find(
    importRow,
    sql`select ${importRow.list()} from account_imports where account_id = ${accountId} and state = 'running'`,
  );
}

export function selectImport(accountId: number, guid: string) {
  const result = sql`select ${changedRow.list()} from account_imports where account_id = ${accountId} and guid = ${guid}`;
  return { row: changedRow, result };
}

export function listImports(
  db: Queryable,
  accountId: number,
  { take, skip, after }: BatchRange<AccountImportRow>,
): Promise<AccountImportRow[]> {
  return db.query(
    importRow,
    pageOf(
      sql`select ${importRow.list()} from account_imports
      where account_id = ${accountId} ${after ? sql`and id < ${after.id}` : EMPTY}
      order by id desc`,
      take,
      skip,
    ),
  );
}

const NO_COUNTS = {
  there: null,
  found: 0,
  new: 0,
  changed: 0,
  known: 0,
  left_out: 0,
  refused: 0,
  message: '',
};
const PARTS = IMPORT_PARTS.filter((part) => part in SOURCE_LISTS);

interface NewImport {
  guid: string;
  from_url: string;
  from_username: string;
  personId: number | null;
  now: Date;
}

export function insertImport(accountId: number, { personId, now, ...source }: NewImport) {
  const record = {
    account_id: accountId,
    ...source,
    state: 'running' as const,
    part: IMPORT_PARTS[0],
    page: 1,
    parts: PARTS.map((part) => ({ part, state: 'waiting' as const, ...NO_COUNTS })),
    remarks: [],
    created_by: personId,
    created_at: now,
  };
  return { row: changedRow, result: sql`${accountImports.insert(record)} returning ${changedRow.list()}` };
}

/** What a page has changed of an import. */
export type ImportChange = Partial<
  Pick<
    AccountImportRow,
    'state' | 'name' | 'registration_no' | 'part' | 'page' | 'page_start' | 'parts' | 'remarks' | 'problem'
  >
> & { ended_at?: Date };

export interface Mapped {
  part: ImportPart;
  source_guid: string;
  record_guid: string;
}

/** Changes an import that is running; `ctes` store what has come, and `mapped` which record is which. */
export function updateRunning(
  accountId: number,
  guid: string,
  change: ImportChange,
  { ctes = [], mapped = [], now }: { ctes?: readonly Sql[]; mapped?: readonly Mapped[]; now: Date },
) {
  const shared = { account_id: accountId, imported_at: now };
  const noted = mapped.length > 0 ? [sql`noted as (${accountImportRecords.insertEach(shared, mapped)})`] : [];
  const steps = [...ctes, ...noted];
  return {
    row: changedRow,
    ...(steps.length > 0 && { ctes: joinCtes(...steps) }),
    result: sql`${accountImports.update(change)} where account_id = ${accountId} and guid = ${guid} and state = 'running'
      returning ${changedRow.list()}`,
  };
}

/** Says why an import waits, where nothing of it is stored. */
export async function noteProblem(
  db: Queryable,
  accountId: number,
  guid: string,
  problem: string,
): Promise<void> {
  await db.query(
    accountImports.pick('guid'),
    sql`${accountImports.update({ problem })} where account_id = ${accountId} and guid = ${guid} and state = 'running'
      returning guid`,
  );
}

const mappedRow = accountImportRecords.pick('source_guid', 'record_guid');

/** The records here that these records of the other account have become, by the guids there. */
export async function listRecordsHere(
  db: Queryable,
  accountId: number,
  part: ImportPart,
  sourceGuids: readonly string[],
): Promise<Map<string, string>> {
  if (sourceGuids.length === 0) return new Map();
  const found = await db.query(
    mappedRow,
    sql`select ${mappedRow.list()} from account_import_records
      where account_id = ${accountId} and part = ${part} and source_guid = any(${sourceGuids}::uuid[])`,
  );
  return new Map(found.map(({ source_guid, record_guid }) => [source_guid, record_guid]));
}

const boundRow = accountImportRecords.pick('record_guid');

/** Those of these records here that a record of another account has become. */
export async function listBound(
  db: Queryable,
  accountId: number,
  part: ImportPart,
  guids: readonly string[],
): Promise<Set<string>> {
  if (guids.length === 0) return new Set();
  const found = await db.query(
    boundRow,
    sql`select ${boundRow.list()} from account_import_records
      where account_id = ${accountId} and part = ${part} and record_guid = any(${guids}::uuid[])`,
  );
  return new Set(found.map(({ record_guid }) => record_guid));
}
