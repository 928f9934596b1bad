import type { InvoiceStatus } from '../../../domain/invoice-states.ts';
import type { Queryable } from '../../../kernel/context.ts';
import { isOwedSql, remainingSql } from '../../../kernel/database/invoice-status-sql.ts';
import { EMPTY, sql } from '../../../kernel/database/sql.ts';

type ClaimStatus = '' | 'sent' | 'paid' | 'cancel';

/** What a claim at the bank is made from. */
export interface ClaimRow {
  guid: string;
  number: string;
  status: InvoiceStatus;
  claim_id: string;
  claim_status: ClaimStatus;
  claim_error: string;
  /** What is left to pay; see `remaining` in `domain/invoice-status.ts`. */
  remaining: string;
  currency: string;
  due_date: string;
  settlement_date: string;
  payment_fee: string;
  payer: string;
  payee: string;
  bank_account: string;
}

export async function readClaim(db: Queryable, accountId: number, guid: string): Promise<ClaimRow | null> {
  const [row] = await db.query<ClaimRow>(sql`
    select guid, number::text, status, claim_id, claim_status, claim_error, (${remainingSql})::text as remaining,
      currency, due_date, settlement_date, payment_fee, buyer ->> 'registration_no' as payer,
      seller ->> 'registration_no' as payee, seller ->> 'bank_account' as bank_account
    from invoices i where account_id = ${accountId} and guid = ${guid} and is_claim and number is not null`);
  return row ?? null;
}

export interface LockedClaim extends Pick<ClaimRow, 'status' | 'claim_status' | 'remaining'> {
  /** Whether credit notes have lowered it. */
  is_lowered: boolean;
}

export async function lockClaim(tx: Queryable, accountId: number, guid: string): Promise<LockedClaim | null> {
  const [row] = await tx.query<LockedClaim>(sql`
    select status, claim_status, (${remainingSql})::text as remaining, credited_amount <> 0 as is_lowered
    from invoices i where account_id = ${accountId} and guid = ${guid} and is_claim for update`);
  return row ?? null;
}

export interface OpenClaim {
  account_id: number;
  id: number;
  guid: string;
  claim_id: string;
  settlement_date: string;
  status: InvoiceStatus;
}

/** The first and the last due date of an account's open claims. */
export async function findClaimDateRange(
  db: Queryable,
  accountId: number,
): Promise<{ from: string; to: string } | null> {
  const [row] = await db.query<{ from: string | null; to: string | null }>(sql`
    select min(due_date) as "from", max(due_date) as "to" from invoices
    where account_id = ${accountId} and claim_status = 'sent'`);
  return row?.from && row.to ? { from: row.from, to: row.to } : null;
}

/** Open claims of all accounts in batches, for the scheduled task that polls the bank. */
export function listOpenClaims(db: Queryable, take: number, after: OpenClaim | null): Promise<OpenClaim[]> {
  const cursor = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query<OpenClaim>(sql`
    select account_id, id, guid, claim_id, settlement_date, status from invoices
    where claim_status = 'sent' ${cursor} order by account_id, id limit ${take}`);
}

/** Claims that were cancelled at the bank after `since` although the invoice is still owed; in batches, as above. */
export function listCancelledClaims(
  db: Queryable,
  since: Date,
  take: number,
  after: OpenClaim | null,
): Promise<OpenClaim[]> {
  const cursor = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query<OpenClaim>(sql`
    select account_id, id, guid, claim_id, settlement_date, status from invoices i
    where claim_status = 'cancel' and ${isOwedSql} and claim_id <> '' and updated_at > ${since} ${cursor}
    order by account_id, id limit ${take}`);
}
