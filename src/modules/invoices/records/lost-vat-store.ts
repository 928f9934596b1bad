import { inIskSql } from '../../../kernel/database/invoice-status-sql.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';

/**
 * The VAT in what was written off of the invoice `i`, in ISK: of the VAT that credit notes have left, the share that the
 * write-off has in what they have left of the amount.
 */
function lostVat(vat: Sql, ofNote: Sql): Sql {
  return inIskSql(sql`(${vat} - coalesce((
      select sum(${ofNote}) from invoices n
      where n.account_id = i.account_id and n.refer_id = i.id and n.kind = 'credit' and n.status <> 'Draft'), 0))
    * i.written_off_amount / (i.amount - i.credited_amount)`);
}

export const lostVatSql = {
  s: lostVat(sql`i.vat_s`, sql`n.vat_s`),
  aa: lostVat(sql`i.vat_aa`, sql`n.vat_aa`),
};
