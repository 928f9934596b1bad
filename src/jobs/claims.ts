import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, read, write } from '../kernel/execute.ts';
import { Failure } from '../kernel/failure.ts';
import type { Job } from '../kernel/jobs.ts';
import type { ClaimState } from '../kernel/ports.ts';
import { listOpenClaims, type OpenClaim } from '../modules/invoices/claim-store.ts';
import { claimOrder, collectClaim, dropClaim, recordClaim, settleClaim } from '../modules/invoices/claims.ts';
import { findState } from '../modules/invoices/store.ts';

/** Tells the bank of the claim. If the invoice was settled meanwhile, the bank is told to forget it. */
export async function sendClaim(kernel: Kernel, { payload, caller }: Job<'send-claim'>): Promise<void> {
  const order = await read(kernel, claimOrder, caller, payload);
  if (!order) return;
  const accountId = caller.account.id;
  const claimId = await kernel.ports.bank.createClaim({
    accountId,
    invoiceGuid: order.guid,
    payerKennitala: order.payer,
    payeeKennitala: order.payee,
    bankAccount: order.bank_account,
    amount: order.amount,
    currency: order.currency,
    dueDate: order.due_date,
    finalDueDate: order.settlement_date,
    reference: order.number,
    paymentFee: order.payment_fee,
  });
  if (await unlessRefused(write(kernel, recordClaim, caller, { ...payload, claim_id: claimId }))) return;
  const invoice = await findState(kernel.db, accountId, payload.invoice_guid);
  if (invoice?.claim_id === claimId) return; // Another run of this job was quicker.
  if (!(await kernel.ports.bank.cancelClaim(accountId, claimId))) {
    throw new Error('The invoice was settled meanwhile, and the bank did not cancel its claim');
  }
}

export async function cancelClaim(kernel: Kernel, { payload, caller }: Job<'cancel-claim'>): Promise<void> {
  const invoice = await findState(kernel.db, caller.account.id, payload.invoice_guid);
  if (invoice?.claim_status !== 'sent') return;
  if (!(await kernel.ports.bank.cancelClaim(caller.account.id, invoice.claim_id))) {
    throw new Error('The bank did not cancel the claim');
  }
  await unlessRefused(write(kernel, dropClaim, caller, { claim_id: invoice.claim_id }));
}

const BATCH = 200;

/** Asks the bank what became of the open claims, and begins collection where the final due date is past. */
export async function followClaims(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  let moved = 0;
  let after: OpenClaim | null = null;
  for (;;) {
    const claims: OpenClaim[] = await listOpenClaims(kernel.db, BATCH, after);
    const byAccount = Map.groupBy(claims, ({ account_id }) => account_id);
    for (const [accountId, ofAccount] of byAccount) {
      const account = await loadAccount(accountId);
      if (account) moved += await followAccount(kernel, account, ofAccount, now);
    }
    after = claims.at(-1) ?? null;
    if (claims.length < BATCH) return moved;
  }
}

export async function followAccount(
  kernel: Kernel,
  account: Account,
  claims: OpenClaim[],
  now: Date,
): Promise<number> {
  const caller: Caller = { account, via: 'job', ip: '', requestId: 'follow-claims', now };
  const ids = claims.map(({ claim_id }) => claim_id);
  const states = await kernel.ports.bank.claimStates(account.id, ids);
  const today = now.toISOString().slice(0, 10);
  let moved = 0;
  for (const claim of claims) {
    const state = states.get(claim.claim_id);
    if (state && (await applied(kernel, caller, claim, state, today))) moved += 1;
  }
  return moved;
}

async function applied(kernel: Kernel, caller: Caller, claim: OpenClaim, state: ClaimState, today: string) {
  const { claim_id } = claim;
  if (state.status === 'paid') {
    return unlessRefused(write(kernel, settleClaim, caller, { claim_id, payment: state.payment }));
  }
  if (state.status === 'cancelled') return unlessRefused(write(kernel, dropClaim, caller, { claim_id }));
  if (claim.status === 'Sent' && claim.settlement_date < today) {
    return unlessRefused(write(kernel, collectClaim, caller, { claim_id }));
  }
  return null;
}

/** A refusal means that the invoice has moved on, which is no fault here. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
