import { claimAccount, claimIdOf } from '../../domain/invoices/claims.ts';
import type { Database } from '../../kernel/database/database.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { ClaimOrder } from '../../kernel/ports/ports.ts';
import { type PayerChoices, sandboxClaims } from './tables.ts';
import { takePayment } from './take-payment.ts';

const claim = sandboxClaims.omit('account_id', 'created_at');
export type SandboxClaim = RowOf<typeof claim>;

const openClaim = sandboxClaims.pick('account_id', 'payload', 'parts');

interface PaidClaim {
  accountId: number;
  /** Unpaid where only a part of it was paid. */
  status: SandboxClaim['status'];
}

/** A claim as it is ordered through the bank's interface, which knows the account by its access. */
type SandboxOrder = Omit<ClaimOrder, 'accountId'>;

interface ClaimFilter {
  from: string;
  to: string;
  claimantId: string | null;
  status: SandboxClaim['status'] | null;
  take: number;
  skip: number;
}

/**
 * A bank inside the process, for installations without a real one: it stores claims, cancels unpaid ones, and
 * takes payments, in whole or in part, when the operator simulates the payer.
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
  async add(accountId: number, order: SandboxOrder): Promise<SandboxClaim | null> {
    const id = keyOf(order);
    const record = {
      account_id: accountId,
      claim_id: sql`case when exists (
        select from sandbox_claims where account_id <> ${accountId} and claim_id = ${id})
        then ${longerId(accountId, id)} else ${id} end`,
      invoice_guid: order.invoiceGuid,
      payload: sql`${JSON.stringify({ accountId, ...order })}::jsonb || jsonb_build_object('bankAccount', bank_account)`,
      status: 'unpaid' as const,
    };
    return first(
      this.#db.query(
        claim,
        sql`${sandboxClaims.insertSelect(record)} from accounts where account_id = ${accountId}
          and not exists (select from sandbox_claims where account_id = ${accountId} and ${matchesId(accountId, id)})
        on conflict do nothing returning ${claim.list()}`,
      ),
    );
  }

  /** Finds a claim by its id, or by its key if its id is a longer one. */
  find(accountId: number, claimId: string): Promise<SandboxClaim | null> {
    return this.#findWhere(accountId, matchesId(accountId, claimId));
  }

  findFor(accountId: number, invoiceGuid: string): Promise<SandboxClaim | null> {
    return this.#findWhere(accountId, sql`invoice_guid = ${invoiceGuid}`);
  }

  #findWhere(accountId: number, isSought: Sql): Promise<SandboxClaim | null> {
    return first(
      this.#db.query(
        claim,
        sql`select ${claim.list()} from sandbox_claims where account_id = ${accountId} and ${isSought}`,
      ),
    );
  }

  /** Claims due in a date range, and their total number. */
  async search(accountId: number, filter: ClaimFilter): Promise<{ claims: SandboxClaim[]; total: number }> {
    const where = sql`account_id = ${accountId} and payload ->> 'dueDate' between ${filter.from} and ${filter.to}
      ${filter.claimantId ? sql`and payload ->> 'payeeKennitala' = ${filter.claimantId}` : EMPTY}
      ${filter.status ? sql`and status = ${filter.status}` : EMPTY}`;
    const claims = await this.#db.query(
      claim,
      sql`select ${claim.list()} from sandbox_claims where ${where}
        order by claim_id limit ${filter.take} offset ${filter.skip}`,
    );
    const [all] = await this.#db.query(
      row({ total: col.bigint() }),
      sql`select count(*) as total from sandbox_claims where ${where}`,
    );
    return { claims, total: all?.total ?? 0 };
  }

  /** Null if the claim is paid, which is final, or its amount is, because a part was paid. */
  change(
    accountId: number,
    claimId: string,
    to: { amount?: string | undefined; status?: 'unpaid' | 'cancelled' | undefined },
  ): Promise<SandboxClaim | null> {
    const amount = to.amount === undefined ? {} : { amount: to.amount };
    return first(
      this.#db.query(
        claim,
        sql`${sandboxClaims.update({ payload: sql`payload || ${JSON.stringify(amount)}::jsonb`, status: to.status })}
          where account_id = ${accountId} and ${matchesId(accountId, claimId)} and status <> 'paid'
            ${to.amount === undefined ? EMPTY : sql`and parts = '[]'`}
          returning ${claim.list()}`,
      ),
    );
  }

  list(accountId: number): Promise<SandboxClaim[]> {
    return this.#db.query(
      claim,
      sql`select ${claim.list()} from sandbox_claims where account_id = ${accountId} order by created_at, claim_id`,
    );
  }

  async currencyOf(claimId: string): Promise<string | null> {
    const [found] = await this.#db.query(
      sandboxClaims.pick('payload'),
      sql`select payload from sandbox_claims where claim_id = ${claimId}`,
    );
    return found?.payload.currency ?? null;
  }

  /** Simulates the payer. Null if there is no such claim or it can't be paid any more. */
  pay(claimId: string, choices: PayerChoices): Promise<PaidClaim | null> {
    return this.#db.transaction(async (tx) => {
      const open = await first(
        tx.query(
          openClaim,
          sql`select ${openClaim.list()} from sandbox_claims
            where claim_id = ${claimId} and status = 'unpaid' for update`,
        ),
      );
      if (!open) return null;
      const { account_id: accountId, payload, parts } = open;
      const { payment, isComplete } = takePayment(payload, parts, choices);
      const { unpaid: _, ...closing } = payment;
      const changes = isComplete
        ? { status: 'paid' as const, payment: sql`${JSON.stringify(closing)}::jsonb` }
        : { parts: sql`parts || ${JSON.stringify([payment])}::jsonb` };
      const [{ status } = { status: 'unpaid' as const }] = await tx.query(
        sandboxClaims.pick('status'),
        sql`${sandboxClaims.update(changes)} where account_id = ${accountId} and claim_id = ${claimId} returning status`,
      );
      return { accountId, status };
    });
  }

  /** Simulates a payer who refuses the claim, or a bank that drops it. Null as for `pay`. */
  async cancel(claimId: string): Promise<{ accountId: number } | null> {
    const [cancelled] = await this.#db.query(
      sandboxClaims.pick('account_id'),
      sql`update sandbox_claims set status = 'cancelled'
        where claim_id = ${claimId} and status = 'unpaid' returning account_id`,
    );
    return cancelled ? { accountId: cancelled.account_id } : null;
  }
}

function keyOf({ payeeKennitala, bankAccount, reference, dueDate }: SandboxOrder): string {
  const account = claimAccount(bankAccount, reference);
  return claimIdOf({ claimantId: payeeKennitala, account, dueDate });
}

function matchesId(accountId: number, claimId: string): Sql {
  return sql`claim_id in (${claimId}, ${longerId(accountId, claimId)})`;
}

function longerId(accountId: number, claimId: string): string {
  return `${claimId}-${accountId}`;
}
