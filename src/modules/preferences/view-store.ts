import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
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

export function countViews(db: Queryable, accountId: number, personId: number): Promise<number> {
  return countOf(
    db,
    sql`select count(*) from saved_views where account_id = ${accountId} and person_id = ${personId}`,
  );
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
