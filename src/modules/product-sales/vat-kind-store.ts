import type { VatKind } from '../../domain/invoices/vat.ts';
import { anyGuid } from '../../kernel/database/any-of.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { productSales } from './tables.ts';

/** Whether the open page `s` sells without VAT, and neither it nor its item `i` says why. */
export const isUnstatedSaleSql = sql`s.tax = 'Z' and coalesce(s.vat_kind, i.vat_kind) is null and s.is_open`;

const decidedSale = productSales.pick('guid', 'is_open');

/** States the kind of those that state none; the others stay as they are, and are not returned. */
export function stateSaleKinds({ tx, account, now }: WriteContext, guids: readonly string[], kind: VatKind) {
  return tx.query(
    decidedSale,
    sql`update product_sales s set vat_kind = ${kind}, updated_at = ${now} from items i
      where s.account_id = ${account.id} and s.guid = ${anyGuid(guids)}
        and i.account_id = s.account_id and i.id = s.item_id and ${isUnstatedSaleSql}
      returning ${decidedSale.list('s')}`,
  );
}
