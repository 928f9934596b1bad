import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export interface BookkeeperRow {
  account_id: number;
  guid: string;
  name: string;
  username: string;
  registration_no: string;
  vat_no: string;
  email: string;
  has_key: boolean;
  revoked: boolean;
  bookkeepers: number;
}

/** The bookkeepers of a tenant. */
export function listBookkeepers(
  db: Queryable,
  tenantId: number,
  take: number,
  skip: number,
  after: BookkeeperRow | null,
): Promise<BookkeeperRow[]> {
  return db.query<BookkeeperRow>(sql`
    ${bookkeepersOf(tenantId)} ${after ? sql`and b.account_id > ${after.account_id}` : EMPTY}
    order by b.account_id limit ${take} offset ${skip}`);
}

export async function findBookkeeper(
  db: Queryable,
  tenantId: number,
  guid: string,
): Promise<BookkeeperRow | null> {
  const [row] = await db.query<BookkeeperRow>(sql`${bookkeepersOf(tenantId)} and b.guid = ${guid}`);
  return row ?? null;
}

function bookkeepersOf(tenantId: number): Sql {
  return sql`
    select b.account_id, b.guid, b.name, b.username, b.registration_no, b.vat_no, b.email,
      l.key_digest is not null as has_key, l.revoked,
      (select count(*) from bookkeepers where account_id = ${tenantId}) as bookkeepers
    from bookkeepers l join accounts b on b.account_id = l.bookkeeper_id
    where l.account_id = ${tenantId}`;
}

export interface TenantRow {
  account_id: number;
  guid: string;
  name: string;
  username: string;
  registration_no: string;
  key_sealed: string | null;
}

/** The accounts that a bookkeeper keeps the books of. */
export function listTenants(
  db: Queryable,
  bookkeeperId: number,
  take: number,
  skip: number,
  after: TenantRow | null,
): Promise<TenantRow[]> {
  return db.query<TenantRow>(sql`
    ${tenantsOf(bookkeeperId)} ${after ? sql`and t.account_id > ${after.account_id}` : EMPTY}
    order by t.account_id limit ${take} offset ${skip}`);
}

export async function findTenant(
  db: Queryable,
  bookkeeperId: number,
  guid: string,
): Promise<TenantRow | null> {
  const [row] = await db.query<TenantRow>(sql`${tenantsOf(bookkeeperId)} and t.guid = ${guid}`);
  return row ?? null;
}

function tenantsOf(bookkeeperId: number): Sql {
  return sql`
    select t.account_id, t.guid, t.name, t.username, t.registration_no, l.key_sealed
    from bookkeepers l join accounts t on t.account_id = l.account_id
    where l.bookkeeper_id = ${bookkeeperId}`;
}

export interface Key {
  digest: Buffer;
  sealed: string;
}

/** Yields nothing where nobody of that name keeps books for others. Adding twice changes nothing. */
export function addBookkeeper(tenantId: number, username: string, now: Date): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      wanted as (
        select account_id, guid from accounts
        where lower(username) = lower(${username}) and 'bookkeeper' = any(subscriptions) and not disabled
          and account_id <> ${tenantId}),
      added as (
        insert into bookkeepers (account_id, bookkeeper_id, created_at)
        select ${tenantId}, account_id, ${now}::timestamptz from wanted
        on conflict (account_id, bookkeeper_id) do nothing)`,
    result: sql`select guid, account_id as id from wanted`,
  };
}

/** Gives a bookkeeper a key of its own in place of any it had, or with null takes it back. */
export function setKey(tenantId: number, guid: string, key: Key | null): Sql {
  return sql`
    update bookkeepers l set key_digest = ${key?.digest ?? null}::bytea, key_sealed = ${key?.sealed ?? null}::text,
      revoked = ${key === null}
    from accounts b where b.account_id = l.bookkeeper_id and l.account_id = ${tenantId} and b.guid = ${guid}
    returning b.guid, b.account_id as id`;
}

export function removeBookkeeper(tenantId: number, guid: string): Sql {
  return sql`
    delete from bookkeepers l using accounts b
    where b.account_id = l.bookkeeper_id and l.account_id = ${tenantId} and b.guid = ${guid}
    returning b.guid, b.account_id as id`;
}
