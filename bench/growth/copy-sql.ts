import { type Copied, copy, customerOfCopy, daysBack, guidOfCopy, type Kind } from './copies-sql.ts';
import type { Seeds } from './fill.ts';

/** How many of each there are for a thousand invoices. */
const PER_THOUSAND = {
  ...{ paid: 930, credited: 20, writtenOff: 10, open: 20, customers: 20 },
  ...{ settledCosts: 480, newCosts: 10, billedTasks: 45, openTasks: 5 },
  ...{ orders: 20, openOrders: 2, bookedLines: 500, openLines: 5 },
};

/** Documents of one day: books of a million are eleven years old. */
const A_DAY = 250;
/** What waits is of the last two months. */
const WAITING_DAYS = 60;

type Shares = keyof typeof PER_THOUSAND;

/** Scripts that make books with so many invoices; each is a transaction. */
export function copyScripts(username: string, seeds: Seeds, invoices: number): string[] {
  const account = accountSql(username);
  const kind = (name: Shares, isWaiting: boolean): Kind => ({
    ...{ first: 1, count: share(name, invoices), age: 0, isWaiting },
    days: isWaiting ? WAITING_DAYS : Math.ceil(invoices / A_DAY),
  });
  const old = (name: Shares) => kind(name, false);
  const recent = (name: Shares) => kind(name, true);
  const customers = share('customers', invoices);
  return scripts(account, [
    [
      old('customers'),
      { table: 'customers', where: guidIn(seeds.customer), more: `'name', ${customerName('n')}` },
    ],
    ...settledRecords(account, seeds, customers, old),
    ...documents(account, recent('open'), customers, seeds, [seeds.open]),
    ...costs(account, recent('newCosts'), seeds.newCost),
    ...tasks(account, recent('openTasks'), customers, seeds.openTask, 'open'),
    ...salesDocuments(account, recent('openOrders'), customers, [
      seeds.draft,
      seeds.openOrder,
      seeds.openQuote,
    ]),
    ...bankLines(account, recent('openLines'), seeds.openLine),
  ]);
}

/** Scripts that add so many invoices of the past to such books, with all that belongs to them, for the same customers. */
export function copyOlderScripts(
  username: string,
  seeds: Seeds,
  { invoices, added, age }: { invoices: number; added: number; age: number },
): string[] {
  const account = accountSql(username);
  const older = (name: Shares): Kind => ({
    ...{ first: share(name, invoices) + 1, count: share(name, added), age, isWaiting: false },
    days: Math.ceil(added / A_DAY),
  });
  return scripts(account, settledRecords(account, seeds, share('customers', invoices), older));
}

function accountSql(username: string): string {
  return `(select account_id from accounts where username = '${username}')`;
}

function share(name: Shares, invoices: number): number {
  return Math.ceil((invoices * PER_THOUSAND[name]) / 1000);
}

function settledRecords(
  account: string,
  seeds: Seeds,
  customers: number,
  old: (name: Shares) => Kind,
): [Kind, Copied][] {
  const posted = `'accounting_status', 'Posted'`;
  return [
    ...documents(account, old('paid'), customers, seeds, [seeds.paid], posted),
    ...paymentOf(account, old('paid'), customers, seeds.payment, posted),
    ...documents(account, old('credited'), customers, seeds, [seeds.credited, seeds.creditNote], posted),
    ...documents(account, old('writtenOff'), customers, seeds, [seeds.writtenOff], posted),
    ...costs(account, old('settledCosts'), seeds.settledCost, `${posted}, 'paid_amount', first.amount`),
    ...tasks(account, old('billedTasks'), customers, seeds.billedTask, 'invoiced'),
    ...salesDocuments(
      account,
      old('orders'),
      customers,
      [seeds.doneOrder, seeds.doneQuote],
      `'status', 'invoiced'`,
    ),
    ...bankLines(account, old('bookedLines'), seeds.bookedLine),
  ];
}

function scripts(account: string, parts: readonly [Kind, Copied][]): string[] {
  const tables = [...new Set(parts.map(([, { table }]) => table))];
  const ends = [
    ...tables.map(nextIdSql),
    ...['invoice', 'order', 'quote', 'task'].map((series) => nextNumberSql(account, series)),
  ];
  return [...parts.map(([kind, copied]) => copy(account, kind, copied)), ends.join('')].map(
    (script) => `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    ${script}`,
  );
}

function guidIn(...guids: readonly string[]): string {
  return `first.guid in (${guids.map((guid) => `'${guid}'`).join(', ')})`;
}

function customerName(n: string): string {
  return `'Kaupandi ' || ${n} || ' ehf.'`;
}

/** Rows of a table that name one of these records. */
function partOf(account: string, column: string, table: string, guids: readonly string[]): string {
  return `first.${column} in (select first.id from ${table} first where first.account_id = ${account} and ${guidIn(...guids)})`;
}

const AUDIT: Omit<Copied, 'where' | 'more'> = { table: 'audit_log', guids: [], times: ['at'] };

function audited(guids: readonly string[]): Copied {
  const where = `first.outcome = 'ok' and first.target in (${guids.map((guid) => `'${guid}'`).join(', ')})`;
  return { ...AUDIT, where, more: `'target', ${guidOfCopy('first.target')}` };
}

/** The due day of an open invoice is moved by as much: half of them are late. */
const LATE = `(case when n % 2 = 0 then 1 else -30 end + n % 10)`;

function documents(
  account: string,
  kind: Kind,
  customers: number,
  seeds: Seeds,
  guids: readonly string[],
  more = '',
): [Kind, Copied][] {
  const where = partOf(account, 'invoice_id', 'invoices', guids);
  const customer = `(1 + n % ${customers})`;
  const buyer = `'buyer', first.buyer || jsonb_build_object('name', ${customerName(customer)}, 'guid', ${guidOfCopy(`'${seeds.customer}'`, customer)})`;
  // Of those that are open half are late.
  const due = (column: string) => `'${column}', first.${column} - ${kind.isWaiting ? LATE : daysBack(kind)}`;
  return [
    [
      kind,
      {
        ...{ table: 'invoices', where: guidIn(...guids), ids: ['id', 'refer_id'], numbers: ['number'] },
        ...{ dates: ['issue_date', 'paid_on', 'written_off_on'], times: ['created_at', 'updated_at'] },
        more: [customerOfCopy('first.customer_id', customers), buyer, due('due_date'), due('settlement_date')]
          .concat(more || [])
          .join(', '),
      },
    ],
    [kind, { table: 'invoice_lines', where, ids: ['invoice_id'] }],
    [kind, { table: 'invoice_events', where, ids: ['id', 'invoice_id'], guids: [], times: ['at'] }],
    [kind, audited(guids)],
  ];
}

function paymentOf(
  account: string,
  kind: Kind,
  customers: number,
  guid: string,
  more: string,
): [Kind, Copied][] {
  const where = partOf(account, 'payment_id', 'payments', [guid]);
  return [
    [
      kind,
      {
        ...{ table: 'payments', where: guidIn(guid), dates: ['paid_on'], times: ['recorded_at'] },
        more: `${customerOfCopy('first.customer_id', customers)}, ${more}`,
      },
    ],
    [kind, { table: 'allocations', where, ids: ['id', 'payment_id', 'invoice_id'], guids: [] }],
    [kind, audited([guid])],
  ];
}

const SUPPLIERS = 200;

function costs(account: string, kind: Kind, guid: string, state?: string): [Kind, Copied][] {
  const supplier = `'supplier_name', 'Birgir ' || n % ${SUPPLIERS}, 'supplier_id', (5500000000 + n % ${SUPPLIERS})::text`;
  return [
    [
      kind,
      {
        ...{ table: 'costs', where: guidIn(guid), dates: ['issue_date', 'listed_on', 'due_date'] },
        ...{ times: ['created_at', 'updated_at'], more: [supplier, ...(state ? [state] : [])].join(', ') },
      },
    ],
    [
      kind,
      {
        table: 'cost_files',
        where: partOf(account, 'cost_id', 'costs', [guid]),
        ids: ['cost_id'],
        guids: [],
      },
    ],
    [kind, audited([guid])],
  ];
}

/** The work of a task that was billed is on some invoice. */
function tasks(
  account: string,
  kind: Kind,
  customers: number,
  guid: string,
  status: 'open' | 'invoiced',
): [Kind, Copied][] {
  const billed = status === 'open' ? {} : { more: `'invoice_id', 1` };
  return [
    [
      kind,
      {
        ...{ table: 'tasks', where: guidIn(guid), numbers: ['number'], times: ['created_at', 'updated_at'] },
        more: `'status', '${status}', ${customerOfCopy('first.customer_id', customers)}`,
      },
    ],
    [
      kind,
      {
        ...{ table: 'task_logs', where: partOf(account, 'task_id', 'tasks', [guid]), ids: ['id', 'task_id'] },
        ...{ dates: ['from_date', 'to_date'], times: ['created_at'], ...billed },
      },
    ],
  ];
}

function salesDocuments(
  account: string,
  kind: Kind,
  customers: number,
  guids: readonly string[],
  state?: string,
): [Kind, Copied][] {
  const where = partOf(account, 'sales_document_id', 'sales_documents', guids);
  return [
    [
      kind,
      {
        ...{ table: 'sales_documents', where: guidIn(...guids), numbers: ['number'] },
        ...{ times: ['created_at', 'updated_at'] },
        more: [customerOfCopy('first.customer_id', customers), ...(state ? [state] : [])].join(', '),
      },
    ],
    [kind, { table: 'sales_document_lines', where, ids: ['sales_document_id'] }],
  ];
}

function bankLines(account: string, kind: Kind, guid: string): [Kind, Copied][] {
  const bookings = partOf(account, 'line_id', 'bank_lines', [guid]);
  const actions = `first.booking_id in (select k.id from bank_bookings k join bank_lines l on l.account_id = k.account_id and l.id = k.line_id
    where l.account_id = ${account} and l.guid = '${guid}')`;
  return [
    [
      kind,
      {
        table: 'bank_lines',
        where: guidIn(guid),
        dates: ['booked_on', 'value_on'],
        more: `'line_key', first.line_key || n`,
      },
    ],
    [kind, { table: 'bank_bookings', where: bookings, ids: ['id', 'line_id'], times: ['booked_at'] }],
    [kind, { table: 'bank_actions', where: actions, ids: ['id', 'booking_id'], guids: [] }],
  ];
}

/** Tables without an id of their own have no sequence. */
function nextIdSql(table: string): string {
  return `
    do $$ begin
      if pg_get_serial_sequence('${table}', 'id') is not null then
        perform setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}));
      end if;
    exception when undefined_column then null;
    end $$;`;
}

function nextNumberSql(account: string, series: string): string {
  const of = { invoice: 'invoices', task: 'tasks' }[series];
  const numbers = of ?? `sales_documents where kind = '${series}' and`;
  return `
    update counters set last = greatest(last, (select coalesce(max(number), 0) from ${numbers}${of ? ' where' : ''} account_id = ${account}))
    where account_id = ${account} and series = '${series}';`;
}
