import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { EXPORTED, LEFT_OUT } from './exported-tables-store.ts';

/**
 * What the law on accounting wants to be kept for seven years: the documents of all that is booked, with the parties to them, and who
 * did what.
 */
const KEPT: ReadonlySet<string> = new Set([
  ...['accounts', 'people', 'audit_log', 'counters', 'number_starts'],
  ...['vat_period_lengths', 'vat_locks', 'vat_submissions'],
  ...[
    'costs',
    'cost_files',
    'cost_sums',
    'einvoice_answers',
    'invoices',
    'invoice_lines',
    'invoice_events',
    'renditions',
    'invoice_files',
  ],
  ...['payments', 'allocations', 'provider_reports', 'settled_sums', 'received_sums'],
  ...['bank_accounts', 'bank_statements', 'bank_lines', 'bank_sums', 'bank_bookings', 'bank_actions'],
  ...['journal_accounts', 'journal_exports', 'journal_entries', 'record_imports'],
]);

/** Of these, what belongs to a document that is kept stays too. The row is `t`. */
const KEPT_WITH_DOCUMENTS: Readonly<Record<string, Sql>> = {
  sales_document_lines: sql`exists (select from invoices i where i.account_id = t.account_id
    and i.sales_document_id = t.sales_document_id)`,
  recurring_schedules: sql`exists (select from invoices i where i.account_id = t.account_id
    and i.sales_document_id = t.sales_document_id)`,
  sales_documents: sql`exists (select from invoices i where i.account_id = t.account_id and i.sales_document_id = t.id)`,
  files: sql`t.invoice_id is not null or exists (select from invoice_files l
    where l.account_id = t.account_id and l.file_guid = t.guid)`,
  task_logs: sql`exists (select from tasks k where k.account_id = t.account_id and k.id = t.task_id and ${isBilled(sql`k`)})`,
  task_images: sql`exists (select from task_logs g where g.account_id = t.account_id and g.image = t.guid)`,
  tasks: isBilled(sql`t`),
  items: sql`exists (select from tasks k where k.account_id = t.account_id and k.item_id = t.id)`,
  customers: sql`exists (select from invoices i where i.account_id = t.account_id and i.customer_id = t.id)
    or exists (select from payments p where p.account_id = t.account_id and p.customer_id = t.id)
    or exists (select from tasks k where k.account_id = t.account_id and k.customer_id = t.id)
    or exists (select from sales_documents d where d.account_id = t.account_id and d.customer_id = t.id)
    or exists (select from customers m where m.account_id = t.account_id and m.merged_into = t.id)`,
};

/** Work that was billed is the voucher of its invoice. */
function isBilled(task: Sql): Sql {
  return sql`(exists (select from invoice_lines l where l.account_id = ${task}.account_id and l.task_guid = ${task}.guid)
    or exists (select from task_logs g where g.account_id = ${task}.account_id and g.task_id = ${task}.id and g.invoice_id is not null))`;
}

/** Tables that have no rows of an account, or only those of another installation that stands in for one. */
const OF_NO_ACCOUNT =
  /^(schema_migrations|primary_timeline|cron_tasks|attempts|exchange_rates|fetched_einvoices|setup_keys|sandbox_.*)$/;

/** Rows that others refer to come after those. Each of the rest is referred to by none of them. */
const LAST = [
  ...['webhooks', 'sale_orders', 'product_sales', 'sale_images'],
  ...['access_tokens', 'refresh_tokens', 'authorizations', 'grants', 'clients'],
  ...['account_exports', 'bank_consents', 'second_factors'],
  ...[
    'recurring_schedules',
    'sales_document_lines',
    'files',
    'sales_documents',
    'task_logs',
    'task_images',
    'tasks',
    'items',
    'customers',
  ],
];

export interface ClosedTable {
  name: string;
  /** Which rows `t` stay; empty where none does. */
  kept: Sql;
}

/** The tables that lose rows when an account is closed for good, in an order in which none is referred to any more. */
export function closedTables(): ClosedTable[] {
  const all = [...EXPORTED.map(({ table }) => table.name), ...Object.keys(LEFT_OUT)];
  const names = all.filter((name) => !KEPT.has(name) && !OF_NO_ACCOUNT.test(name) && !LAST.includes(name));
  // An export has rows after those that they refer to.
  return [...names.reverse(), ...LAST].map((name) => ({ name, kept: KEPT_WITH_DOCUMENTS[name] ?? EMPTY }));
}
