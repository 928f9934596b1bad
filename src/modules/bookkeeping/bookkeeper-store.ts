import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { bookkeepers } from './tables.ts';

const bookkeeperRow = row({
  id: col.bigint(),
  guid: col.uuid(),
  firm_guid: col.uuid().nullable(),
  name: col.text(),
  username: col.text(),
  registration_no: col.text(),
  vat_no: col.text(),
  email: col.text(),
  is_accepted: col.boolean(),
  is_declined: col.boolean(),
  has_key: col.boolean(),
  revoked: col.boolean(),
  bookkeepers: col.bigint(),
});
export type BookkeeperRow = RowOf<typeof bookkeeperRow>;

/** The bookkeepers of a tenant. */
export function listBookkeepers(
  db: Queryable,
  tenantId: number,
  { take, skip, after }: BatchRange<BookkeeperRow>,
): Promise<BookkeeperRow[]> {
  return db.query(
    bookkeeperRow,
    pageOf(
      sql`${selectBookkeepers(tenantId)} ${after ? sql`and l.id > ${after.id}` : EMPTY}
      order by l.id`,
      take,
      skip,
    ),
  );
}

export function findBookkeeper(db: Queryable, tenantId: number, guid: string): Promise<BookkeeperRow | null> {
  return db.find(bookkeeperRow, sql`${selectBookkeepers(tenantId)} and l.guid = ${guid}`);
}

/** Until the firm has accepted, its account is not joined: the tenant sees only the username that it typed. */
function selectBookkeepers(tenantId: number): Sql {
  return sql`
    select l.id, l.guid, b.guid as firm_guid, coalesce(b.name, l.username) as name,
      coalesce(b.username, l.username) as username, coalesce(b.registration_no, '') as registration_no,
      coalesce(b.vat_no, '') as vat_no, coalesce(b.email, '') as email,
      l.accepted_at is not null as is_accepted, l.declined_at is not null as is_declined,
      l.key_digest is not null as has_key, l.revoked,
      (select count(*) from bookkeepers where account_id = ${tenantId}) as bookkeepers
    from bookkeepers l left join accounts b on b.account_id = l.bookkeeper_id and l.accepted_at is not null
    where l.account_id = ${tenantId}`;
}

export interface Key {
  digest: Buffer;
  sealed: string;
}

/** An account that may keep the books of others: it is open, and its plan includes it. */
const isOpenFirm = sql`not b.disabled and 'bookkeeper' = any(b.subscriptions)`;

/**
 * Asks the account of that username. A username that no firm has is stored alike, so that the answer does not depend on
 * it. Asking again changes nothing, but renews a request that was declined.
 */
export function insertBookkeeper(tenantId: number, guid: string, username: string, now: Date) {
  const firm = sql`(select b.account_id from accounts b
    where lower(b.username) = lower(${username}) and b.account_id <> ${tenantId} and ${isOpenFirm})`;
  const isAutomatic = sql`exists (select from accounts b
    where lower(b.username) = lower(${username}) and b.account_id <> ${tenantId} and ${isOpenFirm}
      and b.settings -> 'bookkeeping_auto_accept' = 'true'::jsonb)`;
  const record = {
    account_id: tenantId,
    bookkeeper_id: firm,
    guid,
    username,
    accepted_at: sql`case when ${isAutomatic} then ${now}::timestamptz end`,
    created_at: now,
  };
  return {
    row: recordRow,
    result: sql`${bookkeepers.insertSelect(record)}
      on conflict (account_id, lower(username)) do update set
        bookkeeper_id = coalesce(bookkeepers.bookkeeper_id, excluded.bookkeeper_id),
        accepted_at = coalesce(bookkeepers.accepted_at, excluded.accepted_at), declined_at = null
      returning guid, id`,
  };
}

/**
 * Replaces the key of a bookkeeper, or with null revokes it. A key that is granted before the firm has accepted works
 * from its acceptance on. The row of the firm is locked while a key is granted: a concurrent statement that closes the
 * firm waits, and then revokes this key too.
 */
export function setKey(tenantId: number, guid: string, key: Key | null): Sql {
  const changes = {
    key_digest: key?.digest ?? null,
    key_sealed: key?.sealed ?? null,
    revoked: key === null,
  };
  const isGrantable = sql`and (l.bookkeeper_id is null or l.accepted_at is null or exists (
    select from accounts b where b.account_id = l.bookkeeper_id and ${isOpenFirm} for share))`;
  return sql`${bookkeepers.update(changes, 'l')}
    where l.account_id = ${tenantId} and l.guid = ${guid} ${key ? isGrantable : EMPTY}
    returning l.guid, l.id`;
}

export function deleteBookkeeper(tenantId: number, guid: string): Sql {
  return sql`delete from bookkeepers where account_id = ${tenantId} and guid = ${guid} returning guid, id`;
}
