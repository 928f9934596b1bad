import type { Account } from '../../kernel/account.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

export interface AccountRow {
  account_id: number;
  guid: string;
  username: string;
  name: string;
  registration_no: string;
  vat_no: string;
  email: string;
  address: string;
  zip: string;
  city: string;
  bank_account: string;
  subscriptions: Account['subscriptions'];
  settings: Record<string, unknown>;
  disabled: boolean;
  api_key_digest: Buffer;
  /** Of the keys that it gave to its bookkeepers. */
  given_key_digests: Buffer[];
  created_at: string;
}

export const columns = sql`accounts.account_id, accounts.guid, accounts.username, accounts.name,
  accounts.registration_no, accounts.vat_no, accounts.email, accounts.address, accounts.zip, accounts.city,
  accounts.bank_account, accounts.subscriptions, accounts.settings, accounts.disabled, accounts.api_key_digest,
  array(select key_digest from bookkeepers where bookkeepers.account_id = accounts.account_id
    and key_digest is not null) as given_key_digests, accounts.created_at`;

export function accountOf(row: AccountRow): Account {
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

export async function findByUsername(db: Queryable, username: string): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(
    sql`select ${columns} from accounts where lower(username) = lower(${username})`,
  );
  return row ?? null;
}

/**
 * As `findByUsername`, for somebody who comes with a key. If it is the account's own, that is noted, but not more often
 * than told by `noteBefore`.
 */
export async function findByKey(
  db: Queryable,
  username: string,
  digest: Buffer,
  { now, noteBefore }: { now: Date; noteBefore: Date },
): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(sql`
    with used as (
      insert into api_key_uses (account_id, used_at)
      select account_id, ${now}::timestamptz from accounts
      where lower(username) = lower(${username}) and api_key_digest = ${digest} and not exists (
        select from api_key_uses u where u.account_id = accounts.account_id and u.used_at > ${noteBefore})
      on conflict (account_id) do update set used_at = excluded.used_at)
    select ${columns} from accounts where lower(username) = lower(${username})`);
  return row ?? null;
}

export interface KeyRow {
  made_at: string | null;
  used_at: string | null;
}

export async function findKeyUse(db: Queryable, accountId: number): Promise<KeyRow> {
  const [row] = await db.query<KeyRow>(sql`
    select a.api_key_made_at as made_at, u.used_at from accounts a
    left join api_key_uses u on u.account_id = a.account_id where a.account_id = ${accountId}`);
  return row ?? { made_at: null, used_at: null };
}

export async function findById(db: Queryable, accountId: number): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(
    sql`select ${columns} from accounts where account_id = ${accountId}`,
  );
  return row ?? null;
}

export function listAccounts(
  db: Queryable,
  take: number,
  skip: number,
  after: AccountRow | null,
): Promise<AccountRow[]> {
  return db.query<AccountRow>(sql`
    select ${columns} from accounts ${after ? sql`where account_id > ${after.account_id}` : EMPTY}
    order by account_id limit ${take} offset ${skip}`);
}

export async function anyAccount(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select 1 from accounts limit 1`);
  return rows.length > 0;
}

export interface NewAccount
  extends Omit<AccountRow, 'account_id' | 'settings' | 'disabled' | 'given_key_digests' | 'created_at'> {
  password_hash: string;
}

/** The account, and its counter of invoice numbers: the first invoice will be number 1. */
export function insertAccount(a: NewAccount): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      account as (
        insert into accounts (guid, username, name, registration_no, vat_no, email, address, zip, city, bank_account,
          subscriptions, api_key_digest, password_hash)
        values (${a.guid}, ${a.username}, ${a.name}, ${a.registration_no}, ${a.vat_no}, ${a.email}, ${a.address},
          ${a.zip}, ${a.city}, ${a.bank_account}, ${a.subscriptions}, ${a.api_key_digest}, ${a.password_hash})
        returning account_id, guid, username),
      counter as (
        insert into counters (account_id, series, last) select account_id, 'invoice', 0 from account)`,
    result: sql`select guid, username from account`,
  };
}

/** What is null stays as it is. */
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
  /** Only those that change. */
  settings: object;
}

/**
 * Two changes at the same moment both stay, as each writes only what it names. Other nodes hear of it by the trigger
 * on the table and forget what they remember of the account.
 */
export function updateAccount(accountId: number, a: AccountChanges, now: Date): Sql {
  return sql`
    update accounts set name = coalesce(${a.name}, name), vat_no = coalesce(${a.vat_no}, vat_no),
      email = coalesce(${a.email}, email), address = coalesce(${a.address}, address), zip = coalesce(${a.zip}, zip),
      city = coalesce(${a.city}, city), bank_account = coalesce(${a.bank_account}, bank_account),
      subscriptions = coalesce(${a.subscriptions}, subscriptions), disabled = coalesce(${a.disabled}, disabled),
      settings = settings || ${JSON.stringify(a.settings)}::jsonb,
      password_hash = coalesce(${a.password_hash}, password_hash), updated_at = ${now}
    where account_id = ${accountId}
    returning guid, username`;
}

export function replaceApiKey(accountId: number, digest: Buffer, now: Date): Sql {
  return sql`
    update accounts set api_key_digest = ${digest}, api_key_made_at = ${now}, updated_at = ${now}
    where account_id = ${accountId}
    returning guid, username`;
}
