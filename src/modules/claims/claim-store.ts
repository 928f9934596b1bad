import { isOwedSql, remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { payableSql } from '../customers/balance-store.ts';
import { invoices, payments } from '../invoices/records/tables.ts';

const payableRemaining = payableSql(remainingSql, sql`i.currency`);

const claim = invoices.pick(
  'guid',
  'status',
  'claim_id',
  'claim_status',
  'claim_error',
  'currency',
  'due_date',
  'settlement_date',
  'payment_fee',
  'written_off_on',
  'bank_transaction_amount',
);
const claimRow = claim.with({
  number: col.text(),
  /** What is left to pay; see `remaining` in `domain/invoice-status.ts`. Banks collect krónur whole, and other currencies by hundredths. */
  remaining: col.text(),
  payer: col.text(),
  payee: col.text(),
  bank_account: col.text(),
});
/** The columns from which a claim at the bank is created. */
export type ClaimRow = RowOf<typeof claimRow>;

export function readClaim(db: Queryable, accountId: number, guid: string): Promise<ClaimRow | null> {
  return db.find(
    claimRow,
    sql`select ${claim.list()}, number::text, ${payableRemaining}::text as remaining,
          buyer ->> 'registration_no' as payer, seller ->> 'registration_no' as payee,
          seller ->> 'bank_account' as bank_account
        from invoices i where account_id = ${accountId} and guid = ${guid} and is_claim and number is not null`,
  );
}

const claimState = invoices.pick('status', 'claim_status');
const lockedClaim = claimState.with({ remaining: col.text() });
export type LockedClaim = RowOf<typeof lockedClaim>;

export function lockClaim(tx: Queryable, accountId: number, guid: string): Promise<LockedClaim | null> {
  return tx.find(
    lockedClaim,
    sql`select ${claimState.list()}, ${payableRemaining}::text as remaining
        from invoices i where account_id = ${accountId} and guid = ${guid} and is_claim for update`,
  );
}

/** Which of the payments that a bank reports are booked, by their keys. */
export async function listKnownPayments(
  db: Queryable,
  accountId: number,
  keys: readonly string[],
): Promise<string[]> {
  const known = await db.query(
    payments.pick('source_key'),
    sql`select source_key from payments
      where account_id = ${accountId} and source = 'claim' and source_key = any(${keys}::text[])`,
  );
  return known.flatMap(({ source_key }) => source_key ?? []);
}

const openClaim = invoices.pick('account_id', 'id', 'guid', 'claim_id', 'settlement_date', 'status');
export type OpenClaim = RowOf<typeof openClaim>;

/** The first and the last due date of an account's open claims. */
export async function findClaimDateRange(
  db: Queryable,
  accountId: number,
): Promise<{ from: string; to: string } | null> {
  const [range] = await db.query(
    row({ from: col.date().nullable(), to: col.date().nullable() }),
    sql`select min(due_date) as "from", max(due_date) as "to" from invoices
      where account_id = ${accountId} and claim_status = 'sent'`,
  );
  return range?.from && range.to ? { from: range.from, to: range.to } : null;
}

/** Open claims of all accounts in batches, for the scheduled task that polls the bank. */
export function listOpenClaims(db: Queryable, take: number, after: OpenClaim | null): Promise<OpenClaim[]> {
  const cursor = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query(
    openClaim,
    sql`select ${openClaim.list()} from invoices
      where claim_status = 'sent' ${cursor} order by account_id, id limit ${take}`,
  );
}

/** Claims that were cancelled at the bank after `since` although the invoice is still owed; in batches, as above. */
export function listCancelledClaims(
  db: Queryable,
  since: Date,
  take: number,
  after: OpenClaim | null,
): Promise<OpenClaim[]> {
  const cursor = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query(
    openClaim,
    sql`select ${openClaim.list()} from invoices i
      where claim_status = 'cancel' and ${isOwedSql} and claim_id <> '' and updated_at > ${since} ${cursor}
      order by account_id, id limit ${take}`,
  );
}
