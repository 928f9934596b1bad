import type { DateRange } from '../../domain/values/dates.ts';
import { keysOf } from '../../domain/values/records.ts';
import { MISSING_TEXTS } from '../../domain/vat/return-texts.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { join, raw, type Sql, sql } from '../../kernel/database/sql.ts';
import { isApprovedSql } from '../costs/figures-store.ts';
import { isIssuedUnstatedSql } from '../invoices/records/vat-kind-store.ts';
import { documentSql } from '../questions/question-store.ts';

export const MISSING_KINDS = keysOf(MISSING_TEXTS.en);

const missingRow = row({
  kind: col.oneOf(MISSING_KINDS),
  guid: col.uuid(),
  date: col.date(),
  name: col.text(),
});
export type MissingRow = RowOf<typeof missingRow>;

/** A value, or the column of the statement around that has it. */
interface Books {
  accountId: number | Sql;
  from: string | Sql;
  to: string | Sql;
}

/** What the period may lack, from each module that knows of something: each selects kind, guid, date and name. */
const SOURCES: readonly ((books: Books) => Sql)[] = [
  ({ accountId, from, to }) => sql`
    select 'cost_not_approved' as kind, guid, listed_on as date,
      coalesce(nullif(supplier_name, ''), description) as name
    from costs where account_id = ${accountId} and accounting_status in ('New', 'Error')
      and listed_on between ${from} and ${to}`,
  ({ accountId, from, to }) => sql`
    select 'rate_missing', guid, issue_date, coalesce(nullif(supplier_name, ''), description)
    from costs where account_id = ${accountId} and ${isApprovedSql} and currency <> 'ISK' and exchange_rate is null
      and listed_on between ${from} and ${to}`,
  ({ accountId, from, to }) => sql`
    select 'draft', guid, issue_date, buyer ->> 'name'
    from invoices where account_id = ${accountId} and status = 'Draft' and issue_date between ${from} and ${to}`,
  ({ accountId, from, to }) => sql`
    select 'bank_line', guid, booked_on, coalesce(nullif(counterparty_name, ''), text)
    from bank_lines where account_id = ${accountId} and state = 'open' and booked_on between ${from} and ${to}`,
];

/** Questions that are not closed, about documents of the period or of the time before it. */
function questionsSql({ accountId, to }: Books): Sql {
  return sql`
    select case q.state when 'open' then 'question' else 'answer' end, q.guid, o.date, o.name
    from questions q cross join lateral (${documentSql('q')}) o
    where q.account_id = ${accountId} and q.state <> 'closed' and o.date <= ${to}`;
}

const MAX_MISSING = 500;

/** What the return of a period may lack, oldest first. */
export function listMissing(db: Queryable, accountId: number, days: DateRange): Promise<MissingRow[]> {
  return db.query(
    missingRow,
    sql`select kind, guid, date, name from (${missingSql({ accountId, ...days })} union all
        ${questionsSql({ accountId, ...days })}) m
      order by date, guid limit ${MAX_MISSING}`,
  );
}

function missingSql(books: Books): Sql {
  return join(
    SOURCES.map((source) => source(books)),
    ' union all ',
  );
}

/** What the next return of a company lacks, and what is sold without VAT there and does not say why. */
export const COUNTED_KINDS = [...MISSING_KINDS, 'vat_kind_unstated'] as const;

const unstatedSql = ({ accountId, from, to }: Books) => sql`
  select 'vat_kind_unstated', i.guid, i.issue_date, '' from invoices i
  where i.account_id = ${accountId} and ${isIssuedUnstatedSql} and i.decided_vat_kind is null
    and i.issue_date between ${from} and ${to}`;

const missingCount = row({ account_id: col.bigint(), kind: col.oneOf(COUNTED_KINDS), count: col.integer() });
export type MissingCount = RowOf<typeof missingCount>;

/** How much of each kind the next returns of several companies lack, and all questions there that are not closed. */
export function countMissing(
  db: Queryable,
  books: readonly { account_id: number; period: DateRange }[],
  accountIds: readonly number[],
): Promise<MissingCount[]> {
  const column = (name: string) => raw(`b.${name}`);
  const ofBook = { accountId: column('account_id'), from: column('from_date'), to: column('to_date') };
  return db.query(
    missingCount,
    sql`select b.account_id, m.kind, count(*)::int as count
      from unnest(${books.map(({ account_id }) => account_id)}::bigint[], ${books.map(({ period }) => period.from)}::date[],
        ${books.map(({ period }) => period.to)}::date[]) as b (account_id, from_date, to_date)
      cross join lateral (${missingSql(ofBook)} union all ${unstatedSql(ofBook)}) m group by b.account_id, m.kind
      union all
      select account_id, case state when 'open' then 'question' else 'answer' end, count(*)::int
      from questions where account_id = any(${accountIds}) and state <> 'closed' group by 1, 2
      order by 1, 2`,
  );
}
