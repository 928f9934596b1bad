import type { VatKind } from '../../domain/invoices/vat.ts';
import { anyId } from '../../kernel/database/any-of.ts';
import { emptyRow } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';

/** Whether the document `d` has lines without VAT that do not say why. */
export const unstatedLineSql = sql`exists (
  select from sales_document_lines l where l.account_id = d.account_id and l.sales_document_id = d.id
    and l.tax = 'Z' and l.vat_kind is null)`;

/** States the kind of the lines without VAT that state none, of documents that the transaction has locked. */
export async function stateLineKinds(
  { tx, account, now }: WriteContext,
  ids: readonly number[],
  kind: VatKind,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    emptyRow,
    sql`with changed as (
        update sales_documents set updated_at = ${now} where account_id = ${account.id} and id = ${anyId(ids)})
      update sales_document_lines set vat_kind = ${kind}
      where account_id = ${account.id} and sales_document_id = ${anyId(ids)} and tax = 'Z' and vat_kind is null`,
  );
}
