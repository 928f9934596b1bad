import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { moveNotesAndContacts } from '../../customers/notes-store.ts';
import { type CustomerMove, markMerged } from '../../customers/store.ts';
import { moveInvoices } from '../../invoices/move-invoices-store.ts';
import { moveSalesDocuments } from '../../sales-documents/store.ts';
import { moveTasks } from '../../tasks/store.ts';

/** Moves everything that refers to a customer, and returns the other one. */
export function mergeStatement(move: CustomerMove, now: Date): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`${moveInvoices(move)}, ${moveSalesDocuments(move)}, ${moveTasks(move)}, ${moveNotesAndContacts(move)},
      ${markMerged(move, now)}`,
    result: sql`select guid, id from customers where account_id = ${move.accountId} and id = ${move.into}`,
  };
}
