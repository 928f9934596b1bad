import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { costs } from './tables.ts';

const filed = costs.pick('supplier_id', 'supplier_name').with({ bytes: col.bytea().nullable() });
export type FiledEinvoice = RowOf<typeof filed>;

/** The XML file of a cost, null where it has another one or none; null where there is no such cost. */
export function findEinvoiceFile(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<FiledEinvoice | null> {
  return first(
    db.query(
      filed,
      sql`select c.supplier_id, c.supplier_name, f.bytes from costs c
        left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file' and f.extension = 'xml'
        where c.account_id = ${accountId} and c.guid = ${guid}`,
    ),
  );
}

const numbered = costs.pick('guid', 'invoice_number');

/** The supplier's invoices with these numbers, the newest first. */
export function listInvoicesOfSupplier(
  db: Queryable,
  accountId: number,
  { supplier_id, supplier_name }: FiledEinvoice,
  numbers: readonly string[],
) {
  return db.query(
    numbered,
    sql`select guid, invoice_number from costs
      where account_id = ${accountId} and invoice_number = any(${numbers}::text[]) and invoice_number <> '' and not credit_note
        and case when ${supplier_id}::text <> '' then supplier_id = ${supplier_id}::text
          else lower(supplier_name) = lower(${supplier_name}::text) end
      order by id desc`,
  );
}
