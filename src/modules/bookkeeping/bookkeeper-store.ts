import type { Queryable } from '../../kernel/context.ts';
import { bigint, boolean, first, type RowOf, recordRow } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { accounts } from '../accounts/tables.ts';
import { bookkeepers } from './tables.ts';

const company = accounts.pick('account_id', 'guid', 'name', 'username', 'registration_no');
const contact = accounts.pick('vat_no', 'email');
const bookkeeperRow = company.with({
  ...contact.columns,
  is_active: boolean(),
  had_key: boolean(),
  bookkeepers: bigint(),
});
export type BookkeeperRow = RowOf<typeof bookkeeperRow>;

/** The bookkeepers of a tenant. */
export function listBookkeepers(
  db: Queryable,
  tenantId: number,
  take: number,
  skip: number,
  after: BookkeeperRow | null,
): Promise<BookkeeperRow[]> {
  return db.query(
    bookkeeperRow,
    sql`${selectBookkeepers(tenantId)} ${after ? sql`and b.account_id > ${after.account_id}` : EMPTY}
      order by b.account_id limit ${take} offset ${skip}`,
  );
}

export function findBookkeeper(db: Queryable, tenantId: number, guid: string): Promise<BookkeeperRow | null> {
  return first(db.query(bookkeeperRow, sql`${selectBookkeepers(tenantId)} and b.guid = ${guid}`));
}

function selectBookkeepers(tenantId: number): Sql {
  return sql`
    select ${company.list('b')}, ${contact.list('b')},
      l.key_digest is not null and not b.disabled and 'bookkeeper' = any(b.subscriptions) as is_active,
      l.key_digest is not null or l.revoked as had_key,
      (select count(*) from bookkeepers where account_id = ${tenantId}) as bookkeepers
    from bookkeepers l join accounts b on b.account_id = l.bookkeeper_id
    where l.account_id = ${tenantId}`;
}

const tenantRow = company.with({ key_sealed: bookkeepers.columns.key_sealed });
export type TenantRow = RowOf<typeof tenantRow>;

/** The accounts that a bookkeeper keeps the books of. */
export function listTenants(
  db: Queryable,
  bookkeeperId: number,
  take: number,
  skip: number,
  after: TenantRow | null,
): Promise<TenantRow[]> {
  return db.query(
    tenantRow,
    sql`${selectTenants(bookkeeperId)} ${after ? sql`and t.account_id > ${after.account_id}` : EMPTY}
      order by t.account_id limit ${take} offset ${skip}`,
  );
}

export function findTenant(db: Queryable, bookkeeperId: number, guid: string): Promise<TenantRow | null> {
  return first(db.query(tenantRow, sql`${selectTenants(bookkeeperId)} and t.guid = ${guid}`));
}

function selectTenants(bookkeeperId: number): Sql {
  return sql`
    select ${company.list('t')}, l.key_sealed
    from bookkeepers l join accounts t on t.account_id = l.account_id
    where l.bookkeeper_id = ${bookkeeperId}`;
}

export interface Key {
  digest: Buffer;
  sealed: string;
}

/** Returns nothing when no account of that username is a bookkeeper. Adding one again changes nothing. */
export function insertBookkeeper(tenantId: number, username: string, now: Date) {
  const record = { account_id: tenantId, bookkeeper_id: sql`account_id`, created_at: now };
  return {
    row: recordRow,
    ctes: sql`
      bookkeeper as (
        select account_id, guid from accounts
        where lower(username) = lower(${username}) and 'bookkeeper' = any(subscriptions) and not disabled
          and account_id <> ${tenantId}),
      added as (
        ${bookkeepers.insertSelect(record)} from bookkeeper
        on conflict (account_id, bookkeeper_id) do nothing)`,
    result: sql`select guid, account_id as id from bookkeeper`,
  };
}

/** Replaces the key of a bookkeeper, or with null revokes it. */
export function setKey(tenantId: number, guid: string, key: Key | null): Sql {
  const changes = {
    key_digest: key?.digest ?? null,
    key_sealed: key?.sealed ?? null,
    revoked: key === null,
  };
  return sql`${bookkeepers.update(changes, 'l')}
    from accounts b where b.account_id = l.bookkeeper_id and l.account_id = ${tenantId} and b.guid = ${guid}
    returning b.guid, b.account_id as id`;
}

export function deleteBookkeeper(tenantId: number, guid: string): Sql {
  return sql`
    delete from bookkeepers l using accounts b
    where b.account_id = l.bookkeeper_id and l.account_id = ${tenantId} and b.guid = ${guid}
    returning b.guid, b.account_id as id`;
}
