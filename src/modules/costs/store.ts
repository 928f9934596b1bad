import type { CostStatus } from '../../domain/costs/cost-states.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { dueOnSql, isPayableSql } from './payable-store.ts';
import { costCountsSql } from './sums/running-sums-store.ts';
import { costFiles, costs } from './tables.ts';

export const costFields = costs.pick(
  'description',
  'supplier_name',
  'supplier_id',
  'supplier_country',
  'issue_date',
  'due_date',
  'payee_account',
  'payee_iban',
  'amount',
  'currency',
  'exchange_rate',
  'vat_aa',
  'vat_s',
  'vat_deductible',
  'vat_charged_by',
  'cost_code',
  'how_paid',
  'credit_note',
  'invoice_number',
  'project_name',
);
/** The content of a cost; null or empty where it is not known. */
export type CostFields = RowOf<typeof costFields>;

const base = costs.pick(
  ...(['id', 'guid', 'accounting_status', 'show_api', 'auto_approve', 'paid_amount'] as const),
  ...(['exported_at', 'exported_amount', 'first_approved_at', 'first_approved_by', 'is_imported'] as const),
);
const changes = costs.pick('accounting_message', 'listed_on', 'created_at', 'updated_at');

const costRow = costFields.with({
  ...base.columns,
  ...changes.columns,
  file_name: col.text().nullable(),
  file_extension: col.text().nullable(),
  possible_duplicate: col.boolean(),
  first_approver: col.text(),
  xml: col.text().nullable(),
  file: col.text().nullable(),
});
export type CostRow = RowOf<typeof costRow>;

const isSameSupplier = sql`(d.supplier_id = c.supplier_id and c.supplier_id <> ''
  or (d.supplier_id = '' or c.supplier_id = '') and lower(d.supplier_name) = lower(c.supplier_name) and c.supplier_name <> '')`;
/** Whether an earlier cost has the same file, or the same number of the same supplier. */
const possibleDuplicate = sql`(
  exists (select from costs d where d.account_id = c.account_id and d.file_digest = c.file_digest and d.id < c.id)
  or exists (select from costs d where d.account_id = c.account_id and d.invoice_number = c.invoice_number
    and d.invoice_number <> '' and d.id < c.id and d.credit_note = c.credit_note and ${isSameSupplier}))`;

/** The name of the person who has approved first; empty where nobody or the operator has. */
const firstApprover = sql`coalesce((select coalesce(nullif(p.name, ''), p.username) from people p
  where p.account_id = c.account_id and p.id = c.first_approved_by), '')`;

const shared = sql`${costFields.list('c')}, ${base.list('c')}, ${changes.list('c')}, f.name as file_name,
  f.extension as file_extension, ${possibleDuplicate} as possible_duplicate,
  ${firstApprover} as first_approver`;
/** The attachment is encoded by the database, so that only its base64 form passes through this process. */
const columns = sql`${shared}, c.xml, replace(encode(f.bytes, 'base64'), chr(10), '') as file`;
const lightColumns = sql`${shared}, null as xml, null as file`;

export function findCost(db: Queryable, accountId: number, guid: string): Promise<CostRow | null> {
  return first(
    db.query(
      costRow,
      sql`select ${columns} from costs c
        left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file'
        where c.account_id = ${accountId} and c.guid = ${guid}`,
    ),
  );
}

export async function findCostGuidById(db: Queryable, accountId: number, id: number): Promise<string | null> {
  const [found] = await db.query(
    costs.pick('guid'),
    sql`select guid from costs where account_id = ${accountId} and id = ${id}`,
  );
  return found?.guid ?? null;
}

/** ISK for one unit of a currency, by the newest rate that was known on the day; null where none was. */
export async function findRate(db: Queryable, currency: string, date: string): Promise<string | null> {
  const [found] = await db.query(
    row({ rate: col.text() }),
    sql`select rate::text from exchange_rates where currency = ${currency} and date <= ${date}
      order by date desc limit 1`,
  );
  return found?.rate ?? null;
}

const rateOfDay = row({ currency: col.text(), date: col.text(), rate: col.text().nullable() });

/** The same for several currencies and days, as `currency day`. */
export async function findRates(
  db: Queryable,
  wanted: readonly { currency: string; date: string }[],
): Promise<ReadonlyMap<string, string | null>> {
  if (wanted.length === 0) return new Map();
  const found = await db.query(
    rateOfDay,
    sql`select w.currency, w.date::text, (select r.rate::text from exchange_rates r
        where r.currency = w.currency and r.date <= w.date order by r.date desc limit 1) as rate
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (currency text, date date)`,
  );
  return new Map(found.map(({ currency, date, rate }) => [`${currency} ${date}`, rate]));
}

export interface CostFilter {
  accounting: readonly CostStatus[];
  code: string | undefined;
  supplierId: string | undefined;
  by: 'date' | 'created_date';
  from: string | undefined;
  to: string | undefined;
  isPayable: boolean;
  dueTo: string | undefined;
}

export const SORTS = ['date_desc', 'date_asc', 'created_desc', 'created_asc', 'due_asc', 'due_desc'] as const;
export type Sort = (typeof SORTS)[number];

/** `created_at` has a time of day, so the last day is compared as the day after, excluded. */
function matches(
  accountId: number,
  { accounting, code, supplierId, by, from, to, isPayable, dueTo }: CostFilter,
): Sql {
  const days =
    by === 'date'
      ? sql`${from ? sql`and c.listed_on >= ${from}` : EMPTY} ${to ? sql`and c.listed_on <= ${to}` : EMPTY}`
      : sql`${from ? sql`and c.created_at >= ${from}::date` : EMPTY}
        ${to ? sql`and c.created_at < ${to}::date + 1` : EMPTY}`;
  return sql`c.account_id = ${accountId} and c.show_api ${days}
    ${ofStatus(accounting)} ${isPayable ? sql`and ${isPayableSql}` : EMPTY} ${dueTo ? sql`and ${dueOnSql} <= ${dueTo}` : EMPTY}
    ${code ? sql`and c.cost_code = ${code}` : EMPTY}
    ${supplierId ? sql`and c.supplier_id = ${supplierId}` : EMPTY}`;
}

/** A single status is compared by `=`, because the index delivers the rows of one status in order, and not those of several. */
function ofStatus(accounting: readonly CostStatus[]): Sql {
  const [first, ...others] = accounting;
  if (first === undefined) return EMPTY;
  if (others.length === 0) return sql`and c.accounting_status = ${first}`;
  return sql`and c.accounting_status = any(${accounting}::text[])`;
}

const SORT_KEYS = {
  date: { key: sql`c.listed_on`, type: sql`::date` },
  created: { key: sql`c.created_at`, type: sql`::timestamptz` },
  due: { key: dueOnSql, type: sql`::date` },
};
type SortKey = keyof typeof SORT_KEYS;

/** Keyset pagination by a day or time and the id; `after` is the last row of the page before. */
function orderBy(
  sort: Sort,
  after: { sort_key: string; id: number } | null,
): { and: Sql; by: Sql; key: Sql } {
  const isDescending = sort.endsWith('desc');
  const { key, type } = SORT_KEYS[sort.split('_')[0] as SortKey];
  const than = isDescending ? sql`<` : sql`>`;
  const and = after ? sql`and (${key}, c.id) ${than} (${after.sort_key}${type}, ${after.id})` : EMPTY;
  return { and, key, by: isDescending ? sql`${key} desc, c.id desc` : sql`${key}, c.id` };
}

/** `more`: whether another row follows the last one of the batch. */
const listedCost = costRow.with({ sort_key: col.text(), more: col.boolean() });
export type ListedCost = RowOf<typeof listedCost>;

/** Bounds the attachments of one statement, because they pass through the process in several copies. */
const BYTES_AT_ONCE = 5_000_000;
const weight = sql`coalesce(octet_length(f.bytes), 0) + coalesce(octet_length(c.xml), 0)`;

/**
 * The ids come from the index alone, one more than requested, and as an array, because a join would read the whole table.
 * A batch ends early where the attachments exceed the bound, but has at least one row; lengths are known without reading
 * the bytes.
 */
export function listCosts(
  db: Queryable,
  accountId: number,
  filter: CostFilter,
  sort: Sort,
  { take, skip, after, light }: BatchRange<ListedCost> & { light: boolean },
): Promise<ListedCost[]> {
  const { and, by, key } = orderBy(sort, after);
  const ordered = sql`select c.id from costs c where ${matches(accountId, filter)} ${and} order by ${by}`;
  return db.query(
    listedCost,
    sql`with chosen as (
      select array(${pageOf(ordered, take + 1, skip)}) as ids),
    weighed as (
      select c.id, ${key} as sort_key, row_number() over (order by ${by}) as place, ${light ? sql`0` : weight} as weight,
        sum(${light ? sql`0` : weight}) over (order by ${by}) as through
      from costs c left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file'
      where c.account_id = ${accountId} and c.id = any((select ids from chosen)::bigint[]))
    select ${light ? lightColumns : columns}, w.sort_key::text, w.place < (select cardinality(ids) from chosen) as more
    from weighed w join costs c on c.account_id = ${accountId} and c.id = w.id
    left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file'
    where w.through <= ${BYTES_AT_ONCE} or w.through = w.weight
    order by w.place limit ${take}`,
  );
}

/** Without filters other than status and day of issue by the running sums. */
export function countCosts(db: Queryable, accountId: number, filter: CostFilter): Promise<number> {
  const { code, supplierId, isPayable, dueTo, by, from, to, accounting } = filter;
  const isSummed = !code && !supplierId && !isPayable && !dueTo && (by === 'date' || !(from || to));
  const summed = sql`select coalesce(sum(c.costs), 0)::bigint as count from ${costCountsSql(accountId, { from, to })} c
    where c.show_api ${ofStatus(accounting)}`;
  return countOf(
    db,
    isSummed ? summed : sql`select count(*) from costs c where ${matches(accountId, filter)}`,
  );
}

/** A cost with the state that decides about its next step. */
const lockedCost = costFields.with({ ...base.columns, accounting_message: costs.columns.accounting_message });
export type LockedCost = RowOf<typeof lockedCost>;

export function lockCost(tx: Queryable, accountId: number, guid: string): Promise<LockedCost | null> {
  return first(lockCosts(tx, accountId, [guid]));
}

export function lockCosts(tx: Queryable, accountId: number, guids: readonly string[]): Promise<LockedCost[]> {
  return tx.query(
    lockedCost,
    sql`select ${costFields.list()}, ${base.list()}, accounting_message from costs
      where account_id = ${accountId} and guid = any(${guids}::uuid[]) order by id for update`,
  );
}

const unreadFile = costFiles.pick('bytes', 'content_type');
export type UnreadFile = RowOf<typeof unreadFile>;

/** The upload of a cost that waits for its reading; null when it does not wait any more. */
export function findUnread(db: Queryable, accountId: number, guid: string): Promise<UnreadFile | null> {
  return first(
    db.query(
      unreadFile,
      sql`select ${unreadFile.list('f')} from costs c
        join cost_files f on f.account_id = c.account_id and f.cost_id = c.id
        where c.account_id = ${accountId} and c.guid = ${guid} and not c.show_api
        order by f.role = 'original' desc limit 1`,
    ),
  );
}
