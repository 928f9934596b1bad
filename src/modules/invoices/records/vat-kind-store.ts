import type { VatKind } from '../../../domain/invoices/vat.ts';
import { anyGuid } from '../../../kernel/database/any-of.ts';
import { isSaleSql } from '../../../kernel/database/invoice-status-sql.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { invoices } from './tables.ts';

/** A line `l` without VAT that does not say why. */
export const unstatedLineSql = sql`l.tax = 'Z' and l.vat_kind is null`;

/** Whether the document `i` was issued here with such lines. What it was issued with never changes. */
export const isIssuedUnstatedSql = sql`${isSaleSql} and i.net_z <> 0 and exists (
  select from invoice_lines l where l.account_id = i.account_id and l.invoice_id = i.id and ${unstatedLineSql})`;

const decidedInvoice = invoices.pick('guid', 'kind', 'number', 'issue_date');
export type DecidedInvoice = RowOf<typeof decidedInvoice>;

/** Decides how such lines count, also where it was decided before; documents without them are not returned. */
export function decideInvoiceKinds(
  { tx, account }: WriteContext,
  guids: readonly string[],
  kind: VatKind,
): Promise<DecidedInvoice[]> {
  return tx.query(
    decidedInvoice,
    sql`update invoices i set decided_vat_kind = ${kind}
      where i.account_id = ${account.id} and i.guid = ${anyGuid(guids)} and ${isIssuedUnstatedSql}
      returning ${decidedInvoice.list('i')}`,
  );
}
