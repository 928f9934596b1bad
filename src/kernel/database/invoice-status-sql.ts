import {
  OWED_STATUSES,
  STATUS_CASES,
  type StatusCase,
  type StatusTab,
} from '../../domain/invoices/invoice-status.ts';
import { join, Sql, sql } from './sql.ts';

/**
 * The table of cases in `domain/invoice-status.ts`, rendered as SQL. It stands here and not in a module because
 * customers, invoices and reports all need it, and customers may not import invoices.
 */
export interface StatusColumns {
  status: Sql;
  kind: Sql;
  isPastDue: Sql;
}

/** The columns of the table `invoices` under the alias `i`. */
export function statusColumns(today: string): StatusColumns {
  return { status: sql`i.status`, kind: sql`i.kind`, isPastDue: sql`i.due_date < ${today}` };
}

/** Only for names from the domain's own tables. As literals they let the planner match partial indexes. */
function literal(name: string): Sql {
  return new Sql([`'${name}'`], []);
}

export function literals(names: readonly string[]): Sql {
  return join(names.map(literal), ', ');
}

function condition({ status, kind, isPastDue }: StatusCase['when'], columns: StatusColumns): Sql {
  const parts: Sql[] = [];
  if (kind) parts.push(sql`${columns.kind} = ${literal(kind)}`);
  if (status) parts.push(sql`${columns.status} = ${literal(status)}`);
  if (isPastDue !== undefined) parts.push(isPastDue ? columns.isPastDue : sql`not (${columns.isPastDue})`);
  return parts.length > 0 ? join(parts, ' and ') : sql`true`;
}

function caseSql(columns: StatusColumns, result: (one: StatusCase) => string | null): Sql {
  const branches = STATUS_CASES.map((one) => {
    const name = result(one);
    return sql`when ${condition(one.when, columns)} then ${name === null ? sql`null` : literal(name)}`;
  });
  return sql`case ${join(branches, ' ')} end`;
}

export function statusTabSql(columns: StatusColumns): Sql {
  return caseSql(columns, ({ tab }) => tab);
}

export function bucketSql(columns: StatusColumns): Sql {
  return caseSql(columns, ({ bucket }) => bucket);
}

export function isUnderTabSql(columns: StatusColumns, tabs: readonly StatusTab[]): Sql {
  return sql`${statusTabSql(columns)} in (${literals(tabs)})`;
}

/** Whether `i` has a status in which an invoice is owed. A credit note in that status is not settled yet. */
export const hasOwedStatusSql = sql`i.status in (${literals(OWED_STATUSES)})`;

/** Whether the invoice `i` is owed. Written without `case`, so that an index on open invoices can serve it. */
export const isOwedSql = sql`i.kind = 'invoice' and ${hasOwedStatusSql}`;

/** Drafts and what is owed: the rows of the index `invoices_unsettled_sums`. */
export const isUnsettledInvoiceSql = sql`i.kind = 'invoice' and i.status in (${literals(['Draft', ...OWED_STATUSES])})`;

/** What is still to be paid of the invoice `i`, in its currency; the SQL of `remaining` in the domain. */
export const remainingSql = sql`case when ${isOwedSql} then i.amount - i.credited_amount else 0 end`;

/** Sums over several currencies are in ISK, by the rate of each invoice. Every record is rounded before it is added. */
export function inIskSql(amount: Sql): Sql {
  return sql`round((${amount}) * i.exchange_rate, 2)`;
}
