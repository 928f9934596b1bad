import { type Consent, consentOn } from '../../domain/bank/consent.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import { bankAccounts, bankConsents } from './tables.ts';

const neededAccount = bankAccounts.pick('id', 'guid', 'account_no', 'iban');
export type ConsentAccount = RowOf<typeof neededAccount>;

/**
 * The bank account, and those for which consent is given already: a bank ends the former consent when it gets a new one, so
 * the new one is asked for all of them.
 */
export function listAccountsToAsk(db: Queryable, accountId: number, guid: string): Promise<ConsentAccount[]> {
  return db.query(
    neededAccount,
    sql`select ${neededAccount.list('b')} from bank_accounts b
      where b.account_id = ${accountId} and (b.guid = ${guid} or b.connection = 'bank' and exists (
        select from bank_consents c
        where c.account_id = b.account_id and c.bank_account_id = b.id and c.state = 'given')) order by b.id`,
  );
}

export function insertConsentsCte(
  shared: Pick<
    Insert<typeof bankConsents.columns>,
    'account_id' | 'guid' | 'consent_id' | 'state' | 'valid_to' | 'frequency' | 'asked_at'
  >,
  accounts: readonly ConsentAccount[],
): Sql {
  const rows = accounts.map(({ id }) => ({ bank_account_id: id }));
  return sql`asked as (${bankConsents.insertEach(shared, rows)})`;
}

const openRequest = bankConsents.pick('account_id', 'guid', 'asked_at');

/** The requests of all companies of which it is not known what became. */
export function listOpenRequests(db: Queryable) {
  return db.query(
    openRequest,
    sql`select distinct ${openRequest.list()} from bank_consents
      where state = 'asked' order by account_id, asked_at`,
  );
}

const askedRow = row({ consent_id: col.text(), is_abandoned: col.boolean(), ...neededAccount.columns });
/** Nobody gives consent later than this after it was asked for. */
const REQUEST_HOURS = 24;

/** The accounts of a request, for as long as it is open. */
export function listAsked(db: Queryable, accountId: number, guid: string, now: Date) {
  return db.query(
    askedRow,
    sql`select c.consent_id, c.asked_at < ${now}::timestamptz - make_interval(hours => ${REQUEST_HOURS}) as is_abandoned,
        ${neededAccount.list('b')} from bank_consents c
      join bank_accounts b on b.account_id = c.account_id and b.id = c.bank_account_id
      where c.account_id = ${accountId} and c.guid = ${guid} and c.state = 'asked' order by b.id`,
  );
}

export interface GivenConsent {
  guid: string;
  validTo: PlainDate;
  frequency: number;
  accounts: readonly { id: number; resourceId: string }[];
}

/** A bank account has one consent at most that was given, so the former one makes room for the new one. */
export async function dropFormerConsents(
  tx: Queryable,
  accountId: number,
  { guid, accounts }: GivenConsent,
): Promise<void> {
  await tx.query(
    emptyRow,
    sql`delete from bank_consents where account_id = ${accountId} and state <> 'asked' and guid <> ${guid}
      and bank_account_id = any(${accounts.map(({ id }) => id)}::bigint[])`,
  );
}

/** Notes that a consent was given, and connects its accounts. Those that the bank has left out are not asked for any longer. */
export function giveConsentCtes(
  accountId: number,
  { guid, validTo, frequency, accounts }: GivenConsent,
): Sql {
  const ids = accounts.map(({ id }) => id);
  return sql`given as (update bank_consents c
      set state = 'given', resource_id = n.resource_id, valid_to = ${validTo}, frequency = ${frequency}
      from unnest(${ids}::bigint[], ${accounts.map(({ resourceId }) => resourceId)}::text[]) as n (id, resource_id)
      where c.account_id = ${accountId} and c.guid = ${guid} and c.bank_account_id = n.id),
    refused as (delete from bank_consents
      where account_id = ${accountId} and guid = ${guid} and not (bank_account_id = any(${ids}::bigint[]))),
    connected as (update bank_accounts set connection = 'bank', fetch_problem = ''
      where account_id = ${accountId} and id = any(${ids}::bigint[]))`;
}

export function dropRequestCte(accountId: number, guid: string): Sql {
  return sql`dropped as (delete from bank_consents where account_id = ${accountId} and guid = ${guid} and state = 'asked')`;
}

export const consentAnswer = row({ guid: col.uuid() });

export function selectConsent(guid: string): Sql {
  return sql`select ${guid}::uuid as guid`;
}

/** Notes that the bank no longer accepts the consent of an account. */
export async function endConsent(db: Queryable, accountId: number, bankAccountId: number): Promise<void> {
  await db.query(
    emptyRow,
    sql`${bankConsents.update({ state: 'ended' })}
      where account_id = ${accountId} and bank_account_id = ${bankAccountId} and state = 'given'`,
  );
}

const endingConsent = bankConsents
  .pick('account_id', 'bank_account_id', 'valid_to')
  .with({ guid: bankAccounts.columns.guid });

/** Consents of all companies that end by a day, and whose end was not announced yet. */
export function listEndingConsents(db: Queryable, by: PlainDate) {
  return db.query(
    endingConsent,
    sql`select c.account_id, c.bank_account_id, c.valid_to, b.guid from bank_consents c
      join bank_accounts b on b.account_id = c.account_id and b.id = c.bank_account_id
      where c.state = 'given' and not c.is_announced and c.valid_to <= ${by} and b.connection = 'bank'
      order by c.account_id, b.id`,
  );
}

/** Records that the end of a consent was announced. */
export function announceEndStatement(accountId: number, bankAccountId: number) {
  return {
    row: row({ bank_account_id: col.bigint() }),
    result: sql`${bankConsents.update({ is_announced: true })} where account_id = ${accountId}
      and bank_account_id = ${bankAccountId} and state = 'given' and not is_announced returning bank_account_id`,
  };
}

/** The consent of an account that is read no longer, where no other account is read by it. */
export async function findSoleConsent(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
): Promise<string | null> {
  const [found] = await db.query(
    bankConsents.pick('consent_id'),
    sql`select c.consent_id from bank_consents c
      where c.account_id = ${accountId} and c.bank_account_id = ${bankAccountId} and c.state = 'given'
        and not exists (select from bank_consents o where o.account_id = c.account_id and o.guid = c.guid
          and o.bank_account_id <> c.bank_account_id and o.state = 'given')`,
  );
  return found?.consent_id ?? null;
}

export function dropConsentCte(accountId: number, bankAccountId: number): Sql {
  return sql`dropped as (delete from bank_consents
    where account_id = ${accountId} and bank_account_id = ${bankAccountId} and state <> 'asked')`;
}

/** Counts a call before it is made. False where the bank was asked as often today as the consent allows. */
export async function countCall(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
  today: PlainDate,
): Promise<boolean> {
  const counted = await db.query(
    row({ id: col.bigint() }),
    sql`update bank_consents set called_on = ${today}, calls = case when called_on = ${today} then calls + 1 else 1 end
      where account_id = ${accountId} and bank_account_id = ${bankAccountId} and state = 'given'
        and (called_on is distinct from ${today} or calls < frequency) returning id`,
  );
  return counted.length > 0;
}

/** The consent of a bank account as it is answered. */
export function toConsent(
  today: PlainDate,
  {
    consent_state,
    consent_to,
  }: { consent_state: 'asked' | 'given' | 'ended' | null; consent_to: PlainDate | null },
): { consent: Consent; consent_to: PlainDate | null } {
  const stored = consent_state && consent_to ? { state: consent_state, validTo: consent_to } : null;
  return { consent: consentOn(today, stored), consent_to };
}
