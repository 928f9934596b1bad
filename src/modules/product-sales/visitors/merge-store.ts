import type { Queryable } from '../../../kernel/database/queryable.ts';
import { emptyRow } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { moveNotesAndContacts } from '../../customers/notes-store.ts';
import { type CustomerMove, markMerged } from '../../customers/store.ts';
import { moveInvoices } from '../../invoices/records/move-invoices-store.ts';
import { moveSalesDocuments } from '../../sales-documents/store.ts';
import { moveTasks } from '../../tasks/store.ts';

/**
 * Locks the records that a merge moves, before the customers: a credit note, an issued draft, an invoiced order and a billed
 * task lock their record first and the customer last, and would deadlock with a merge that has the customer and waits for
 * the record. Invoices are locked in the order in which the overdue ones are. A record that is stored before the customers
 * are locked is moved as well.
 */
export async function lockMovedRecords(tx: Queryable, accountId: number, guid: string): Promise<void> {
  const isOfCustomer = sql`account_id = ${accountId} and customer_id = (
    select c.id from customers c where c.account_id = ${accountId} and c.guid = ${guid})`;
  const lock = sql`for no key update`;
  await tx.query(emptyRow, sql`select from sales_documents where ${isOfCustomer} order by id ${lock}`);
  await tx.query(
    emptyRow,
    sql`select from invoices where ${isOfCustomer} order by settlement_date, id ${lock}`,
  );
  await tx.query(emptyRow, sql`select from tasks where ${isOfCustomer} order by id ${lock}`);
}

/** Moves everything that refers to a customer, and returns the other one. */
export function mergeStatement(move: CustomerMove, now: Date): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`${moveInvoices(move)}, ${moveSalesDocuments(move)}, ${moveTasks(move)}, ${moveNotesAndContacts(move)},
      ${markMerged(move, now)}`,
    result: sql`select guid, id from customers where account_id = ${move.accountId} and id = ${move.into}`,
  };
}
