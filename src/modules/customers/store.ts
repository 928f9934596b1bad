import type { Queryable } from '../../kernel/context.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

/** The stored fields that a client may set; offsets are in days. */
export interface CustomerFields {
  customer_number: string;
  name: string;
  output_select: string;
  address: string;
  zip: string;
  city: string;
  registration_no: string;
  email: string;
  term: string;
  photo: string;
  due_days: number;
  settlement_days: number;
  trading_partner_id: string;
  phone_number: string;
  vat: string;
  lang: string;
  currency: string;
  tax_exempt: boolean;
  is_claim: boolean;
  is_discount: boolean;
  active: boolean;
}

export interface CustomerRow extends CustomerFields {
  id: number;
  guid: string;
  updated_at: string;
}

const shownAsKept = sql`guid, customer_number, name, output_select::text, address, zip, city, registration_no, email,
  term, photo, trading_partner_id, phone_number, vat, lang, currency, tax_exempt, active`;

const columns = sql`id, ${shownAsKept}, due_days, settlement_days, is_claim, is_discount, updated_at`;

/** The columns of a profile under the names that it is shown with, for a write that answers all of it. */
export function customerColumns({ claim, discount }: { claim: boolean; discount: boolean }): Sql {
  return sql`${shownAsKept}, due_days as due_date, settlement_days as settlement_date,
    to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated_timestamp
    ${claim ? sql`, is_claim` : EMPTY} ${discount ? sql`, is_discount` : EMPTY}`;
}

export interface CustomerFilter {
  search?: string | undefined;
  search_in?: 'name' | 'all' | undefined;
  kennitala?: string | undefined;
}

function where(accountId: number, { search, search_in, kennitala }: CustomerFilter): Sql {
  const searched = search_in === 'all' ? sql`concat_ws(E'\n', name, registration_no, email)` : sql`name`;
  const named = search ? sql`and ${searched} ~ ${caseInsensitivePattern(search)}` : EMPTY;
  const known = kennitala === undefined ? EMPTY : sql`and registration_no = ${kennitala}`;
  return sql`account_id = ${accountId} ${named} ${known}`;
}

export function listCustomers(
  db: Queryable,
  accountId: number,
  filter: CustomerFilter,
  take: number,
  skip: number,
  after: CustomerRow | null,
): Promise<CustomerRow[]> {
  return db.query<CustomerRow>(sql`
    select ${columns} from customers
    where ${where(accountId, filter)} ${after ? sql`and id > ${after.id}` : EMPTY}
    order by id limit ${take} offset ${skip}`);
}

export async function countCustomers(
  db: Queryable,
  accountId: number,
  filter: CustomerFilter,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*) from customers where ${where(accountId, filter)}`,
  );
  return row?.count ?? 0;
}

export async function findCustomer(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<CustomerRow | null> {
  const [row] = await db.query<CustomerRow>(
    sql`select ${columns} from customers where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ?? null;
}

export async function lockCustomer(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<CustomerRow | null> {
  const [row] = await tx.query<CustomerRow>(
    sql`select ${columns} from customers where account_id = ${accountId} and guid = ${guid} for update`,
  );
  return row ?? null;
}

/** A step that inserts the customer and yields its id and guid, or what else of it is wanted. */
export function insertCustomer(
  accountId: number,
  guid: string,
  c: CustomerFields,
  now: Date,
  yields: Sql = sql`id, guid`,
): Sql {
  return sql`
    insert into customers (account_id, guid, customer_number, name, output_select, address, zip, city,
      registration_no, email, term, photo, due_days, settlement_days, trading_partner_id, phone_number, vat, lang,
      currency, tax_exempt, is_claim, is_discount, active, created_at, updated_at)
    values (${accountId}, ${guid}, ${c.customer_number}, ${c.name}, ${c.output_select}, ${c.address}, ${c.zip},
      ${c.city}, ${c.registration_no}, ${c.email}, ${c.term}, ${c.photo}, ${c.due_days}, ${c.settlement_days},
      ${c.trading_partner_id}, ${c.phone_number}, ${c.vat}, ${c.lang}, ${c.currency}, ${c.tax_exempt},
      ${c.is_claim}, ${c.is_discount}, ${c.active}, ${now}, ${now})
    returning ${yields}`;
}

export function updateCustomer(accountId: number, id: number, c: CustomerFields, now: Date): Sql {
  return sql`
    update customers set customer_number = ${c.customer_number}, name = ${c.name},
      output_select = ${c.output_select}, address = ${c.address}, zip = ${c.zip}, city = ${c.city},
      registration_no = ${c.registration_no}, email = ${c.email}, term = ${c.term}, photo = ${c.photo},
      due_days = ${c.due_days}, settlement_days = ${c.settlement_days},
      trading_partner_id = ${c.trading_partner_id}, phone_number = ${c.phone_number}, vat = ${c.vat},
      lang = ${c.lang}, currency = ${c.currency}, tax_exempt = ${c.tax_exempt}, is_claim = ${c.is_claim},
      is_discount = ${c.is_discount}, active = ${c.active}, updated_at = ${now}
    where account_id = ${accountId} and id = ${id}
    returning id, guid`;
}
