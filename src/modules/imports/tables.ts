import type { ColumnMapping } from '../../domain/bank/statement.ts';
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
