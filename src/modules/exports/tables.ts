import { bigint, bytea, integer, oneOf, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const EXPORT_STATES = ['running', 'ready', 'failed'] as const;

export const accountExports = table('account_exports', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
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
