import type { VatKind } from '../../domain/invoices/vat.ts';
import { anyGuid } from '../../kernel/database/any-of.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';

/** Whether the item `i` is for sale without VAT and does not say why. */
export const isUnstatedItemSql = sql`i.tax = 'Z' and i.vat_kind is null and i.active`;

const decidedItem = row({ guid: col.uuid() });

/** States the kind of those that state none; the others stay as they are, and are not returned. */
export function stateItemKinds({ tx, account, now }: WriteContext, guids: readonly string[], kind: VatKind) {
  return tx.query(
    decidedItem,
    sql`update items i set vat_kind = ${kind}, updated_at = ${now}
      where i.account_id = ${account.id} and i.guid = ${anyGuid(guids)} and ${isUnstatedItemSql} returning i.guid`,
  );
}
