import type { BankAccountNumber } from '../../domain/bank/account-number.ts';
import { type PlainDate, toPlainDate } from '../../domain/values/dates.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Changes, Insert } from '../../kernel/database/table.ts';
import type { BankAccount } from './schema.ts';
import { bankAccounts, bankConsents } from './tables.ts';

const lockedAccount = bankAccounts.omit('account_id', 'created_at');
export type LockedBankAccount = RowOf<typeof lockedAccount>;

/** Imports of one account take turns by this lock, so that no transaction is stored twice. */
export function lockBankAccount(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<LockedBankAccount | null> {
  return tx.find(
    lockedAccount,
    sql`select ${lockedAccount.list()} from bank_accounts where account_id = ${accountId} and guid = ${guid} for update`,
  );
}

const readAccount = bankAccounts.pick('guid', 'account_no', 'iban', 'mapping');

/** The accounts that a file may be of: their numbers, and how the columns of the last file were read. */
export function listReadAccounts(db: Queryable, accountId: number, guid: string | undefined) {
  return db.query(
    readAccount,
    sql`select ${readAccount.list()} from bank_accounts
      where account_id = ${accountId} ${guid ? sql`and guid = ${guid}` : EMPTY} order by id`,
  );
}

const named = bankAccounts.pick('id', 'guid', 'name');

/** The account of the company that has this number. */
export function findByNumber(tx: Queryable, accountId: number, { account_no, iban }: BankAccountNumber) {
  return tx.find(
    named,
    sql`select ${named.list()} from bank_accounts
        where account_id = ${accountId} and coalesce(nullif(account_no, ''), iban) = ${account_no || iban}`,
  );
}

const listedColumns = bankAccounts.omit(
  'account_id',
  'created_at',
  'mapping',
  'fetched_to',
  'opening_balance',
);
const listedAccount = listedColumns.with({
  consent_state: bankConsents.columns.state.nullable(),
  consent_to: col.date().nullable(),
  balance: col.numeric().nullable(),
  balance_on: col.date().nullable(),
  lines_open: col.bigint(),
});
export type ListedBankAccount = RowOf<typeof listedAccount>;

/** The balance, the day of the last line and the sums of an account `b`, without reading its lines. */
export const balanceSql = sql`cross join lateral (
    select coalesce(sum(s.lines) filter (where s.kind = 'open'), 0)::bigint as lines_open,
      coalesce(sum(s.lines) filter (where s.kind = 'ignored'), 0)::bigint as lines_ignored,
      coalesce(sum(s.amount) filter (where s.kind = 'ignored'), 0) as ignored,
      coalesce(sum(s.amount) filter (where s.kind = 'recorded'), 0) as recorded,
      coalesce(sum(s.amount) filter (where s.kind <> 'recorded'), 0) as moved
    from bank_sums s where s.account_id = b.account_id and s.bank_account_id = b.id) sums
  cross join lateral (
    select coalesce(sum((g ->> 'amount')::numeric), 0) as missing from jsonb_array_elements(b.gaps) g) gaps
  cross join lateral (
    select b.opening_balance + sums.moved + gaps.missing as balance,
      case when b.opening_balance is not null then (select max(l.booked_on) from bank_lines l
        where l.account_id = b.account_id and l.bank_account_id = b.id) end as balance_on) now_on`;

/** The balance is what was there before the first line, all lines, and what is missing between them. */
export function listBankAccounts(
  db: Queryable,
  accountId: number,
  guid?: string,
): Promise<ListedBankAccount[]> {
  return db.query(
    listedAccount,
    sql`select ${listedColumns.list('b')}, now_on.balance, now_on.balance_on, sums.lines_open,
        c.state as consent_state, c.valid_to as consent_to
      from bank_accounts b
      left join bank_consents c on c.account_id = b.account_id and c.bank_account_id = b.id and c.state <> 'asked'
      ${balanceSql}
      where b.account_id = ${accountId} ${guid ? sql`and b.guid = ${guid}` : EMPTY} order by b.name, b.id`,
  );
}

const connectedColumns = bankAccounts.pick(
  'account_id',
  'id',
  'guid',
  'account_no',
  'iban',
  'currency',
  'fetched_to',
  'fetch_problem',
);
const consentColumns = bankConsents.pick('consent_id', 'resource_id', 'state', 'valid_to', 'frequency');
const connectedAccount = connectedColumns.with({
  consent: col.json(consentColumns).nullable(),
  is_due: col.boolean(),
});
export type ConnectedAccount = RowOf<typeof connectedAccount>;

const DAY_SECONDS = 86_400;

/**
 * The bank accounts of all companies whose transactions come from the bank itself, with the consent for it, and whether they
 * may be asked for again: the calls that a consent allows are spread over the day. Those that were
 * asked for longest ago come first, so that a run that ends early leaves none out for good.
 */
export function listConnectedAccounts(db: Queryable, now: Date): Promise<ConnectedAccount[]> {
  return db.query(
    connectedAccount,
    sql`select ${connectedColumns.list('b')}, case when c.id is not null then ${consentColumns.jsonObject('c')} end as consent,
        coalesce(b.fetched_at + make_interval(secs => ceil(${DAY_SECONDS}::numeric / c.frequency)) <= ${now}, true)
          and (c.called_on = ${toPlainDate(now)} and c.calls >= c.frequency) is not true as is_due
      from bank_accounts b
      left join bank_consents c on c.account_id = b.account_id and c.bank_account_id = b.id and c.state <> 'asked'
      where b.connection = 'bank' order by b.fetched_at nulls first, b.account_id, b.id`,
  );
}

/** Those of them that have a number: of several companies where they share an account. */
export async function listOwnersOfNumber(db: Queryable, number: string): Promise<number[]> {
  const owners = await db.query(
    bankAccounts.pick('account_id'),
    sql`select account_id from bank_accounts
      where connection = 'bank' and coalesce(nullif(account_no, ''), iban) = ${number} order by account_id`,
  );
  return owners.map(({ account_id }) => account_id);
}

/**
 * Notes that the bank was asked, which is no change of the books. Nothing is noted where somebody has changed meanwhile from
 * which day it is to be asked.
 */
export async function noteFetch(
  db: Queryable,
  { account_id, id, fetched_to }: ConnectedAccount,
  outcome: { fetched_at?: Date; fetched_to: PlainDate | null; fetch_problem: string },
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${bankAccounts.update(outcome)} where account_id = ${account_id} and id = ${id}
      and fetched_to is not distinct from ${fetched_to}::date`,
  );
}

/** Has the bank asked from a day on, as it would be for a new account. */
export async function fetchAgainFrom(
  db: Queryable,
  accountId: number,
  number: string,
  fetched_to: PlainDate,
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${bankAccounts.update({ fetched_to })} where account_id = ${accountId}
      and coalesce(nullif(account_no, ''), iban) = ${number} and coalesce(fetched_to, 'infinity') > ${fetched_to}::date`,
  );
}

const waitingAccount = bankAccounts.pick('account_id', 'guid');

/** The bank accounts of all companies that book by themselves and have lines that nobody has looked at. */
export function listWaitingAccounts(db: Queryable) {
  return db.query(
    waitingAccount,
    sql`select b.account_id, b.guid from bank_accounts b where b.auto_book and exists (
        select from bank_lines l where l.account_id = b.account_id and l.bank_account_id = b.id
          and l.state = 'open' and not l.was_unbooked) order by b.account_id, b.id`,
  );
}

export const accountAnswer = row({ bank_account: col.jsonb<BankAccount>() });

export function selectAccount(account: BankAccount): Sql {
  return sql`select ${JSON.stringify(account)}::jsonb as bank_account`;
}

export function insertAccountCte(record: Insert<typeof bankAccounts.columns>): Sql {
  return sql`added as (${bankAccounts.insert(record)})`;
}

export function updateAccountCte(
  accountId: number,
  id: number,
  changes: Changes<typeof bankAccounts.columns>,
): Sql {
  return sql`changed as (${bankAccounts.update(changes)} where account_id = ${accountId} and id = ${id})`;
}

/** The accounts that have lines with balances. */
export function listBalancedAccounts(db: Queryable, accountId: number): Promise<{ id: number }[]> {
  return db.query(
    bankAccounts.pick('id'),
    sql`select id from bank_accounts b where account_id = ${accountId} and exists (
      select from bank_lines l where l.account_id = b.account_id and l.bank_account_id = b.id and l.balance is not null)
      order by id`,
  );
}

export async function storeBalances(
  db: Queryable,
  accountId: number,
  id: number,
  balances: Pick<LockedBankAccount, 'opening_balance' | 'gaps'>,
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${bankAccounts.update({ ...balances, gaps: sql`${JSON.stringify(balances.gaps)}::jsonb` })}
      where account_id = ${accountId} and id = ${id}`,
  );
}
