import type { Database } from './database.ts';
import { col, row } from './row.ts';
import { sql } from './sql.ts';

/** They come with PostgreSQL; whoever may create objects in the database may install them. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const;

/** The texts that lists are searched for: parts of them by trigrams, a kennitala or a number as a whole. */
const INDEXES: Readonly<Record<string, string>> = {
  invoices_by_text: `invoices using gin
    (account_id, (buyer ->> 'name') gin_trgm_ops, description gin_trgm_ops, (buyer ->> 'registration_no'))`,
  costs_by_text: `costs using gin
    (account_id, supplier_name gin_trgm_ops, description gin_trgm_ops, supplier_id, invoice_number)`,
  customers_by_text: `customers using gin
    (account_id, name gin_trgm_ops, email gin_trgm_ops, registration_no gin_trgm_ops, customer_number)`,
  payments_by_text: 'payments using gin (account_id, reference gin_trgm_ops, note gin_trgm_ops)',
  bank_lines_by_text: `bank_lines using gin
    (account_id, text gin_trgm_ops, reference gin_trgm_ops, counterparty_name gin_trgm_ops, counterparty_id gin_trgm_ops)`,
};

/**
 * Builds the indexes of names and texts, for searches by a part of them. A server that lacks the extensions, or whose role may not
 * install them, does without: searches then read all records of an account. The embedded database serves one company and has none.
 */
export async function buildSearchIndexes(db: Database): Promise<void> {
  if (db.embedded) return;
  const missing = await missingSearchIndexes(db);
  if (missing.length === 0) return;
  try {
    for (const name of EXTENSIONS) await db.runAlone(`create extension if not exists ${name}`);
  } catch (error) {
    if (isNotAvailable(error)) return;
    throw error;
  }
  for (const name of missing) {
    // An index that an interrupted attempt has left is not valid.
    await db.runAlone(`drop index concurrently if exists ${name}`);
    await db.runAlone(`create index concurrently ${name} on ${INDEXES[name]}`);
  }
}

export async function missingSearchIndexes(db: Pick<Database, 'query'>): Promise<string[]> {
  const valid = await db.query(
    row({ name: col.text() }),
    sql`select indexrelid::regclass::text as name from pg_index
      where indisvalid and indexrelid in (
        select to_regclass(name) from unnest(${Object.keys(INDEXES)}::text[]) name)`,
  );
  return Object.keys(INDEXES).filter((name) => !valid.some((one) => one.name === name));
}

/** 42501: no right to install it; 0A000 and 58P01: the server does not have it. */
function isNotAvailable(error: unknown): boolean {
  return ['42501', '0A000', '58P01'].includes((error as { code?: string }).code ?? '');
}
