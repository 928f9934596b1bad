import { recordRow } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { InvoiceState } from '../read/invoice-store.ts';

/** Marks the invoice paid if it still is in the state that was read, and settles its open credit notes with it. */
export function payInvoiceStatement(accountId: number, expected: InvoiceState, today: string, now: Date) {
  return {
    row: recordRow,
    ctes: sql`
      paid as (
        update invoices set status = 'Paid', paid_on = ${today}, updated_at = ${now},
          claim_status = case when claim_status = 'sent' then 'cancel' else claim_status end
        where account_id = ${accountId} and id = ${expected.id} and status = ${expected.status}
          and claim_id = ${expected.claim_id} and claim_status = ${expected.claim_status}
        returning id, guid),
      ${settleCreditNotesCte(accountId, today, now)}`,
    result: sql`select guid, id from paid`,
  };
}

/** Settles the open credit notes of the invoice that the CTE `paid` has just marked paid. */
export function settleCreditNotesCte(accountId: number, paidOn: string, now: Date): Sql {
  return sql`settled_notes as (
    update invoices set status = 'Paid', paid_on = ${paidOn}, updated_at = ${now}
    from paid
    where invoices.account_id = ${accountId} and invoices.refer_id = paid.id and invoices.status = 'Sent'
    returning invoices.guid, invoices.number, invoices.kind)`;
}
