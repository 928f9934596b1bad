import { type Sql, sql } from '../../../kernel/database/sql.ts';
import type { CustomerMove } from '../../customers/store.ts';
import { invoices, payments } from './tables.ts';

/** Only the reference moves: the buyer that was printed on an invoice is a snapshot. Credit of payments moves with it. */
export function moveInvoices({ accountId, from, into }: CustomerMove): Sql {
  return sql`moved_invoices as (
    ${invoices.update({ customer_id: into })} where account_id = ${accountId} and customer_id = ${from}),
    moved_payments as (
    ${payments.update({ customer_id: into })} where account_id = ${accountId} and customer_id = ${from})`;
}
