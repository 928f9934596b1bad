import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { IMPORT_PARTS, type ImportPart } from '../../domain/imports/other-account.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const IMPORT_KINDS = ['customers', 'items', 'costs', 'open_invoices'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const recordImports = table('record_imports', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  kind: col.oneOf(IMPORT_KINDS),
  file_name: col.text(),
  sha256: col.bytea(),
  mapping: col.jsonb<ColumnMapping>(),
  rows_total: col.integer(),
  rows_new: col.integer(),
  rows_changed: col.integer(),
  created_by: col.bigint().nullable(),
  created_at: col.timestamp(),
});

export const ACCOUNT_IMPORT_STATES = ['running', 'done', 'stopped', 'failed'] as const;
export const PART_STATES = ['waiting', 'running', 'done', 'not_given'] as const;

/** How far a part has come, and what became of its records. */
export interface PartProgress {
  part: ImportPart;
  state: (typeof PART_STATES)[number];
  /** How many there are, as the other service says; null where it does not. */
  there: number | null;
  found: number;
  new: number;
  /** Imports of earlier builds have none. */
  changed?: number;
  known: number;
  left_out: number;
  refused: number;
  /** Why it was not given. */
  message: string;
}

/** A record that was refused, or did not come whole. */
export interface ImportRemark {
  part: ImportPart;
  guid: string;
  name: string;
  is_refused: boolean;
  message: string;
}

export const accountImports = table('account_imports', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  state: col.oneOf(ACCOUNT_IMPORT_STATES),
  from_url: col.text(),
  from_username: col.text(),
  name: col.text().withDefault(),
  registration_no: col.text().withDefault(),
  part: col.oneOf(IMPORT_PARTS),
  page: col.integer(),
  page_start: col.uuid().nullable().withDefault(),
  parts: col.jsonb<PartProgress[]>(),
  remarks: col.jsonb<ImportRemark[]>(),
  problem: col.text().withDefault(),
  created_by: col.bigint().nullable(),
  created_at: col.timestamp(),
  ended_at: col.timestamp().nullable().withDefault(),
});

export const accountImportRecords = table('account_import_records', {
  account_id: col.bigint(),
  part: col.oneOf(IMPORT_PARTS),
  source_guid: col.uuid(),
  record_guid: col.uuid(),
  imported_at: col.timestamp(),
});
