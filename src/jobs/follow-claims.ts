import { toPlainDate } from '../domain/values/dates.ts';
import { toError } from '../domain/values/errors.ts';
import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { BankUnavailable, type ClaimState } from '../kernel/ports/ports.ts';
import { collectClaim, dropClaim, noteClaim, reviveClaim } from '../modules/claims/claim-moves.ts';
import {
  findClaimDateRange,
  listCancelledClaims,
  listOpenClaims,
  type OpenClaim,
} from '../modules/claims/claim-store.ts';
import { bookClaimPayments } from './claim-payments.ts';
import { inBatches } from './each-account.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessChanged } from './refused-writes.ts';

const BATCH = 1000;
const MAX_UNAVAILABLE_IN_A_ROW = 3;

/**
 * Polls the bank for the states of open claims, and starts collection after the final due date. A failure for one account
 * or claim does not stop the others; a bank that is unavailable is not asked again until the next run.
 */
export async function followClaims(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const poll = new ClaimPoll(kernel, now);
  const claims = inBatches<OpenClaim>(BATCH, (take, after) => listOpenClaims(kernel.db, take, after));
  for await (const batch of claims)
    for (const [accountId, ofAccount] of Map.groupBy(batch, ({ account_id }) => account_id)) {
      const account = await loadAccount(accountId);
      if (account) await poll.follow(account, ofAccount);
    }
  return poll.end();
}

/** Claims that were cancelled longer ago are not checked any more. */
const REVIVED_DAYS = 90;

/**
 * Checks claims that were cancelled at the bank although the invoice is unpaid. The seller may revive one there; it is
 * then followed again.
 */
export async function reviveClaims(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const poll = new ClaimPoll(kernel, now);
  const since = new Date(now.getTime() - REVIVED_DAYS * 24 * 3600_000);
  const claims = inBatches<OpenClaim>(BATCH, (take, after) =>
    listCancelledClaims(kernel.db, since, take, after),
  );
  for await (const batch of claims)
    for (const [accountId, ofAccount] of Map.groupBy(batch, ({ account_id }) => account_id)) {
      const account = await loadAccount(accountId);
      if (account) await poll.revive(account, ofAccount);
    }
  return poll.end();
}

type ClaimNews = Pick<ClaimState, 'status' | 'payments'>;

/** A claim in the list of those of which nothing was paid. */
const UNPAID = { status: 'unpaid', payments: [] } as const;

class ClaimPoll {
  readonly #kernel: Kernel;
  readonly #now: Date;
  readonly #today: string;
  #changed = 0;
  #failed = 0;
  #unavailableInARow = 0;
  #reason = '';
  /** The open claims of the last account, whose claims may be spread over several batches. */
  #unpaid: { accountId: number; claims: Set<string> | null } | null = null;

  constructor(kernel: Kernel, now: Date) {
    this.#kernel = kernel;
    this.#now = now;
    this.#today = toPlainDate(now);
  }

  async follow(account: Account, claims: OpenClaim[]): Promise<void> {
    const caller = cronCaller(account, 'follow-claims', this.#now);
    if (this.#unpaid?.accountId !== account.id)
      this.#unpaid = { accountId: account.id, claims: await this.#unpaidOf(account) };
    const unpaid = this.#unpaid.claims;
    if (!unpaid) return;
    for (const claim of claims) {
      const state: ClaimNews | null = unpaid.has(claim.claim_id)
        ? UNPAID
        : await this.#attempt(() => this.#kernel.ports.bank.readClaim(account.id, claim.claim_id));
      if (state && (await this.#attempt(() => this.#apply(caller, claim, state)))) this.#changed += 1;
    }
  }

  async revive(account: Account, claims: OpenClaim[]): Promise<void> {
    const caller = cronCaller(account, 'revive-claims', this.#now);
    for (const { claim_id, guid: invoice_guid } of claims) {
      const revived = await this.#attempt(async () => {
        const state = await this.#kernel.ports.bank.readClaim(account.id, claim_id);
        if (state.status === 'unknown') return false;
        if (state.status === 'cancelled')
          return (await bookClaimPayments(this.#kernel, caller, { invoice_guid, claim_id }, state)) > 0;
        return (
          (await unlessChanged(runTransaction(this.#kernel, reviveClaim, caller, { invoice_guid }))) !== null
        );
      });
      if (revived) this.#changed += 1;
    }
  }

  /** Most open claims are unpaid, and one call lists those. */
  async #unpaidOf({ id, registrationNo: claimantId }: Account): Promise<Set<string> | null> {
    return this.#attempt(async () => {
      const span = await findClaimDateRange(this.#kernel.db, id);
      return span && this.#kernel.ports.bank.openClaims(id, { claimantId, ...span });
    });
  }

  /** Returns how many invoices changed. Throws the last failure, if there was one. */
  end(): number {
    if (this.#failed === 0) return this.#changed;
    throw new Error(`${this.#failed} failures, the last of them: ${this.#reason}`);
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) return null;
    try {
      const outcome = await work();
      this.#unavailableInARow = 0;
      return outcome;
    } catch (error) {
      this.#failed += 1;
      this.#unavailableInARow = error instanceof BankUnavailable ? this.#unavailableInARow + 1 : 0;
      this.#reason = toError(error).message;
      return null;
    }
  }

  async #apply(caller: JobCaller, claim: OpenClaim, state: ClaimNews): Promise<boolean> {
    const { claim_id, guid: invoice_guid } = claim;
    const done = async <T>(work: Promise<T>) => (await unlessChanged(work)) !== null;
    const kernel = this.#kernel;
    const isBooked = (await bookClaimPayments(kernel, caller, { invoice_guid, claim_id }, state)) > 0;
    if (state.status === 'paid' || state.status === 'settling') return isBooked;
    if (state.status === 'cancelled')
      return done(runTransaction(kernel, dropClaim, caller, { invoice_guid }));
    if (state.status === 'unknown') {
      const note = 'The bank does not know this claim';
      await done(runTransaction(kernel, noteClaim, caller, { invoice_guid, note }));
    }
    if (claim.status !== 'Sent' || claim.settlement_date >= this.#today) return isBooked;
    return (await done(runTransaction(kernel, collectClaim, caller, { invoice_guid }))) || isBooked;
  }
}
