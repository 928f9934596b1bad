import { LINE_STATES, type LineState } from '../../domain/bank/line-states.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import {
  countedSql,
  hasTextSql,
  MAX_COUNTED,
  parseSearchedAmount,
} from '../../kernel/database/search-sql.ts';
import { EMPTY, join, PLANNED_EACH_TIME, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import type { ActionOutput } from './schema.ts';
import { bankAccounts, bankBookings, bankLines } from './tables.ts';

const stateCount = row({ state: bankLines.columns.state, count: col.bigint() });

const lineColumns = bankLines.omit('account_id', 'line_key', 'place', 'statement_id');
const bookingColumns = bankBookings.pick('guid', 'is_automatic');
const lineRow = lineColumns.with({
  booking: col
    .json(
      bookingColumns.with({ id: col.bigint(), booked_at: col.text(), actions: col.jsonb<ActionOutput[]>() }),
    )
    .nullable(),
  currency: bankAccounts.columns.currency,
  bank_account_guid: bankAccounts.columns.guid,
});
export type LineRow = RowOf<typeof lineRow>;

/** The booking that counts, with what was done. */
const bookingSql = sql`(select ${bookingColumns.jsonObject(
  'k',
  sql`'id', k.id, 'booked_at', to_char(k.booked_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'actions', (
    select coalesce(json_agg(a.done order by a.id), '[]') from bank_actions a
    where a.account_id = k.account_id and a.booking_id = k.id)`,
)} from bank_bookings k
  where k.account_id = l.account_id and k.line_id = l.id and k.unbooked_at is null) as booking`;

const selectLine = sql`select ${lineColumns.list('l')}, ${bookingSql}, b.currency, b.guid as bank_account_guid from bank_lines l
  join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id`;

export function findLine(db: Queryable, accountId: number, guid: string): Promise<LineRow | null> {
  return db.find(lineRow, sql`${selectLine} where l.account_id = ${accountId} and l.guid = ${guid}`);
}

/** Whoever books, unbooks or ignores a line holds this lock, so that each happens once. */
export function lockLine(tx: Queryable, accountId: number, guid: string): Promise<LineRow | null> {
  return tx.find(
    lineRow,
    sql`${selectLine} where l.account_id = ${accountId} and l.guid = ${guid} for update of l`,
  );
}

export interface LineFilter {
  bankAccountGuid: string | undefined;
  state: LineState | undefined;
  from: string | undefined;
  to: string | undefined;
  search: string | undefined;
}

function conditions(accountId: number, { bankAccountGuid, state, from, to, search }: LineFilter): Sql {
  return sql`l.account_id = ${accountId} ${bankAccountGuid ? sql`and b.guid = ${bankAccountGuid}` : EMPTY}
    ${state ? sql`and l.state = ${state}` : EMPTY}
    ${from ? sql`and l.booked_on >= ${from}` : EMPTY} ${to ? sql`and l.booked_on <= ${to}` : EMPTY}
    ${search ? searchCondition(accountId, search) : EMPTY}`;
}

/** Text, reference, name, kennitala, or an amount as people write it. */
function searchCondition(accountId: number, search: string): Sql {
  const texts = [sql`l.text`, sql`l.reference`, sql`l.counterparty_name`, sql`l.counterparty_id`];
  const newest = {
    alias: sql`l`,
    select: sql`select * from bank_lines l where l.account_id = ${accountId} order by l.id desc`,
  };
  const amount = parseSearchedAmount(search);
  return sql`${PLANNED_EACH_TIME} and (${hasTextSql(search, texts, newest)}
    ${amount ? sql`or abs(l.amount) = ${amount}::numeric` : EMPTY})`;
}

/** Where a search decides how many lines are read for a page, the best plan depends on it. */
function linePage(ordered: Sql, { search }: LineFilter, take: number, skip: number): Sql {
  return search ? sql`${ordered} limit ${take} offset ${skip}` : pageOf(ordered, take, skip);
}

/** Newest first. */
export function listLines(
  db: Queryable,
  accountId: number,
  filter: LineFilter,
  { take, skip, after }: BatchRange<LineRow>,
): Promise<LineRow[]> {
  const cursor = after ? sql`and (l.booked_on, l.id) < (${after.booked_on}::date, ${after.id})` : EMPTY;
  return db.query(
    lineRow,
    linePage(
      sql`${selectLine} where ${conditions(accountId, filter)} ${cursor}
      order by l.booked_on desc, l.id desc`,
      filter,
      take,
      skip,
    ),
  );
}

/** A page for a person who works through the lines: what waits oldest first, what is done newest first. */
export function listOldestLines(
  db: Queryable,
  accountId: number,
  filter: LineFilter,
  take: number,
  skip: number,
): Promise<LineRow[]> {
  const order = filter.state === 'open' ? sql`l.booked_on, l.id` : sql`l.booked_on desc, l.id desc`;
  return db.query(
    lineRow,
    linePage(sql`${selectLine} where ${conditions(accountId, filter)} order by ${order}`, filter, take, skip),
  );
}

/** How many lines of a state a search finds: what waits is counted, and what is done up to the bound. */
function countFound(accountId: number, filter: LineFilter, state: LineState): Sql {
  const found = sql`select from bank_lines l
    join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id
    where ${conditions(accountId, { ...filter, state })}`;
  return sql`select ${state}::text as state, count(*) as count from (${state === 'open' ? found : countedSql(found)}) found`;
}

/** What waits is always counted. */
interface LineCounts {
  open: number;
  booked: number | null;
  ignored: number | null;
}

/**
 * How many lines stand where, whatever state the filter asks for; null where a search finds too many. Without a search they are counted by
 * the running sums.
 */
export async function countLines(db: Queryable, accountId: number, filter: LineFilter): Promise<LineCounts> {
  const { bankAccountGuid, search } = filter;
  const counted = search
    ? join(
        LINE_STATES.map((state) => countFound(accountId, filter, state)),
        ' union all ',
      )
    : sql`select s.kind as state, sum(s.lines)::bigint as count from bank_sums s
        join bank_accounts b on b.account_id = s.account_id and b.id = s.bank_account_id
        where s.account_id = ${accountId} and s.kind <> 'recorded' ${bankAccountGuid ? sql`and b.guid = ${bankAccountGuid}` : EMPTY}
        group by s.kind`;
  const rows = await db.query(stateCount, counted);
  const countOf = (state: LineState) => rows.find((row) => row.state === state)?.count ?? 0;
  const upToBound = (count: number) => (search && count > MAX_COUNTED ? null : count);
  return {
    open: countOf('open'),
    booked: upToBound(countOf('booked')),
    ignored: upToBound(countOf('ignored')),
  };
}
