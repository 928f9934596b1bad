import type { CostStatus } from '../../domain/cost-states.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

/** What is known of a cost; null or empty where nothing is. */
export interface CostFields {
  description: string;
  supplier_name: string;
  supplier_id: string;
  issue_date: string | null;
  amount: string | null;
  currency: string;
  vat_aa: string;
  vat_s: string;
  cost_code: string;
  how_paid: number | null;
  credit_note: boolean;
  invoice_number: string;
  project_name: string;
}

interface CostBase extends CostFields {
  id: number;
  guid: string;
  accounting_status: CostStatus;
  show_api: boolean;
}

export interface CostRow extends CostBase {
  accounting_message: string;
  xml: string | null;
  created_at: string;
  updated_at: string;
  file: string | null;
  file_name: string | null;
  file_extension: string | null;
}

const baseColumns = sql`c.id, c.guid, c.accounting_status, c.show_api, c.description, c.supplier_name, c.supplier_id,
  c.issue_date, c.amount, c.currency, c.vat_aa, c.vat_s, c.cost_code, c.how_paid, c.credit_note, c.invoice_number,
  c.project_name`;

/** With the attachment, in base64 as it goes out: no other form of it has to pass through this process. */
const columns = sql`${baseColumns}, c.accounting_message, c.created_at, c.updated_at, f.name as file_name,
  f.extension as file_extension, c.xml, replace(encode(f.bytes, 'base64'), chr(10), '') as file`;
const lightColumns = sql`${baseColumns}, c.accounting_message, c.created_at, c.updated_at, f.name as file_name,
  f.extension as file_extension, null as xml, null as file`;

export async function findCost(db: Queryable, accountId: number, guid: string): Promise<CostRow | null> {
  const [row] = await db.query<CostRow>(sql`
    select ${columns} from costs c
    left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file'
    where c.account_id = ${accountId} and c.guid = ${guid}`);
  return row ?? null;
}

export async function findCostGuidById(db: Queryable, accountId: number, id: number): Promise<string | null> {
  const [row] = await db.query<{ guid: string }>(
    sql`select guid from costs where account_id = ${accountId} and id = ${id}`,
  );
  return row?.guid ?? null;
}

export interface CostFilter {
  accounting: readonly CostStatus[];
  code: string | undefined;
  supplierId: string | undefined;
  by: 'date' | 'created_date';
  from: string | undefined;
  to: string | undefined;
}

export const SORTS = ['date_desc', 'date_asc', 'created_desc', 'created_asc'] as const;
export type Sort = (typeof SORTS)[number];

/** Dates of creation are days of a timestamp, so the last day runs to its end. */
function where(accountId: number, { accounting, code, supplierId, by, from, to }: CostFilter): Sql {
  const days =
    by === 'date'
      ? sql`${from ? sql`and c.listed_on >= ${from}` : EMPTY} ${to ? sql`and c.listed_on <= ${to}` : EMPTY}`
      : sql`${from ? sql`and c.created_at >= ${from}::date` : EMPTY}
        ${to ? sql`and c.created_at < ${to}::date + 1` : EMPTY}`;
  return sql`c.account_id = ${accountId} and c.show_api ${days}
    ${ofStatus(accounting)}
    ${code ? sql`and c.cost_code = ${code}` : EMPTY}
    ${supplierId ? sql`and c.supplier_id = ${supplierId}` : EMPTY}`;
}

/** The index has the costs of one status in their order, but not those of several. */
function ofStatus(accounting: readonly CostStatus[]): Sql {
  const [first, ...others] = accounting;
  if (first === undefined) return EMPTY;
  if (others.length === 0) return sql`and c.accounting_status = ${first}`;
  return sql`and c.accounting_status = any(${accounting}::text[])`;
}

/** Newest or oldest first by one of two times, and by id where they are the same; `after` goes on behind a row. */
function order(sort: Sort, after: { sort_key: string; id: number } | null): { and: Sql; by: Sql; key: Sql } {
  const isByDate = sort.startsWith('date');
  const isDescending = sort.endsWith('desc');
  const key = isByDate ? sql`c.listed_on` : sql`c.created_at`;
  const type = isByDate ? sql`::date` : sql`::timestamptz`;
  const than = isDescending ? sql`<` : sql`>`;
  const and = after ? sql`and (${key}, c.id) ${than} (${after.sort_key}${type}, ${after.id})` : EMPTY;
  return { and, key, by: isDescending ? sql`${key} desc, c.id desc` : sql`${key}, c.id` };
}

/** `more`: whether another row comes after the last one of these. */
export type ListedCost = CostRow & { sort_key: string; more: boolean };

/** What the attachments of one statement weigh together; they pass through the process in several copies. */
const BYTES_AT_ONCE = 5_000_000;
const weight = sql`coalesce(octet_length(f.bytes), 0) + coalesce(octet_length(c.xml), 0)`;

/**
 * The rows are chosen by the index alone, one more than asked for, before their files are looked up. Of heavy ones
 * come fewer than asked for, but always one; how heavy they are is known without reading them.
 */
export function listCosts(
  db: Queryable,
  accountId: number,
  filter: CostFilter,
  sort: Sort,
  { take, skip, after, light }: { take: number; skip: number; after: ListedCost | null; light: boolean },
): Promise<ListedCost[]> {
  const { and, by, key } = order(sort, after);
  return db.query<ListedCost>(sql`
    with chosen as (
      select c.id, ${key} as sort_key, row_number() over (order by ${by}) as place
      from costs c where ${where(accountId, filter)} ${and} order by ${by} limit ${take + 1} offset ${skip}),
    weighed as (
      select chosen.id, place, sort_key, ${light ? sql`0` : weight} as weight,
        sum(${light ? sql`0` : weight}) over (order by place) as through
      from chosen join costs c on c.account_id = ${accountId} and c.id = chosen.id
      left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file')
    select ${light ? lightColumns : columns}, w.sort_key::text, w.place < (select max(place) from chosen) as more
    from weighed w join costs c on c.account_id = ${accountId} and c.id = w.id
    left join cost_files f on f.account_id = c.account_id and f.cost_id = c.id and f.role = 'file'
    where w.through <= ${BYTES_AT_ONCE} or w.through = w.weight
    order by w.place limit ${take}`);
}

export async function countCosts(db: Queryable, accountId: number, filter: CostFilter): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from costs c where ${where(accountId, filter)}`,
  );
  return row?.count ?? 0;
}

/** What decides about a cost's next step, and what that step may change. */
export interface LockedCost extends CostBase {
  auto_approve: boolean;
}

export async function lockCost(tx: Queryable, accountId: number, guid: string): Promise<LockedCost | null> {
  const [row] = await tx.query<LockedCost>(sql`
    select ${baseColumns}, c.auto_approve from costs c
    where c.account_id = ${accountId} and c.guid = ${guid} for update`);
  return row ?? null;
}

export interface UnreadFile {
  bytes: Buffer;
  content_type: string;
}

/** The upload of a cost that waits to be read; null when it does not wait any more. */
export async function findUnread(db: Queryable, accountId: number, guid: string): Promise<UnreadFile | null> {
  const [row] = await db.query<UnreadFile>(sql`
    select f.bytes, f.content_type from costs c
    join cost_files f on f.account_id = c.account_id and f.cost_id = c.id
    where c.account_id = ${accountId} and c.guid = ${guid} and not c.show_api
    order by f.role = 'original' desc limit 1`);
  return row ?? null;
}
