import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { IMPORT_PARTS, type ImportPart } from '../../domain/imports/other-account.ts';
import { bigint, bytea, integer, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const IMPORT_KINDS = ['customers', 'items', 'costs', 'open_invoices'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const recordImports = table('record_imports', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  kind: oneOf(IMPORT_KINDS),
  file_name: text(),
  sha256: bytea(),
  mapping: jsonb<ColumnMapping>(),
  rows_total: integer(),
  rows_new: integer(),
  rows_changed: integer(),
  created_by: bigint().nullable(),
  created_at: timestamp(),
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
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  state: oneOf(ACCOUNT_IMPORT_STATES),
  from_url: text(),
  from_username: text(),
  name: text().withDefault(),
  registration_no: text().withDefault(),
  part: oneOf(IMPORT_PARTS),
  page: integer(),
  page_start: uuid().nullable().withDefault(),
  parts: jsonb<PartProgress[]>(),
  remarks: jsonb<ImportRemark[]>(),
  problem: text().withDefault(),
  created_by: bigint().nullable(),
  created_at: timestamp(),
  ended_at: timestamp().nullable().withDefault(),
});

export const accountImportRecords = table('account_import_records', {
  account_id: bigint(),
  part: oneOf(IMPORT_PARTS),
  source_guid: uuid(),
  record_guid: uuid(),
  imported_at: timestamp(),
});
