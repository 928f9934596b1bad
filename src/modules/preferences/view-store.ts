import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { savedViews } from './tables.ts';

const listedView = savedViews.pick('guid', 'screen', 'name', 'filters');
export type SavedViewRow = RowOf<typeof listedView>;

export function listViews(db: Queryable, accountId: number, personId: number): Promise<SavedViewRow[]> {
  return db.query(
    listedView,
    sql`select ${listedView.list()} from saved_views
      where account_id = ${accountId} and person_id = ${personId} order by created_at, guid`,
  );
}

export async function countViews(db: Queryable, accountId: number, personId: number): Promise<number> {
  const [found] = await db.query(
    row({ count: col.integer() }),
    sql`select count(*)::int as count from saved_views where account_id = ${accountId} and person_id = ${personId}`,
  );
  return found?.count ?? 0;
}

type NewView = SavedViewRow & { person_id: number; created_at: Date };

/** A view of the same name on the same screen is replaced. */
export function saveViewStatement(accountId: number, view: NewView) {
  const result = sql`${savedViews.insert({ account_id: accountId, ...view })}
    on conflict (account_id, person_id, screen, lower(name))
      do update set filters = excluded.filters, name = excluded.name
    returning guid`;
  return { row: savedViews.pick('guid'), result };
}

export function deleteViewStatement(accountId: number, personId: number, guid: string) {
  const result = sql`delete from saved_views
    where account_id = ${accountId} and person_id = ${personId} and guid = ${guid} returning guid`;
  return { row: savedViews.pick('guid'), result };
}
