import type { Database } from './database.ts';
import { boolean, row } from './row.ts';
import { sql } from './sql.ts';

/** They come with PostgreSQL; whoever may create objects in the database may install them. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const;

const CREATE = `create index concurrently invoices_by_text on invoices using gin
  (account_id, (buyer ->> 'name') gin_trgm_ops, description gin_trgm_ops, (buyer ->> 'registration_no'))`;

/**
 * Builds the index of names and texts, for searches by a part of them. A server that lacks the extensions, or whose role may not
 * install them, does without: searches then read all documents of an account. The embedded database serves one company and has none.
 */
export async function buildSearchIndex(db: Database): Promise<void> {
  if (db.embedded || (await hasSearchIndex(db))) return;
  try {
    for (const name of EXTENSIONS) await db.runAlone(`create extension if not exists ${name}`);
  } catch (error) {
    if (isNotAvailable(error)) return;
    throw error;
  }
  // An index that an interrupted attempt has left is not valid.
  await db.runAlone('drop index concurrently if exists invoices_by_text');
  await db.runAlone(CREATE);
}

export async function hasSearchIndex(db: Pick<Database, 'query'>): Promise<boolean> {
  const [found] = await db.query(
    row({ is_valid: boolean() }),
    sql`select indisvalid as is_valid from pg_index where indexrelid = to_regclass('invoices_by_text')`,
  );
  return found?.is_valid ?? false;
}

/** 42501: no right to install it; 0A000 and 58P01: the server does not have it. */
function isNotAvailable(error: unknown): boolean {
  return ['42501', '0A000', '58P01'].includes((error as { code?: string }).code ?? '');
}
