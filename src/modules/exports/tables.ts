import { LANGS } from '../../domain/values/codes.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const EXPORT_STATES = ['running', 'ready', 'failed'] as const;

/** `account`: everything; `books`: what an accountant needs of some days. */
export const EXPORT_KINDS = ['account', 'books'] as const;

export const accountExports = table('account_exports', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  kind: col.oneOf(EXPORT_KINDS).withDefault(),
  /** The days and the language of books. */
  from_date: col.date().nullable().withDefault(),
  to_date: col.date().nullable().withDefault(),
  lang: col.oneOf(LANGS).nullable().withDefault(),
  state: col.oneOf(EXPORT_STATES),
  run: col.uuid().nullable().withDefault(),
  size: col.bigint().nullable().withDefault(),
  sha256: col.bytea().nullable().withDefault(),
  created_at: col.timestamp(),
  created_by: col.bigint().nullable(),
  ended_at: col.timestamp().nullable().withDefault(),
});

export const accountExportParts = table('account_export_parts', {
  account_id: col.bigint(),
  export_id: col.bigint(),
  run: col.uuid(),
  position: col.integer(),
  bytes: col.bytea(),
});
