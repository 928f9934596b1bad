/** What a company has from the beginning, and what its first weeks bring. */
const TABLES = [
  ...[
    'counters',
    'customers',
    'items',
    'invoices',
    'invoice_lines',
    'invoice_events',
    'payments',
    'allocations',
  ],
  ...['costs', 'cost_files', 'tasks', 'task_logs', 'sales_documents', 'sales_document_lines'],
  ...['bank_accounts', 'bank_statements', 'bank_lines', 'bank_bookings', 'bank_actions'],
  ...['settled_sums', 'received_sums', 'cost_sums', 'bank_sums', 'audit_log'],
];

/** SQL that makes more accounts, each with a copy of all records of this one: ids and guids need to be unique in their account alone. */
export function copyAccountsSql(username: string, count: number): string {
  const first = `(select account_id from accounts where username = '${username}')`;
  const copies = TABLES.map(
    (table) => `
      insert into ${table} overriding system value
      select copy.* from generate_series(1, ${count}) n, ${table} first,
        jsonb_populate_record(first, jsonb_build_object('account_id', 1000000 + n)) copy
      where first.account_id = ${first};`,
  );
  return `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    insert into accounts overriding system value
    select copy.* from accounts first, generate_series(1, ${count}) n,
      jsonb_populate_record(first, jsonb_build_object('account_id', 1000000 + n, 'guid', gen_random_uuid(),
        'username', first.username || '-' || n, 'name', first.name || ' ' || n)) copy
    where first.account_id = ${first};
    ${copies.join('')}`;
}
