import type { Database } from '../../kernel/database/database.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { NewGuid } from '../../kernel/ids.ts';
import type { Bank, ClaimOrder, ClaimPayment, ClaimState } from '../../kernel/ports.ts';

interface ClaimRow {
  claim_id: string;
  status: 'unpaid' | 'paid' | 'cancelled';
  payment: ClaimPayment | null;
}

export interface SandboxClaim extends ClaimRow {
  invoice_guid: string;
  payload: ClaimOrder;
}

/**
 * A bank inside the process, for installations without a real one: it keeps claims, cancels the unpaid ones,
 * and is paid when the operator plays the payer.
 */
export class EmbeddedBank implements Bank {
  readonly #db: Database;
  readonly #newGuid: NewGuid;

  constructor(db: Database, newGuid: NewGuid) {
    this.#db = db;
    this.#newGuid = newGuid;
  }

  async createClaim(order: ClaimOrder): Promise<string> {
    const [row] = await this.#db.query<{ claim_id: string }>(sql`
      insert into sandbox_claims (account_id, claim_id, invoice_guid, payload, status)
      values (${order.accountId}, ${this.#newGuid()}, ${order.invoiceGuid}, ${JSON.stringify(order)}, 'unpaid')
      on conflict (account_id, invoice_guid) do update set invoice_guid = excluded.invoice_guid
      returning claim_id`);
    if (!row) throw new Error('The embedded bank kept no claim');
    return row.claim_id;
  }

  async cancelClaim(accountId: number, claimId: string): Promise<boolean> {
    const rows = await this.#db.query(sql`
      update sandbox_claims set status = 'cancelled'
      where account_id = ${accountId} and claim_id = ${claimId} and status <> 'paid' returning claim_id`);
    return rows.length > 0;
  }

  async claimStates(accountId: number, claimIds: string[]): Promise<Map<string, ClaimState>> {
    const rows = await this.#db.query<ClaimRow>(sql`
      select claim_id, status, payment from sandbox_claims
      where account_id = ${accountId} and claim_id = any(${claimIds}::text[])`);
    return new Map(rows.map((row) => [row.claim_id, stateOf(row)]));
  }

  list(accountId: number): Promise<SandboxClaim[]> {
    return this.#db.query<SandboxClaim>(sql`
      select claim_id, invoice_guid, payload, status, payment from sandbox_claims
      where account_id = ${accountId} order by created_at, claim_id`);
  }

  /** Plays the payer. Null when there is no such claim, or it is not to be paid any more. */
  async pay(
    claimId: string,
    payment: Omit<ClaimPayment, 'transactionAmount'>,
  ): Promise<{ accountId: number } | null> {
    const [row] = await this.#db.query<{ account_id: number }>(sql`
      update sandbox_claims set status = 'paid',
        payment = ${JSON.stringify(payment)}::jsonb || jsonb_build_object('transactionAmount',
          ((payload ->> 'amount')::numeric + (payload ->> 'paymentFee')::numeric + ${payment.defaultInterest}::numeric
            + ${payment.defaultCharge}::numeric + ${payment.otherDefaultCosts}::numeric
            - ${payment.capitalGainsTax}::numeric)::text)
      where claim_id = ${claimId} and status = 'unpaid' returning account_id`);
    return row ? { accountId: row.account_id } : null;
  }
}

function stateOf({ status, payment }: ClaimRow): ClaimState {
  if (status === 'paid' && payment) return { status, payment };
  return { status: status === 'cancelled' ? 'cancelled' : 'unpaid' };
}
