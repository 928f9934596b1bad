import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';

/** What imported credit notes take off an imported invoice. */
export interface CreditedOriginal {
  id: number;
  by: string;
  /** Nothing of it is left to credit. */
  credited: boolean;
}

/** The step that notes it on the invoices, which are locked; none where there are none. */
export function creditOriginalsCte(
  { account, now }: WriteContext,
  originals: readonly CreditedOriginal[],
): Sql[] {
  if (originals.length === 0) return [];
  return [
    sql`credited_originals as (
      update invoices i set credited_amount = i.credited_amount + note.by, credited = note.credited, updated_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(originals)}::jsonb) as note (id bigint, by numeric, credited boolean)
      where i.account_id = ${account.id} and i.id = note.id)`,
  ];
}
