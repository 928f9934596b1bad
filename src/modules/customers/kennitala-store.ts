import type { Queryable } from '../../kernel/database/queryable.ts';
import { emptyRow } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { isFoundByKennitala } from './store.ts';
import { customers } from './tables.ts';

/**
 * Waits for the transactions that are creating a customer with one of these kennitalas, and returns whether there is one now. The
 * second statement has a snapshot of its own, in which it sees what they have committed.
 */
export async function lockKennitalas(
  tx: Queryable,
  accountId: number,
  kennitalas: readonly string[],
): Promise<boolean> {
  if (kennitalas.length === 0) return false;
  // In one order, so that two of them cannot deadlock.
  const sorted = [...new Set(kennitalas)].sort();
  await tx.query(
    emptyRow,
    sql`select from unnest(${sorted}::text[]) as kennitala,
      pg_advisory_xact_lock(hashtextextended('customer ' || ${accountId}::bigint || ' ' || kennitala, 0))`,
  );
  const found = await tx.query(
    emptyRow,
    sql`select from customers
      where account_id = ${accountId} and registration_no = any(${sorted}::text[]) and ${isFoundByKennitala} limit 1`,
  );
  return found.length > 0;
}

/** Which of these kennitalas find a customer. */
export async function listKnownKennitalas(
  db: Queryable,
  accountId: number,
  kennitalas: readonly string[],
): Promise<string[]> {
  if (kennitalas.length === 0) return [];
  const rows = await db.query(
    customers.pick('registration_no'),
    sql`select registration_no from customers
      where account_id = ${accountId} and registration_no = any(${kennitalas}::text[]) and ${isFoundByKennitala}`,
  );
  return rows.map(({ registration_no }) => registration_no);
}
