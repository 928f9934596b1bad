import { col, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { ExportedPayables } from './payables-schema.ts';

export const payablesAnswer = row({ export: col.jsonb<ExportedPayables>() });

export function selectPayables(exported: ExportedPayables): Sql {
  return sql`select ${JSON.stringify(exported)}::jsonb as export`;
}
