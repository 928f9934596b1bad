import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern, icelandicSortKey } from '../../kernel/database/search-sql.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { items } from './tables.ts';

export const ITEM_SORTS = ['description', 'number', 'newest', 'price'] as const;

export interface ItemSearch {
  search: string | undefined;
  active: boolean | undefined;
  sort: (typeof ITEM_SORTS)[number];
  take: number;
  skip: number;
}

/** With the alias: a name alone would mean the output column, and the price is text there. */
const ORDERS = {
  description: sql`${icelandicSortKey(sql`mine.description`)}, mine.id`,
  // Numbers that are digits come first, in their order as numbers.
  number: sql`case when mine.item_number ~ '^[0-9]{1,15}$' then mine.item_number::bigint end nulls last, mine.item_number, mine.id`,
  newest: sql`mine.id desc`,
  price: sql`mine.unit_price desc, mine.id`,
};

const foundItem = items.omit('account_id', 'id', 'created_at', 'updated_at');
const itemPage = row({ count: col.integer(), rows: col.jsonList(foundItem) });

export async function searchItems(
  db: Queryable,
  accountId: number,
  { search, active, sort, take, skip }: ItemSearch,
) {
  const like = search ? caseInsensitivePattern(search) : '';
  const [found] = await db.query(
    itemPage,
    sql`with mine as (
        select * from items where account_id = ${accountId}
          ${search ? sql`and (description ~ ${like} or item_number ~ ${like})` : EMPTY}
          ${active === undefined ? EMPTY : sql`and active = ${active}`})
      select (select count(*)::int from mine) as count,
        (select coalesce(json_agg(row), '[]') from (
          select ${foundItem.listForJson()} from mine order by ${ORDERS[sort]} limit ${take} offset ${skip}) row) as rows`,
  );
  return found ?? { rows: [], count: 0 };
}
