import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, runWrite } from '../kernel/execute.ts';
import { BankUnavailable, type ClaimState } from '../kernel/ports/ports.ts';
import {
  findClaimDateRange,
  listCancelledClaims,
  listOpenClaims,
  type OpenClaim,
} from '../modules/invoices/claims/claim-store.ts';
import { collectClaim } from '../modules/invoices/claims/collect-claim.ts';
import { dropClaim } from '../modules/invoices/claims/drop-claim.ts';
import { noteClaim } from '../modules/invoices/claims/note-claim.ts';
import { reviveClaim } from '../modules/invoices/claims/revive-claim.ts';
import { settleClaim } from '../modules/invoices/claims/settle-claim.ts';
import { unlessRefused } from './claims.ts';

const BATCH = 1000;
const PATIENCE = 3;

/**
 * Asks the bank what became of the open claims, and begins collection where the final due date is past. What
 * fails for one account or claim does not hold up the others; a bank that is away is left alone until the
 * next round.
 */
export async function followClaims(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  const round = new Round(kernel, now);
  let after: OpenClaim | null = null;
  for (;;) {
    const claims: OpenClaim[] = await listOpenClaims(kernel.db, BATCH, after);
    const byAccount = Map.groupBy(claims, ({ account_id }) => account_id);
    for (const [accountId, ofAccount] of byAccount) {
      const account = await loadAccount(accountId);
      if (account) await round.follow(account, ofAccount);
    }
    after = claims.at(-1) ?? null;
    if (claims.length < BATCH) return round.end();
  }
}

/** A claim that was cancelled so long ago is not looked for any more. */
const REVIVED_DAYS = 90;

/**
 * Asks after claims that were cancelled at the bank although the invoice is to be paid. The seller may revive one there,
 * and it may be paid then; from here on it is followed as before.
 */
export async function reviveClaims(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  const round = new Round(kernel, now);
  const since = new Date(now.getTime() - REVIVED_DAYS * 24 * 3600_000);
  let after: OpenClaim | null = null;
  for (;;) {
    const claims: OpenClaim[] = await listCancelledClaims(kernel.db, since, BATCH, after);
    for (const [accountId, ofAccount] of Map.groupBy(claims, ({ account_id }) => account_id)) {
      const account = await loadAccount(accountId);
      if (account) await round.revive(account, ofAccount);
    }
    after = claims.at(-1) ?? null;
    if (claims.length < BATCH) return round.end();
  }
}

class Round {
  readonly #kernel: Kernel;
  readonly #now: Date;
  readonly #today: string;
  #moved = 0;
  #failed = 0;
  #awayInARow = 0;
  #reason = '';
  /** Of the account that was looked at last, which may have more claims than one step. */
  #unpaid: { accountId: number; claims: Set<string> | null } | null = null;

  constructor(kernel: Kernel, now: Date) {
    this.#kernel = kernel;
    this.#now = now;
    this.#today = now.toISOString().slice(0, 10);
  }

  async follow(account: Account, claims: OpenClaim[]): Promise<void> {
    const caller: Caller = { account, via: 'job', ip: '', requestId: 'follow-claims', now: this.#now };
    if (this.#unpaid?.accountId !== account.id)
      this.#unpaid = { accountId: account.id, claims: await this.#unpaidOf(account) };
    const unpaid = this.#unpaid.claims;
    if (!unpaid) return;
    for (const claim of claims) {
      const state: ClaimState | null = unpaid.has(claim.claim_id)
        ? { status: 'unpaid' }
        : await this.#tried(() => this.#kernel.ports.bank.readClaim(account.id, claim.claim_id));
      if (state && (await this.#tried(() => this.#apply(caller, claim, state)))) this.#moved += 1;
    }
  }

  async revive(account: Account, claims: OpenClaim[]): Promise<void> {
    const caller: Caller = { account, via: 'job', ip: '', requestId: 'revive-claims', now: this.#now };
    for (const { claim_id, guid: invoice_guid } of claims) {
      const revived = await this.#tried(async () => {
        const { status } = await this.#kernel.ports.bank.readClaim(account.id, claim_id);
        if (status === 'cancelled' || status === 'unknown') return false;
        return (await unlessRefused(runWrite(this.#kernel, reviveClaim, caller, { invoice_guid }))) !== null;
      });
      if (revived) this.#moved += 1;
    }
  }

  /** Most open claims are unpaid, and the list of those tells it of all at once. */
  async #unpaidOf({ id, registrationNo: claimantId }: Account): Promise<Set<string> | null> {
    return this.#tried(async () => {
      const span = await findClaimDateRange(this.#kernel.db, id);
      return span && this.#kernel.ports.bank.openClaims(id, { claimantId, ...span });
    });
  }

  /** How many invoices have moved, or why not all could be looked after. */
  end(): number {
    if (this.#failed === 0) return this.#moved;
    throw new Error(`${this.#failed} failures, the last of them: ${this.#reason}`);
  }

  async #tried<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#awayInARow >= PATIENCE) return null;
    try {
      const outcome = await work();
      this.#awayInARow = 0;
      return outcome;
    } catch (error) {
      this.#failed += 1;
      this.#awayInARow = error instanceof BankUnavailable ? this.#awayInARow + 1 : 0;
      this.#reason = (error as Error).message;
      return null;
    }
  }

  async #apply(caller: Caller, claim: OpenClaim, state: ClaimState): Promise<boolean> {
    const { claim_id, guid: invoice_guid } = claim;
    const done = async <T>(work: Promise<T>) => (await unlessRefused(work)) !== null;
    const kernel = this.#kernel;
    if (state.status === 'paid') {
      const { payment } = state;
      return done(runWrite(kernel, settleClaim, caller, { invoice_guid, claim_id, payment }));
    }
    if (state.status === 'cancelled') return done(runWrite(kernel, dropClaim, caller, { invoice_guid }));
    if (state.status === 'settling') return false;
    if (state.status === 'unknown') {
      const note = 'The bank does not know this claim';
      await done(runWrite(kernel, noteClaim, caller, { invoice_guid, note }));
    }
    if (claim.status !== 'Sent' || claim.settlement_date >= this.#today) return false;
    return done(runWrite(kernel, collectClaim, caller, { invoice_guid }));
  }
}
