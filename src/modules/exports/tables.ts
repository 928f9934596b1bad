import { LANGS } from '../../domain/values/codes.ts';
import { bigint, bytea, date, integer, oneOf, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const EXPORT_STATES = ['running', 'ready', 'failed'] as const;

/** `account`: everything; `books`: what an accountant needs of some days. */
export const EXPORT_KINDS = ['account', 'books'] as const;

export const accountExports = table('account_exports', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  kind: oneOf(EXPORT_KINDS).withDefault(),
  /** The days and the language of books. */
  from_date: date().nullable().withDefault(),
  to_date: date().nullable().withDefault(),
  lang: oneOf(LANGS).nullable().withDefault(),
  state: oneOf(EXPORT_STATES),
  run: uuid().nullable().withDefault(),
  size: bigint().nullable().withDefault(),
  sha256: bytea().nullable().withDefault(),
  created_at: timestamp(),
  created_by: bigint().nullable(),
  ended_at: timestamp().nullable().withDefault(),
});

export const accountExportParts = table('account_export_parts', {
  account_id: bigint(),
  export_id: bigint(),
  run: uuid(),
  position: integer(),
  bytes: bytea(),
});
