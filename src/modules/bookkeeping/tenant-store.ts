import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { accounts } from '../accounts/tables.ts';
import { bookkeepers } from './tables.ts';

const company = accounts.pick('account_id', 'guid', 'name', 'username', 'registration_no');
const tenantRow = company.with({ key_sealed: bookkeepers.columns.key_sealed });
export type TenantRow = RowOf<typeof tenantRow>;

/** The accounts that a bookkeeper keeps the books of. */
export function listTenants(
  db: Queryable,
  bookkeeperId: number,
  { take, skip, after }: BatchRange<TenantRow>,
): Promise<TenantRow[]> {
  return db.query(
    tenantRow,
    pageOf(
      sql`${selectTenants(bookkeeperId)} ${after ? sql`and t.account_id > ${after.account_id}` : EMPTY}
      order by t.account_id`,
      take,
      skip,
    ),
  );
}

export function findTenant(db: Queryable, bookkeeperId: number, guid: string): Promise<TenantRow | null> {
  return db.find(tenantRow, sql`${selectTenants(bookkeeperId)} and t.guid = ${guid}`);
}

function selectTenants(bookkeeperId: number): Sql {
  return sql`
    select ${company.list('t')}, l.key_sealed
    from bookkeepers l join accounts t on t.account_id = l.account_id
    where l.bookkeeper_id = ${bookkeeperId} and l.accepted_at is not null`;
}

const requestRow = row({
  id: col.bigint(),
  guid: col.uuid(),
  name: col.text(),
  requested_at: col.timestamp(),
});
export type TenantRequestRow = RowOf<typeof requestRow>;

const isOpenRequest = sql`l.accepted_at is null and l.declined_at is null`;

/** Accounts that ask this one to keep their books. Only the name is read: they are not connected yet. */
export function listRequests(
  db: Queryable,
  bookkeeperId: number,
  { take, skip, after }: BatchRange<TenantRequestRow>,
): Promise<TenantRequestRow[]> {
  return db.query(
    requestRow,
    pageOf(
      sql`select l.id, l.guid, t.name, l.created_at as requested_at
      from bookkeepers l join accounts t on t.account_id = l.account_id
      where l.bookkeeper_id = ${bookkeeperId} and ${isOpenRequest} and not t.disabled
        ${after ? sql`and l.id > ${after.id}` : EMPTY}
      order by l.id`,
      take,
      skip,
    ),
  );
}

/**
 * Ends a connection by the firm, with the key. The tenant sees it as declined and may ask again. Empty when the tenant
 * has removed the firm meanwhile.
 */
export function endConnection(bookkeeperId: number, tenantGuid: string, now: Date) {
  const changes = {
    accepted_at: null,
    declined_at: now,
    key_digest: null,
    key_sealed: null,
    revoked: true,
  };
  return {
    row: recordRow,
    result: sql`${bookkeepers.update(changes, 'l')} from accounts t
      where l.bookkeeper_id = ${bookkeeperId} and l.accepted_at is not null
        and t.account_id = l.account_id and t.guid = ${tenantGuid}
      returning t.guid, l.id`,
  };
}

/** Empty when there is no such open request: it was answered or withdrawn meanwhile. */
export function answerRequest(bookkeeperId: number, guid: string, isAccepted: boolean, now: Date) {
  const changes = isAccepted
    ? { accepted_at: now }
    : { declined_at: now, key_digest: null, key_sealed: null };
  return {
    row: recordRow,
    result: sql`${bookkeepers.update(changes, 'l')}
      where l.bookkeeper_id = ${bookkeeperId} and l.guid = ${guid} and ${isOpenRequest}
      returning l.guid, l.id`,
  };
}
