import { OUTPUT_SELECT } from '../../domain/values/codes.ts';
import { anyGuid } from '../../kernel/database/any-of.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type Row, type RowOf, row } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { isOpenQuoteSql } from '../../kernel/database/state-sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { creditsColumn, creditsSql } from './credits-store.ts';
import { customers } from './tables.ts';

/** The code of delivery is a number in the database and text everywhere else. */
export const outputSelect = { output_select: col.oneOf(OUTPUT_SELECT) };

const storedCustomer = customers.omit(
  'account_id',
  'created_at',
  'output_select',
  'merged_into',
  'secondary',
);
const customerRow = storedCustomer.with({ ...outputSelect, possible_match: col.uuid().nullable() });
/** `possible_match` of an unverified profile: the confirmed customer whose kennitala the buyer typed. */
const columns = sql`${storedCustomer.list()}, output_select::text,
  (select m.guid from customers m
    where m.account_id = customers.account_id and m.registration_no = customers.registration_no
      and customers.unverified and m.registration_no <> '' and m.active and not m.unverified
    order by m.secondary, m.id desc limit 1) as possible_match`;

export type CustomerRow = RowOf<typeof customerRow>;

const listedCustomer = customerRow.with(creditsColumn);
export type ListedCustomer = RowOf<typeof listedCustomer>;
const listedColumns = sql`${columns}, ${creditsSql}`;

/** The columns that a client may set; offsets are in days. */
export type CustomerFields = Omit<
  CustomerRow,
  'id' | 'guid' | 'updated_at' | 'unverified' | 'possible_match'
>;
/** A profile that is created, by the seller or by a buyer whom nobody knows. */
export type NewCustomerFields = CustomerFields & { unverified?: boolean };

/** A customer that a kennitala finds. A stranger may have typed the kennitala of an unverified one. */
export const isFoundByKennitala = sql`registration_no <> '' and active and not unverified`;

/** Of several such customers the first is meant: the newest, unless it was confirmed while another had the kennitala. */
export const newestByKennitala = sql`secondary, id desc`;

const sameOnWire = customers.omit(
  'account_id',
  'id',
  'output_select',
  'due_days',
  'settlement_days',
  'is_claim',
  'is_discount',
  'created_at',
  'updated_at',
  'merged_into',
  'secondary',
);
const wireRow = sameOnWire.with({
  ...outputSelect,
  due_date: col.integer(),
  settlement_date: col.integer(),
  updated_timestamp: col.text(),
  possible_match: col.uuid().nullable(),
  credits: col.jsonList(row({ currency: col.text(), amount: col.integer() })),
});

/** Inserts a profile and returns it under the names of the API: the replay of a write returns the stored result as it is. */
export function insertCustomerForWire(
  accountId: number,
  guid: string,
  fields: CustomerFields,
  { now, claim, discount }: { now: Date; claim: boolean; discount: boolean },
): { row: Row<typeof wireRow.columns>; result: Sql } {
  const plan = { ...(claim && { is_claim: col.boolean() }), ...(discount && { is_discount: col.boolean() }) };
  return {
    row: wireRow.with(plan),
    result: sql`${insertInto(accountId, guid, fields, now)}
      returning ${sameOnWire.list()}, output_select::text, due_days as due_date, settlement_days as settlement_date,
        ${timestampText(sql`updated_at`)} as updated_timestamp,
        null::uuid as possible_match, '[]'::json as credits
        ${claim ? sql`, is_claim` : EMPTY} ${discount ? sql`, is_discount` : EMPTY}`,
  };
}

export interface CustomerFilter {
  search?: string | undefined;
  search_in?: 'name' | 'all' | undefined;
  kennitala?: string | undefined;
}

function matches(accountId: number, { search, search_in, kennitala }: CustomerFilter): Sql {
  const searched = search_in === 'all' ? sql`concat_ws(E'\n', name, registration_no, email)` : sql`name`;
  return sql`account_id = ${accountId}
    ${search ? sql`and ${searched} ~ ${caseInsensitivePattern(search)}` : EMPTY}
    ${kennitala === undefined ? EMPTY : sql`and registration_no = ${kennitala} and not unverified`}`;
}

export function listCustomers(
  db: Queryable,
  accountId: number,
  filter: CustomerFilter,
  { take, skip, after }: BatchRange<ListedCustomer>,
): Promise<ListedCustomer[]> {
  return db.query(
    listedCustomer,
    pageOf(
      sql`select ${listedColumns} from customers
      where ${matches(accountId, filter)} ${after ? sql`and id > ${after.id}` : EMPTY}
      order by id`,
      take,
      skip,
    ),
  );
}

/** Active profiles first, in the order in which a kennitala finds them: programs take the first one, as documents do. */
export function listCustomersByKennitala(
  db: Queryable,
  accountId: number,
  kennitala: string,
  { take, skip, after }: BatchRange<ListedCustomer>,
): Promise<ListedCustomer[]> {
  const isAfter = sql`(active, not secondary, id) < (
    select c.active, not c.secondary, c.id from customers c
    where c.account_id = ${accountId} and c.id = ${after?.id ?? null})`;
  return db.query(
    listedCustomer,
    pageOf(
      sql`select ${listedColumns} from customers
      where ${matches(accountId, { kennitala })} ${after ? sql`and ${isAfter}` : EMPTY}
      order by active desc, ${newestByKennitala}`,
      take,
      skip,
    ),
  );
}

export function countCustomers(db: Queryable, accountId: number, filter: CustomerFilter): Promise<number> {
  return countOf(db, sql`select count(*) from customers where ${matches(accountId, filter)}`);
}

export function findCustomer(db: Queryable, accountId: number, guid: string): Promise<ListedCustomer | null> {
  return db.find(
    listedCustomer,
    sql`select ${listedColumns} from customers where account_id = ${accountId} and guid = ${guid}`,
  );
}

export function lockCustomer(tx: Queryable, accountId: number, guid: string): Promise<CustomerRow | null> {
  return tx.find(customerRow, sql`${customerByGuid(accountId, guid)} for update`);
}

function customerByGuid(accountId: number, guid: string): Sql {
  return sql`select ${columns} from customers where account_id = ${accountId} and guid = ${guid}`;
}

/**
 * The id of the customer for whom a new document is made that names this guid: of a merged profile the customer that it
 * was merged into. Programs keep guids, and the books of the customer must not be split again.
 */
export function buyerIdByGuid(accountId: number, guid: string | Sql): Sql {
  return sql`(select coalesce(c.merged_into, c.id) from customers c
    where c.account_id = ${accountId} and c.guid = ${guid})`;
}

/**
 * The id that a new record stores for a customer which was read earlier. A merge that has the row locked commits first:
 * what it did not see, it could not move. With the lock the statement waits for it and reads the row anew.
 */
export function lockedCustomerId(accountId: number, id: number | Sql): Sql {
  return sql`(select coalesce(c.merged_into, c.id) from customers c
    where c.account_id = ${accountId} and c.id = ${id} for key share)`;
}

/**
 * The guid of the customer that the invoice `i` belongs to. The buyer that is stored with an issued invoice never
 * changes, so after a merge it names the profile that was merged.
 */
export const customerGuidSql = sql`(select c.guid from customers c
  where c.account_id = i.account_id and c.id = i.customer_id)`;

/** Inserts the customer and returns its id and guid. */
export function insertCustomer(accountId: number, guid: string, fields: NewCustomerFields, now: Date): Sql {
  return sql`${insertInto(accountId, guid, fields, now)} returning id, guid`;
}

function insertInto(accountId: number, guid: string, fields: NewCustomerFields, now: Date): Sql {
  const record = { account_id: accountId, guid, ...forStorage(fields), created_at: now, updated_at: now };
  return customers.insert(record);
}

/**
 * Whether another profile has the kennitala or the number that this one will be found by; `id` is null where it is new.
 * Documents name a customer by kennitala, tasks by number too, and the newest profile is meant.
 */
export async function hasNamesake(
  tx: Queryable,
  accountId: number,
  { registration_no, customer_number, active }: CustomerFields,
  id: number | null,
): Promise<boolean> {
  if (!active || (registration_no === '' && customer_number === '')) return false;
  const [other] = await tx.query(
    emptyRow,
    sql`select from customers
      where account_id = ${accountId} and id is distinct from ${id}::bigint and active and not unverified
        and ((registration_no = ${registration_no} and registration_no <> '')
          or (customer_number = ${customer_number} and customer_number <> ''))
      limit 1`,
  );
  return other !== undefined;
}

/** A merged profile that is made active again is a customer of its own. */
export function updateCustomerStatement(
  accountId: number,
  id: number,
  fields: CustomerFields,
  now: Date,
): Sql {
  const separated = fields.active ? { merged_into: null } : {};
  const secondary = sql`secondary and registration_no = ${fields.registration_no}`;
  return sql`${customers.update({ ...forStorage(fields), ...separated, secondary, updated_at: now })}
    where account_id = ${accountId} and id = ${id} returning id, guid`;
}

function forStorage(fields: CustomerFields) {
  return { ...fields, output_select: Number(fields.output_select) };
}

/**
 * Ends that a profile is unverified; `isSecond`: another customer has its kennitala, and goes on to be found by it. A
 * profile that is confirmed already stays as it is.
 */
export function confirmCustomerStatement(accountId: number, guid: string, isSecond: boolean, now: Date): Sql {
  const secondary = sql`secondary or ${isSecond}`;
  return sql`${customers.update({ unverified: false, secondary, updated_at: now })}
    where account_id = ${accountId} and guid = ${guid} returning id, guid`;
}

const mergedCustomer = customers.pick(
  'id',
  'guid',
  'customer_number',
  'active',
  'unverified',
  'name',
  'registration_no',
  'email',
  'trading_partner_id',
);
const mergedRow = mergedCustomer.with(outputSelect);

/** Locked in the order of their ids, so that two merges in opposite directions cannot deadlock. */
export function lockCustomers(tx: Queryable, accountId: number, guids: readonly string[]) {
  return tx.query(
    mergedRow,
    sql`select ${mergedCustomer.list()}, output_select::text from customers
      where account_id = ${accountId} and guid = ${anyGuid(guids)} order by id for update`,
  );
}

/**
 * Whether something makes invoices for the profile without a person or program looking at the receiver again: an open
 * quote, which the customer accepts, or a template that takes the buyer from the profile.
 */
export async function hasPendingDocuments(
  tx: Queryable,
  accountId: number,
  id: number,
  today: string,
): Promise<boolean> {
  const [pending] = await tx.query(
    emptyRow,
    sql`select from sales_documents d
      left join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
      where d.account_id = ${accountId} and d.customer_id = ${id} and d.kind in ('quote', 'recurring') and (
        (s.link_national and s.state in ('active', 'paused'))
        or (d.kind = 'quote' and ${isOpenQuoteSql(today)}))
      limit 1`,
  );
  return pending !== undefined;
}

/** A customer whose records go to another one, by their ids. */
export interface CustomerMove {
  accountId: number;
  from: number;
  into: number;
}

/**
 * The profile stays, because issued invoices and programs name its guid. Profiles that were merged into it before follow
 * it, so that the customer of a guid is found in one step.
 */
export function markMerged({ accountId, from, into }: CustomerMove, now: Date): Sql {
  return sql`merged as (
      ${customers.update({ active: false, merged_into: into, updated_at: now })}
      where account_id = ${accountId} and id = ${from}),
    merged_before as (
      ${customers.update({ merged_into: sql`nullif(${into}::bigint, id)` })}
      where account_id = ${accountId} and merged_into = ${from})`;
}
