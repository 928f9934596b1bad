import type { Reader } from '../../kernel/context.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';

export interface ClaimOrderRow {
  guid: string;
  number: string;
  amount: string;
  currency: string;
  due_date: string;
  settlement_date: string;
  payment_fee: string;
  payer: string;
  payee: string;
  bank_account: string;
}

export async function readClaimOrder(
  db: Reader,
  accountId: number,
  guid: string,
): Promise<ClaimOrderRow | null> {
  const [row] = await db.query<ClaimOrderRow>(sql`
    select guid, number::text, amount, currency, due_date, settlement_date, payment_fee,
      buyer ->> 'registration_no' as payer, seller ->> 'registration_no' as payee,
      seller ->> 'bank_account' as bank_account
    from invoices
    where account_id = ${accountId} and guid = ${guid} and is_claim and status = 'Sent' and claim_status = ''`);
  return row ?? null;
}

export async function lockClaim(tx: Reader, accountId: number, claimId: string): Promise<void> {
  await tx.query(
    sql`select 1 from invoices where account_id = ${accountId} and claim_id = ${claimId} for update`,
  );
}

export interface OpenClaim {
  account_id: number;
  id: number;
  claim_id: string;
  settlement_date: string;
  status: string;
}

/** Open claims of all accounts in steps, for the chore that asks the bank what became of them. */
export function listOpenClaims(db: Reader, take: number, after: OpenClaim | null): Promise<OpenClaim[]> {
  const on = after ? sql`and (account_id, id) > (${after.account_id}, ${after.id})` : EMPTY;
  return db.query<OpenClaim>(sql`
    select account_id, id, claim_id, settlement_date, status from invoices
    where claim_status = 'sent' ${on} order by account_id, id limit ${take}`);
}
