import { claimAccount, claimIdOf } from '../../domain/claims.ts';
import type { Database } from '../../kernel/database/database.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { ClaimOrder, ClaimPayment } from '../../kernel/ports/ports.ts';

/** The choices of the payer. The other figures of the payment are computed from the claim. */
type SandboxPayment = Omit<ClaimPayment, 'transactionAmount' | 'principal'>;

export interface SandboxClaim {
  claim_id: string;
  invoice_guid: string;
  status: 'unpaid' | 'paid' | 'cancelled';
  payload: Omit<ClaimOrder, 'accountId'>;
  payment: (SandboxPayment & { transactionAmount: string }) | null;
}

interface ClaimFilter {
  from: string;
  to: string;
  claimantId: string | null;
  status: SandboxClaim['status'] | null;
  take: number;
  skip: number;
}

const columns = sql`claim_id, invoice_guid, payload, status, payment`;

/**
 * A bank inside the process, for installations without a real one: it stores claims, cancels unpaid ones, and
 * marks one paid when the operator simulates the payer.
 */
export class EmbeddedBank {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Null if a claim for this invoice or with this key exists. Accounts may share a kennitala and therefore a key;
   * the claim of a later account then gets a longer id.
   */
  async add(accountId: number, order: SandboxClaim['payload']): Promise<SandboxClaim | null> {
    const id = keyOf(order);
    const [row] = await this.#db.query<SandboxClaim>(sql`
      insert into sandbox_claims (account_id, claim_id, invoice_guid, payload, status)
      select ${accountId}::bigint,
        case when exists (select from sandbox_claims where account_id <> ${accountId} and claim_id = ${id})
          then ${longerId(accountId, id)} else ${id} end,
        ${order.invoiceGuid}::uuid,
        ${JSON.stringify({ accountId, ...order })}::jsonb || jsonb_build_object('bankAccount', bank_account), 'unpaid'
      from accounts where account_id = ${accountId}
        and not exists (select from sandbox_claims where account_id = ${accountId} and ${matchesId(accountId, id)})
      on conflict do nothing returning ${columns}`);
    return row ?? null;
  }

  /** Finds a claim by its id, or by its key if its id is a longer one. */
  async find(accountId: number, claimId: string): Promise<SandboxClaim | null> {
    const [row] = await this.#db.query<SandboxClaim>(sql`
      select ${columns} from sandbox_claims where account_id = ${accountId} and ${matchesId(accountId, claimId)}`);
    return row ?? null;
  }

  async findFor(accountId: number, invoiceGuid: string): Promise<SandboxClaim | null> {
    const [row] = await this.#db.query<SandboxClaim>(sql`
      select ${columns} from sandbox_claims where account_id = ${accountId} and invoice_guid = ${invoiceGuid}`);
    return row ?? null;
  }

  /** Claims due in a date range, and their total number. */
  async search(accountId: number, filter: ClaimFilter): Promise<{ claims: SandboxClaim[]; total: number }> {
    const where = sql`account_id = ${accountId} and payload ->> 'dueDate' between ${filter.from} and ${filter.to}
      ${filter.claimantId ? sql`and payload ->> 'payeeKennitala' = ${filter.claimantId}` : EMPTY}
      ${filter.status ? sql`and status = ${filter.status}` : EMPTY}`;
    const claims = await this.#db.query<SandboxClaim>(sql`
      select ${columns} from sandbox_claims where ${where}
      order by claim_id limit ${filter.take} offset ${filter.skip}`);
    const [row] = await this.#db.query<{ total: number }>(
      sql`select count(*) as total from sandbox_claims where ${where}`,
    );
    return { claims, total: row?.total ?? 0 };
  }

  /** Null if the claim is paid, which is final. */
  async change(
    accountId: number,
    claimId: string,
    to: { amount?: string | undefined; status?: 'unpaid' | 'cancelled' | undefined },
  ): Promise<SandboxClaim | null> {
    const amount = to.amount === undefined ? {} : { amount: to.amount };
    const [row] = await this.#db.query<SandboxClaim>(sql`
      update sandbox_claims set payload = payload || ${JSON.stringify(amount)}::jsonb,
        status = coalesce(${to.status ?? null}, status)
      where account_id = ${accountId} and ${matchesId(accountId, claimId)} and status <> 'paid' returning ${columns}`);
    return row ?? null;
  }

  list(accountId: number): Promise<SandboxClaim[]> {
    return this.#db.query<SandboxClaim>(sql`
      select ${columns} from sandbox_claims where account_id = ${accountId} order by created_at, claim_id`);
  }

  /** Simulates the payer. Null if there is no such claim or it can't be paid any more. */
  async pay(claimId: string, payment: SandboxPayment): Promise<{ accountId: number } | null> {
    const [row] = await this.#db.query<{ account_id: number }>(sql`
      update sandbox_claims set status = 'paid',
        payment = ${JSON.stringify(payment)}::jsonb || jsonb_build_object('transactionAmount',
          ((payload ->> 'amount')::numeric + (payload ->> 'paymentFee')::numeric + ${payment.defaultInterest}::numeric
            + ${payment.defaultCharge}::numeric + ${payment.otherDefaultCosts}::numeric
            - ${payment.capitalGainsTax}::numeric)::text)
      where claim_id = ${claimId} and status = 'unpaid' returning account_id`);
    return row ? { accountId: row.account_id } : null;
  }

  /** Simulates a payer who refuses the claim, or a bank that drops it. Null as for `pay`. */
  async cancel(claimId: string): Promise<{ accountId: number } | null> {
    const [row] = await this.#db.query<{ account_id: number }>(sql`
      update sandbox_claims set status = 'cancelled'
      where claim_id = ${claimId} and status = 'unpaid' returning account_id`);
    return row ? { accountId: row.account_id } : null;
  }
}

function keyOf({ payeeKennitala, bankAccount, reference, dueDate }: SandboxClaim['payload']): string {
  const account = claimAccount(bankAccount, reference);
  return claimIdOf({ claimantId: payeeKennitala, account, dueDate });
}

function matchesId(accountId: number, claimId: string): Sql {
  return sql`claim_id in (${claimId}, ${longerId(accountId, claimId)})`;
}

function longerId(accountId: number, claimId: string): string {
  return `${claimId}-${accountId}`;
}
