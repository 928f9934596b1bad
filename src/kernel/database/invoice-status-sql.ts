import {
  type CaseFacts,
  OWED_STATUSES,
  SETTLED_STATUSES,
  STATUS_CASES,
  type StatusTab,
} from '../../domain/invoices/invoice-status.ts';
import { SOURCES_WITHOUT_MONEY } from '../../domain/payments/payment.ts';
import { caseSql, type FactsSql, isCaseSql, literals } from './cases-sql.ts';
import { type Sql, sql } from './sql.ts';

/*
 * The table of cases in `domain/invoices/invoice-status.ts` as SQL. It stands here and not in a module because
 * customers, invoices and reports all need it, and customers may not import invoices.
 */
export type StatusColumns = FactsSql<CaseFacts>;

/** The columns of the table `invoices` under the alias `i`. */
export function statusColumns(today: string): StatusColumns {
  return {
    status: sql`i.status`,
    kind: sql`i.kind`,
    isWrittenOff: sql`i.written_off_on is not null`,
    isPastDue: sql`i.due_date < ${today}`,
  };
}

export function statusTabSql(columns: StatusColumns): Sql {
  return caseSql(STATUS_CASES, columns, ({ tab }) => tab);
}

export function bucketSql(columns: StatusColumns): Sql {
  return caseSql(STATUS_CASES, columns, ({ bucket }) => bucket);
}

export function isUnderTabSql(columns: StatusColumns, tabs: readonly StatusTab[]): Sql {
  return isCaseSql(STATUS_CASES, columns, ({ tab }) => tabs.includes(tab));
}

/** Whether `i` has a status in which an invoice is owed. A credit note in that status is not settled yet. */
export const hasOwedStatusSql = sql`i.status in (${literals(OWED_STATUSES)})`;

/** Whether the document `i` is a draft, or has a status in which an invoice is owed: the rows of the index `invoices_open_sums`. */
export const hasOpenStatusSql = sql`i.status in (${literals(['Draft', ...OWED_STATUSES])})`;

/** Whether the document `i` has another status: what it counts for stays as it is. */
export const hasSettledStatusSql = sql`i.status in (${literals(SETTLED_STATUSES)})`;

/** Whether the invoice `i` is owed. Written without `case`, so that an index on open invoices can serve it. */
export const isOwedSql = sql`i.kind = 'invoice' and ${hasOwedStatusSql} and i.written_off_on is null`;

/** Drafts and what is owed. */
export const isUnsettledInvoiceSql = sql`i.kind = 'invoice' and ${hasOpenStatusSql}`;

/** What credit notes and payments have left of the invoice `i`. */
export const unsettledSql = sql`greatest(i.amount - i.credited_amount - i.paid_amount, 0)`;

/** What is still to be paid of the invoice or credit note `i`, in its currency; the SQL of `remaining` in the domain. */
export const remainingSql = sql`case when i.kind = 'credit' and i.status <> 'Paid' then greatest(i.refund_amount - i.paid_amount, 0)
  when ${isOwedSql} then ${unsettledSql} else 0 end`;

/** Whether this account reports the document `i`: the system that has issued an imported invoice has reported it. */
export const isReportedSql = sql`not i.is_imported`;

/** Whether the document `i` counts in sales, VAT and the journal. Credit notes of imported invoices do: they are issued here. */
export const isSaleSql = sql`i.status <> 'Draft' and ${isReportedSql}`;

/** Whether the payment `p` has moved money in these books. */
export const movesMoneySql = sql`p.source not in (${literals(SOURCES_WITHOUT_MONEY)})`;

/** Sums over several currencies are in ISK, by the rate of each invoice. Every record is rounded before it is added. */
export function inIskSql(amount: Sql): Sql {
  return sql`round((${amount}) * i.exchange_rate, 2)`;
}
