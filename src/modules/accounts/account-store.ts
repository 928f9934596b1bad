import { toPlainDate } from '../../domain/values/dates.ts';
import { PERIOD_LENGTHS, type PeriodLength, yearOf } from '../../domain/vat/periods.ts';
import type { Account } from '../../kernel/access/account.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, first, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { accounts, apiKeyUses, counters } from './tables.ts';
import { choosePeriodsCtes, chosenLengthSql } from './vat-periods-store.ts';

const storedAccount = accounts.omit(
  'password_hash',
  'updated_at',
  'api_key_made_at',
  'closed_at',
  'kept_until',
);
/** With the digests of the keys that the account gave to its bookkeepers, and its settlement periods of VAT. */
export const accountRow = storedAccount.with({
  bookkeeper_key_digests: col.byteaArray(),
  vat_periods: col.oneOf(PERIOD_LENGTHS),
});
export type AccountRow = RowOf<typeof accountRow>;

/** The columns of `accountRow`, for a statement that reads `accounts` under its own name. */
export const accountColumns = sql`${storedAccount.list('accounts')},
  array(select key_digest from bookkeepers where bookkeepers.account_id = accounts.account_id
    and key_digest is not null and accepted_at is not null) as bookkeeper_key_digests,
  ${chosenLengthSql} as vat_periods`;

export function toAccount(row: AccountRow): Account {
  return {
    id: row.account_id,
    guid: row.guid,
    username: row.username,
    name: row.name,
    registrationNo: row.registration_no,
    vatNo: row.vat_no,
    email: row.email,
    address: row.address,
    zip: row.zip,
    city: row.city,
    bankAccount: row.bank_account,
    subscriptions: row.subscriptions,
    settings: row.settings,
    disabled: row.disabled,
  };
}

export function findByUsername(db: Queryable, username: string): Promise<AccountRow | null> {
  return db.find(
    accountRow,
    sql`select ${accountColumns} from accounts where lower(username) = lower(${username})`,
  );
}

/**
 * As `findByUsername`, for a caller with a key. The use of the account's own key is recorded, unless a use after
 * `noteBefore` is on record: a write for every call would be too many.
 */
export function findAccountByKey(
  db: Queryable,
  username: string,
  digest: Buffer,
  { now, noteBefore }: { now: Date; noteBefore: Date },
): Promise<AccountRow | null> {
  return first(
    db.query(
      accountRow,
      sql`with used as (
      ${apiKeyUses.insertSelect({ account_id: sql`account_id`, used_at: now })} from accounts
      where lower(username) = lower(${username}) and api_key_digest = ${digest} and not exists (
        select from api_key_uses u where u.account_id = accounts.account_id and u.used_at > ${noteBefore})
      on conflict (account_id) do update set used_at = excluded.used_at)
    select ${accountColumns} from accounts where lower(username) = lower(${username})`,
    ),
  );
}

const keyUse = row({ made_at: col.timestamp().nullable(), used_at: col.timestamp().nullable() });
export type KeyUse = RowOf<typeof keyUse>;

export async function findKeyUse(db: Queryable, accountId: number): Promise<KeyUse> {
  const [found] = await db.query(
    keyUse,
    sql`select a.api_key_made_at as made_at, u.used_at from accounts a
      left join api_key_uses u on u.account_id = a.account_id where a.account_id = ${accountId}`,
  );
  return found ?? { made_at: null, used_at: null };
}

export function findById(db: Queryable, accountId: number): Promise<AccountRow | null> {
  return db.find(accountRow, sql`select ${accountColumns} from accounts where account_id = ${accountId}`);
}

/** The first open account of a company that has several. */
export function findByKennitala(db: Queryable, kennitala: string): Promise<AccountRow | null> {
  return db.find(
    accountRow,
    sql`select ${accountColumns} from accounts where registration_no = ${kennitala} and not disabled
        order by account_id limit 1`,
  );
}

export function listAccounts(db: Queryable, { take, skip, after }: BatchRange<AccountRow>) {
  return db.query(
    accountRow,
    sql`select ${accountColumns} from accounts ${after ? sql`where account_id > ${after.account_id}` : EMPTY}
      order by account_id limit ${take} offset ${skip}`,
  );
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  const rows = await db.query(emptyRow, sql`select from accounts limit 1`);
  return rows.length > 0;
}

export type NewAccount = Omit<
  AccountRow,
  'account_id' | 'settings' | 'disabled' | 'bookkeeper_key_digests' | 'vat_periods' | 'created_at'
> & { password_hash: string };

const accountName = accounts.pick('guid', 'username');

/** Inserts the account and its counter of invoice numbers: the first invoice gets number 1. */
export function insertAccount(account: NewAccount) {
  return {
    row: accountName,
    ctes: sql`
      account as (${accounts.insert(account)} returning account_id, guid, username),
      counter as (
        ${counters.insertSelect({ account_id: sql`account_id`, series: 'invoice', last: 0 })} from account)`,
    result: sql`select ${accountName.list()} from account`,
  };
}

/** Null leaves a column as it is. */
export interface AccountChanges {
  name: string | null;
  vat_no: string | null;
  email: string | null;
  address: string | null;
  zip: string | null;
  city: string | null;
  bank_account: string | null;
  subscriptions: Account['subscriptions'] | null;
  disabled: boolean | null;
  password_hash: string | null;
  vat_periods: PeriodLength | null;
  /** Only the changed keys. */
  settings: object;
}

/**
 * Writes only the changed columns, so that concurrent changes of different fields do not overwrite each other; the text
 * is the same for all of them, so that the server can reuse its plan. A trigger on the table notifies the other nodes,
 * which drop the account from their caches.
 */
export function updateAccount(accountId: number, a: AccountChanges, now: Date) {
  const result = sql`
    update accounts set name = coalesce(${a.name}, name), vat_no = coalesce(${a.vat_no}, vat_no),
      email = coalesce(${a.email}, email), address = coalesce(${a.address}, address), zip = coalesce(${a.zip}, zip),
      city = coalesce(${a.city}, city), bank_account = coalesce(${a.bank_account}, bank_account),
      subscriptions = coalesce(${a.subscriptions}, subscriptions), disabled = coalesce(${a.disabled}, disabled),
      settings = settings || ${JSON.stringify(a.settings)}::jsonb,
      password_hash = coalesce(${a.password_hash}, password_hash), updated_at = ${now}
    where account_id = ${accountId}
    returning ${accountName.list()}`;
  return {
    row: accountName,
    ...(a.vat_periods && { ctes: choosePeriods(accountId, a.vat_periods, now) }),
    result,
  };
}

function choosePeriods(accountId: number, periods: PeriodLength, now: Date): Sql {
  return choosePeriodsCtes(accountId, periods, yearOf(toPlainDate(now)));
}

/** Whether an owner has closed the account, and most of its rows are gone. */
export async function isClosedForGood(db: Queryable, accountId: number): Promise<boolean> {
  const [found] = await db.query(
    accounts.pick('closed_at'),
    sql`select closed_at from accounts where account_id = ${accountId}`,
  );
  return (found?.closed_at ?? null) !== null;
}

export function replaceApiKey(accountId: number, digest: Buffer, now: Date) {
  const changes = { api_key_digest: digest, api_key_made_at: now, updated_at: now };
  const result = sql`${accounts.update(changes)} where account_id = ${accountId} returning ${accountName.list()}`;
  return { row: accountName, result };
}
