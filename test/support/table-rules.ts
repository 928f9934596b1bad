import { MODULES } from './import-rules.ts';
import { tokenize } from './tokens.ts';
import type { Tree } from './tree.ts';

/** The room or module that owns each table: its stores alone write it, and later modules may read it. */
export const OWNERS: Record<string, readonly string[]> = {
  kernel: ['schema_migrations', 'audit_log', 'idempotency_keys', 'jobs', 'cron_tasks', 'attempts'],
  adapters: ['sandbox_claims', 'sandbox_mail', 'sandbox_einvoices', 'sandbox_checkouts'],
  accounts: ['accounts', 'counters', 'logos', 'api_key_uses'],
  people: ['people', 'sessions', 'invitations', 'password_resets', 'setup_keys'],
  agents: ['clients', 'grants', 'authorizations', 'access_tokens', 'refresh_tokens'],
  bookkeeping: ['bookkeepers'],
  customers: ['customers'],
  items: ['items'],
  costs: ['costs', 'cost_files'],
  tasks: ['tasks', 'task_logs', 'task_images'],
  invoices: [
    'invoices',
    'invoice_lines',
    'invoice_events',
    'invoice_reminders',
    'invoice_renditions',
    'files',
    'checkouts',
    'payments',
    'mail_texts',
    'number_starts',
    'exchange_rates',
  ],
  'sales-documents': ['sales_documents', 'sales_document_lines'],
  recurring: ['recurring_schedules'],
  'product-sales': ['product_sales', 'sale_orders', 'sale_images'],
};

export type Verb = 'reads' | 'writes';

/** What the order does not allow and is right all the same. An entry that nothing uses fails the test. */
export const EXCEPTIONS: readonly { room: string; verb: Verb; tables: readonly string[]; why: string }[] = [
  {
    room: 'accounts',
    verb: 'reads',
    tables: ['bookkeepers'],
    why: 'a key that a bookkeeper was given opens the account',
  },
  {
    room: 'people',
    verb: 'writes',
    tables: ['accounts'],
    why: "the main person's password is the account's own",
  },
  {
    room: 'customers',
    verb: 'reads',
    tables: ['invoices'],
    why: 'the console lists customers with what they owe, sorted by it',
  },
  { room: 'tasks', verb: 'reads', tables: ['invoices'], why: 'a billed task names its invoice' },
  {
    room: 'invoices',
    verb: 'writes',
    tables: ['items'],
    why: 'an invoice brings new items in its own statement',
  },
  {
    room: 'invoices',
    verb: 'reads',
    tables: ['product_sales', 'sale_orders'],
    why: 'mail and pay page of an invoice that was bought name the event',
  },
  {
    room: 'invoices',
    verb: 'writes',
    tables: ['jobs'],
    why: 'reminders are queued in bulk, with the rows that keep them from being sent twice',
  },
  {
    room: 'product-sales',
    verb: 'writes',
    tables: ['jobs'],
    why: 'all overdue orders are queued in one statement',
  },
  ...['invoices', 'items', 'sales-documents', 'tasks'].map((room) => ({
    room,
    verb: 'writes' as const,
    tables: ['counters'],
    why: 'each counts its own series of numbers, in the statement that uses one',
  })),
  {
    room: 'kernel',
    verb: 'reads',
    tables: ['accounts'],
    why: 'a restore needs an empty database; jobs are listed by username',
  },
  { room: 'adapters', verb: 'reads', tables: ['accounts'], why: 'the embedded bank knows its customers' },
  {
    room: 'jobs',
    verb: 'writes',
    tables: [
      ...[
        'idempotency_keys',
        'attempts',
        'files',
        'sandbox_mail',
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
  room: string;
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
    return [...distinct.values()].map((use) => ({ ...use, room: roomOf(file), file }));
  });
}

/** `customers.insert(…)` and the like, where `customers` is imported from a `tables.ts`. */
function fragmentWrites(source: string, described: ReadonlyMap<string, string>) {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '[^']*tables\.ts'/g)];
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return names
    .filter((name) => new RegExp(`\\b${name}\\s*\\.(insert|insertSelect|insertEach|update)\\(`).test(source))
    .map((name) => ({ verb: 'writes' as const, table: described.get(name) ?? name }));
}

/** The tables of the list that a text of SQL reads and writes. A row that is deleted is not counted as read. */
export function usesIn(text: string, tables: readonly string[]): Pick<TableUse, 'verb' | 'table'>[] {
  const reading = text.replaceAll(/\b(delete\s+from|insert\s+into)\b/g, '');
  return tables.flatMap((table) => {
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
    const { room, verb, table, file } = use;
    if (isAllowed(use)) return [];
    const exception = EXCEPTIONS.find(
      (one) => one.room === room && one.verb === verb && one.tables.includes(table),
    );
    if (exception) needed.add(`${room} ${verb} ${table}`);
    return exception ? [] : [`${file} ${verb} ${table}, which belongs to ${ownerOf(table) ?? 'nobody'}`];
  });
  const idle = EXCEPTIONS.flatMap(({ room, verb, tables }) =>
    tables.map((table) => `${room} ${verb} ${table}`),
  )
    .filter((one) => !needed.has(one))
    .map((one) => `the exception "${one}" is not needed`);
  return [...breaches, ...idle];
}

function isAllowed({ room, verb, table }: TableUse): boolean {
  const owner = ownerOf(table);
  if (owner === room) return true;
  return verb === 'reads' && owner !== undefined && rankOf(owner) < rankOf(room);
}

function ownerOf(table: string): string | undefined {
  return Object.keys(OWNERS).find((room) => OWNERS[room]?.includes(table));
}

/** The kernel is below all modules and jobs are above them; adapters stand beside the modules and see no table. */
function rankOf(room: string): number {
  if (room === 'kernel') return -1;
  if (room === 'jobs') return MODULES.length;
  const rank = MODULES.findIndex((row) => row.includes(room));
  return rank >= 0 ? rank : room === 'adapters' ? -1 : Number.NaN;
}

/** `invoices` of src/modules/invoices/store.ts, `jobs` of src/jobs/reminders.ts. */
function roomOf(file: string): string {
  const [, room = '', module = ''] = file.split('/');
  return room === 'modules' ? module : room;
}
