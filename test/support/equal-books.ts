import { col, row } from '../../src/kernel/database/row.ts';
import { raw, sql } from '../../src/kernel/database/sql.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import type { Client } from './client.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The records that documents change, each in its order. */
const TABLES = {
  counters: 'series',
  customers: 'id',
  items: 'id',
  invoices: 'id',
  invoice_lines: 'invoice_id, position',
  payments: 'id',
  allocations: 'id',
  files: 'name',
  tasks: 'id',
  task_logs: 'id',
  invoice_events: 'id',
  events: 'position',
  known_recipients: 'receiver, address',
  jobs: 'id',
};

/** Their rows are dated by the clock of the database. */
const CLOCKS_OF_DATABASE = ['files', 'jobs'];

/** All that documents have changed in the books of an account, with names for ids and guids by which two accounts can be compared. */
export async function readBooks({ db }: Kernel, { username }: Client): Promise<Record<string, unknown[]>> {
  const books: Record<string, unknown[]> = {};
  const guids = new Map<string, string>();
  const ids = new Map<string, string>();
  const nameOf = (names: Map<string, string>, kind: string, value: unknown) => {
    const key = `${kind} ${value}`;
    if (!names.has(key)) names.set(key, `${kind} ${names.size + 1}`);
    return names.get(key);
  };
  const comparable = (table: string, name: string, value: unknown): unknown => {
    if (name === 'account_id' || name === 'seller') return null;
    if (name === 'created_at' && CLOCKS_OF_DATABASE.includes(table)) return null;
    if (/(^|_)id$/.test(name) && value !== null) return nameOf(ids, name === 'id' ? table : name, value);
    return JSON.parse(
      (JSON.stringify(value) ?? 'null').replace(UUID, (guid) => nameOf(guids, 'guid', guid) ?? ''),
    );
  };
  for (const [table, order] of Object.entries(TABLES)) {
    const rows = await db.query(
      row({ record: col.jsonb<Record<string, unknown>>() }),
      sql`select to_jsonb(t) as record from ${raw(table)} t
        where account_id = (select account_id from accounts where username = ${username}) order by ${raw(order)}`,
    );
    books[table] = rows.map(({ record }) =>
      Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, comparable(table, name, value)]),
      ),
    );
  }
  return books;
}
