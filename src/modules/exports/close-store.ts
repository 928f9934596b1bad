import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, countRow, emptyRow, first, row } from '../../kernel/database/row.ts';
import { EMPTY, raw, sql } from '../../kernel/database/sql.ts';
import { accounts } from '../accounts/tables.ts';
import { people } from '../people/tables.ts';
import { closedTables } from './closed-tables-store.ts';

const readiness = row({
  is_exported: col.boolean(),
  claims: col.integer(),
  last_day: col.text(),
});

/**
 * What must be so before an account is closed, and the last day on which something was booked.
 * A change in the very moment of the export counts as after it, since the export may lack it.
 */
export async function findReadiness(db: Queryable, accountId: number, today: string) {
  const found = await first(
    db.query(
      readiness,
      sql`select
        exists (select 1 from account_exports x where x.account_id = ${accountId} and x.state = 'ready'
          and not exists (select 1 from events where account_id = ${accountId} and at >= x.created_at)) as is_exported,
        (select count(*)::int from invoices where account_id = ${accountId} and claim_status = 'sent') as claims,
        greatest(${today}::date,
          (select max(issue_date) from invoices where account_id = ${accountId}),
          (select max(listed_on) from costs where account_id = ${accountId}))::text as last_day`,
    ),
  );
  if (!found) throw new Error('The readiness is one row');
  return found;
}

/** Deletes what need not be kept, and says how many rows of each table. */
export async function deleteUnkept(tx: Queryable, accountId: number): Promise<Map<string, number>> {
  const deleted = new Map<string, number>();
  for (const { name, kept } of closedTables()) {
    const unless = kept === EMPTY ? EMPTY : sql`and not (${kept})`;
    const count = await tx.query(
      countRow,
      sql`with gone as (delete from ${raw(name)} t where t.account_id = ${accountId} ${unless} returning 1)
        select count(*) from gone`,
    );
    deleted.set(name, count[0]?.count ?? 0);
  }
  return deleted;
}

/** Ends the access of all people. Whoever signs in to other companies with the access here goes on to do so with the access there. */
export async function removePeople(tx: Queryable, accountId: number, now: Date): Promise<void> {
  await tx.query(
    emptyRow,
    sql`with moved as materialized (
      select move_login(account_id, id, password_hash) from people where account_id = ${accountId} and main)
    select from moved`,
  );
  const removed = { removed_at: now, password_hash: null };
  await tx.query(
    emptyRow,
    sql`${people.update(removed)} where account_id = ${accountId} and not main and removed_at is null`,
  );
}

/** The names of people stay with what they did; their addresses do not. */
export function closeAccountStep(accountId: number, by: { digest: Buffer; keptUntil: string; now: Date }) {
  const closed = {
    ...{ disabled: true, closed_at: by.now, kept_until: by.keptUntil, updated_at: by.now },
    ...{ api_key_digest: by.digest, password_hash: '', email: '' },
  };
  return {
    row: accounts.pick('guid', 'closed_at', 'kept_until'),
    ctes: sql`addresses as (${people.update({ email: '' })} where account_id = ${accountId})`,
    result: sql`${accounts.update(closed)} where account_id = ${accountId} returning guid, closed_at, kept_until`,
  };
}
