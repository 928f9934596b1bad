import { MODULES } from './import-rules.ts';
import { tokenize } from './tokens.ts';
import type { Tree } from './tree.ts';

/** The folder or module that owns each table: only its stores write it, and later modules may read it. */
export const OWNERS: Record<string, readonly string[]> = {
  kernel: [
    'schema_migrations',
    'audit_log',
    'idempotency_keys',
    'jobs',
    'cron_tasks',
    'primary_timeline',
    'attempts',
    'events',
    'event_counters',
  ],
  adapters: [
    'sandbox_claims',
    'sandbox_transactions',
    'sandbox_consents',
    'sandbox_mail',
    'sandbox_einvoices',
    'sandbox_checkouts',
    'sandbox_tax_returns',
    'sandbox_tax_answers',
  ],
  accounts: ['accounts', 'counters', 'logos', 'api_key_uses', 'vat_period_lengths', 'vat_locks'],
  people: [
    ...['people', 'sessions', 'invitations', 'password_resets', 'setup_keys'],
    ...['second_factors', 'recovery_codes'],
  ],
  agents: [
    ...['clients', 'grants', 'authorizations', 'access_tokens', 'refresh_tokens'],
    ...['program_uses', 'known_recipients'],
  ],
  bookkeeping: ['bookkeepers'],
  preferences: ['person_preferences', 'saved_views', 'notification_choices'],
  webhooks: ['webhooks', 'webhook_deliveries'],
  customers: ['customers', 'customer_notes', 'customer_contacts'],
  items: ['items'],
  costs: [
    'costs',
    'cost_files',
    'cost_sums',
    'einvoice_answers',
    'receipt_addresses',
    'receipt_mails',
    'fetched_einvoices',
  ],
  tasks: ['tasks', 'task_logs', 'task_images'],
  invoices: [
    'invoices',
    'invoice_lines',
    'invoice_events',
    'renditions',
    'files',
    'invoice_files',
    'checkouts',
    'payments',
    'allocations',
    ...['settled_sums', 'received_sums'],
    'number_starts',
    'exchange_rates',
  ],
  bank: [
    ...['bank_accounts', 'bank_statements', 'bank_lines'],
    ...['bank_consents', 'bank_bookings', 'bank_actions', 'bank_memory', 'bank_sums'],
  ],
  payments: ['provider_reports'],
  deliveries: ['invoice_reminders', 'mail_texts', 'payment_mails'],
  questions: ['questions', 'question_answers'],
  'sales-documents': ['sales_documents', 'sales_document_lines'],
  recurring: ['recurring_schedules'],
  'product-sales': ['product_sales', 'sale_orders', 'sale_images'],
  'stored-calls': ['stored_calls'],
  reports: ['statement_mails'],
  vat: ['vat_submissions', 'tax_logins'],
  journal: ['journal_accounts', 'journal_layouts', 'journal_exports', 'journal_entries'],
  notifications: ['notifications', 'notification_cursors'],
  imports: ['record_imports', 'account_imports', 'account_import_records'],
  exports: ['account_exports', 'account_export_parts'],
};

export type Verb = 'reads' | 'writes';

/** Justified exceptions to the order. An unused entry fails the test. */
export const EXCEPTIONS: readonly { folder: string; verb: Verb; tables: readonly string[]; why: string }[] = [
  {
    folder: 'agents',
    verb: 'reads',
    tables: ['stored_calls'],
    why: 'the log says what became of a proposal',
  },
  {
    folder: 'accounts',
    verb: 'reads',
    tables: ['bookkeepers'],
    why: 'a key that a bookkeeper was given opens the account',
  },
  {
    folder: 'people',
    verb: 'writes',
    tables: ['accounts'],
    why: "the main person's password is the account's own",
  },
  {
    folder: 'exports',
    verb: 'writes',
    tables: ['accounts', 'people', 'audit_log'],
    why: 'an account that arrives brings its people, and its log says that it came; one that is closed loses its people and its keys',
  },
  {
    folder: 'customers',
    verb: 'reads',
    tables: ['invoices', 'payments'],
    why: 'a customer is shown with what it owes and what is owed to it',
  },
  {
    folder: 'customers',
    verb: 'reads',
    tables: ['sales_documents', 'recurring_schedules'],
    why: 'a change of a profile redirects the invoices of its quotes and templates, which counts for programs',
  },
  { folder: 'tasks', verb: 'reads', tables: ['invoices'], why: 'a billed task names its invoice' },
  {
    folder: 'agents',
    verb: 'reads',
    tables: ['exchange_rates'],
    why: 'a document in a foreign currency counts against the bounds of a program in ISK',
  },
  {
    folder: 'costs',
    verb: 'reads',
    tables: ['exchange_rates'],
    why: 'a cost in a foreign currency carries the rate of its day',
  },
  {
    folder: 'invoices',
    verb: 'writes',
    tables: ['items'],
    why: 'an invoice brings new items in its own statement',
  },
  ...['invoices', 'deliveries'].map((folder) => ({
    folder,
    verb: 'reads' as const,
    tables: ['product_sales', 'sale_orders'],
    why: 'mail and pay page of an invoice that was bought name the event',
  })),
  {
    folder: 'payments',
    verb: 'writes',
    tables: ['invoices', 'invoice_events', 'checkouts'],
    why: 'the row of an invoice carries the news of its payment link, and the checkouts are those of the link',
  },
  {
    folder: 'claims',
    verb: 'writes',
    tables: ['invoices'],
    why: 'the row of an invoice carries the state of its claim',
  },
  {
    folder: 'deliveries',
    verb: 'writes',
    tables: ['invoices', 'invoice_events'],
    why: 'the row of an invoice carries the state of its delivery, and its timeline every attempt',
  },
  {
    folder: 'invoices',
    verb: 'reads',
    tables: ['recurring_schedules'],
    why: 'mail and pay page of a subscription say when the next invoice comes',
  },
  {
    folder: 'invoices',
    verb: 'writes',
    tables: ['product_sales'],
    why: 'a credit note puts back on sale what it takes back, in its own statement',
  },
  {
    folder: 'deliveries',
    verb: 'writes',
    tables: ['jobs'],
    why: 'reminders are queued in bulk, with the rows that keep them from being sent twice',
  },
  {
    folder: 'webhooks',
    verb: 'writes',
    tables: ['jobs'],
    why: 'deliveries are queued, put off and dropped in the statement that changes them',
  },
  {
    folder: 'product-sales',
    verb: 'writes',
    tables: ['jobs'],
    why: 'all overdue orders are queued in one statement',
  },
  ...['invoices', 'items', 'sales-documents', 'tasks'].map((folder) => ({
    folder,
    verb: 'writes' as const,
    tables: ['counters'],
    why: 'each counts its own series of numbers, in the statement that uses one',
  })),
  {
    folder: 'kernel',
    verb: 'reads',
    tables: ['accounts'],
    why: 'a restore needs an empty database; jobs are listed by username',
  },
  { folder: 'adapters', verb: 'reads', tables: ['accounts'], why: 'the embedded bank knows its customers' },
  {
    folder: 'jobs',
    verb: 'writes',
    tables: [
      ...[
        'idempotency_keys',
        'webhook_deliveries',
        'program_uses',
        'attempts',
        'files',
        'account_exports',
        'fetched_einvoices',
        'sandbox_mail',
        'stored_calls',
        'sessions',
        'invitations',
        'password_resets',
      ],
      ...['setup_keys', 'clients', 'authorizations', 'access_tokens', 'refresh_tokens'],
    ],
    why: 'housekeeping deletes what has expired',
  },
];

export interface TableUse {
  folder: string;
  verb: Verb;
  table: string;
  file: string;
}

/** Which tables each file reads and writes: by its SQL templates, and by the fragments of table descriptions. */
export function tableUses(tree: Tree, tables: readonly string[]): TableUse[] {
  const described = new Map<string, string>();
  for (const [file, source] of tree)
    if (file.endsWith('/tables.ts'))
      for (const [, name = '', table = ''] of source.matchAll(/^export const (\w+) = table\('(\w+)'/gm))
        described.set(name, table);
  return [...tree].flatMap(([file, source]) => {
    const templates = tokenize(source).filter(({ kind }) => kind === 'template');
    const uses = [
      ...templates.flatMap(({ text }) => usesIn(text, tables)),
      ...fragmentWrites(source, described),
    ];
    const distinct = new Map(uses.map((use) => [`${use.verb} ${use.table}`, use]));
    return [...distinct.values()].map((use) => ({ ...use, folder: folderOf(file), file }));
  });
}

/** `customers.insert(…)` and the like, where `customers` is imported from a `tables.ts`. */
function fragmentWrites(source: string, described: ReadonlyMap<string, string>) {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '[^']*tables\.ts'/g)];
  const names = imports.flatMap(([, list = '']) => list.split(',').flatMap((name) => name.trim() || []));
  return names
    .filter((name) => new RegExp(`\\b${name}\\s*\\.(insert|insertSelect|insertEach|update)\\(`).test(source))
    .map((name) => ({ verb: 'writes' as const, table: described.get(name) ?? name }));
}

/** The tables of the list that a text of SQL reads and writes. A row that is deleted is not counted as read. */
export function usesIn(text: string, tables: readonly string[]): Pick<TableUse, 'verb' | 'table'>[] {
  const reading = text.replaceAll(/\b(delete\s+from|insert\s+into)\b/g, '');
  const named = tables.filter((table) => text.includes(table));
  return named.flatMap((table) => {
    const isWritten = new RegExp(`\\b(insert\\s+into|update|delete\\s+from)\\s+${table}\\b`).test(text);
    const isRead = new RegExp(`\\b(from|join|using)\\s+([\\w\\s,]*,\\s*)?${table}\\b`).test(reading);
    return [
      ...(isWritten ? [{ verb: 'writes' as const, table }] : []),
      ...(isRead ? [{ verb: 'reads' as const, table }] : []),
    ];
  });
}

/** Uses of tables that neither the order nor an exception allows, and exceptions that nothing needs. */
export function tableBreaches(uses: readonly TableUse[]): string[] {
  const needed = new Set<string>();
  const breaches = uses.flatMap((use) => {
    const { folder, verb, table, file } = use;
    if (isAllowed(use)) return [];
    const exception = EXCEPTIONS.find(
      (one) => one.folder === folder && one.verb === verb && one.tables.includes(table),
    );
    if (exception) needed.add(`${folder} ${verb} ${table}`);
    return exception ? [] : [`${file} ${verb} ${table}, which belongs to ${ownerOf(table) ?? 'nobody'}`];
  });
  const idle = EXCEPTIONS.flatMap(({ folder, verb, tables }) =>
    tables.map((table) => `${folder} ${verb} ${table}`),
  )
    .filter((one) => !needed.has(one))
    .map((one) => `the exception "${one}" is not needed`);
  return [...breaches, ...idle];
}

function isAllowed({ folder, verb, table }: TableUse): boolean {
  const owner = ownerOf(table);
  if (owner === folder) return true;
  return verb === 'reads' && owner !== undefined && rankOf(owner) < rankOf(folder);
}

function ownerOf(table: string): string | undefined {
  return Object.keys(OWNERS).find((folder) => OWNERS[folder]?.includes(table));
}

/** The kernel is below all modules and jobs are above them; adapters stand beside the modules and see no table. */
function rankOf(folder: string): number {
  if (folder === 'kernel') return -1;
  if (folder === 'jobs') return MODULES.length;
  const rank = MODULES.findIndex((row) => row.includes(folder));
  return rank >= 0 ? rank : folder === 'adapters' ? -1 : Number.NaN;
}

/** `invoices` of src/modules/invoices/store.ts, `jobs` of src/jobs/reminders.ts. */
function folderOf(file: string): string {
  const [, folder = '', module = ''] = file.split('/');
  return folder === 'modules' ? module : folder;
}
