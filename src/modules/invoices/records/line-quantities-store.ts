import { type Sql, sql } from '../../../kernel/database/sql.ts';

/** How much a credit note or a part delivery takes of each line. A line may be named twice, and an update takes one row for it. */
export function summedQuantities(quantities: readonly { guid: string; qty: string }[]): Sql {
  return sql`(
    select guid, sum(qty) as qty
    from jsonb_to_recordset(${JSON.stringify(quantities)}::jsonb) as x (guid uuid, qty numeric) group by guid
  )`;
}
