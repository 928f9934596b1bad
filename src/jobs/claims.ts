import { claimAccount, claimIdOf, differenceNote, withoutPaymentNotes } from '../domain/invoices/claims.ts';
import { OWED_STATUSES } from '../domain/invoices/invoice-status.ts';
import { payableAmount } from '../domain/invoices/payments.ts';
import { toError } from '../domain/values/errors.ts';
import { decimal, isZero } from '../domain/values/money.ts';
import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import type { ClaimOrder } from '../kernel/ports/ports.ts';
import { dropClaim, noteClaim, recordClaim } from '../modules/claims/claim-moves.ts';
import { type ClaimRow, readClaim } from '../modules/claims/claim-store.ts';
import { bookClaimPayments } from './claim-payments.ts';
import { withoutJob } from './job-callers.ts';
import { unlessChanged } from './refused-writes.ts';

/** Creates the claim at the bank. If nothing is left to claim meanwhile, cancels the claim again. */
export async function sendClaim(kernel: Kernel, job: Job<'send-claim'>): Promise<void> {
  const { payload, caller } = job;
  const claim = await readClaim(kernel.db, caller.account.id, payload.invoice_guid);
  if (claim?.claim_status !== '') return;
  if (claim.status !== 'Sent' || !hasAmount(claim)) {
    // An earlier attempt may have reached the bank and crashed before it recorded the claim.
    const outcome = await withdraw(kernel, caller, claim);
    if (outcome === 'unknown' && (await mayStillCreateClaim(kernel, job, claim)))
      throw new Error('The bank may still be making the claim of an invoice that is settled');
    return;
  }
  const { bank } = kernel.ports;
  const claimId = await withErrorNote(kernel, caller, claim, () =>
    bank.createClaim(toClaimOrder(caller.account, claim)),
  );
  const recorded = { ...payload, claim_id: claimId, amount: claim.remaining };
  if (await unlessChanged(runTransaction(kernel, recordClaim, caller, recorded))) return;
  const now = await readClaim(kernel.db, caller.account.id, payload.invoice_guid);
  if (now?.claim_status === '') await withdraw(kernel, caller, { ...now, claim_id: claimId });
}

/** From this attempt on, exponential backoff has given the bank ten minutes for the previous call. */
const FIRST_UNCHECKED_ATTEMPT = 9;

/**
 * A bank that left an earlier call unanswered may execute it after we have looked for the claim. It cannot where another
 * claim has the same number.
 */
async function mayStillCreateClaim(
  { ports }: Kernel,
  { attempts, caller }: Job<'send-claim'>,
  claim: ClaimRow,
): Promise<boolean> {
  if (attempts === 1 || attempts >= FIRST_UNCHECKED_ATTEMPT) return false;
  const { status } = await ports.bank.readClaim(caller.account.id, claimIdOf(toClaimKey(claim)));
  return status === 'unknown';
}

const MAX_TRIES = 3;

/**
 * Changes the amount of the claim to what remains, or cancels it where that rounds to 0. A claim that was closed
 * meanwhile is left alone. After a payment at the bank its amount is final, and a note says what differs.
 */
export async function changeClaim(kernel: Kernel, { payload, caller }: Job<'change-claim'>): Promise<void> {
  const { bank } = kernel.ports;
  let sentAmount: string | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const claim = await readClaim(kernel.db, caller.account.id, payload.invoice_guid);
    if (claim?.claim_status !== 'sent' || !isOwed(claim)) return;
    if (!hasAmount(claim)) {
      await withdraw(kernel, caller, claim);
      return;
    }
    if (wasPaidAtBank(claim)) return compareWithBank(kernel, caller, claim);
    // Checked again: another credit note may have come in between, and its job may have been quicker than this one.
    if (claim.remaining === sentAmount) return;
    sentAmount = claim.remaining;
    const { claim_id, remaining } = claim;
    const outcome = await withErrorNote(kernel, caller, claim, () =>
      bank.changeClaim(caller.account.id, claim_id, remaining),
    );
    if (outcome === 'part_paid') return compareWithBank(kernel, caller, claim);
    if (outcome !== 'changed') return; // It is paid or cancelled; follow-claims will find out.
  }
  throw new Error('The amount of the claim changes faster than the bank can be told');
}

/** Notes how a claim that the bank no longer changes differs from what is left of its invoice. */
async function compareWithBank(kernel: Kernel, caller: JobCaller, claim: ClaimRow): Promise<void> {
  const { guid: invoice_guid, claim_id } = claim;
  const compare = async () => {
    const state = await kernel.ports.bank.readClaim(caller.account.id, claim_id);
    await bookClaimPayments(kernel, caller, { invoice_guid, claim_id }, state);
    const now = await readClaim(kernel.db, caller.account.id, invoice_guid);
    if (state.status !== 'unpaid' || now?.claim_status !== 'sent') return '';
    return differenceNote(state.open, isOwed(now) ? now.remaining : '0', now.currency);
  };
  await withErrorNote(kernel, caller, claim, compare, (note) => note);
}

export async function cancelClaim(kernel: Kernel, { payload, caller }: Job<'cancel-claim'>): Promise<void> {
  const claim = await readClaim(kernel.db, caller.account.id, payload.invoice_guid);
  if (!claim || isOwed(claim)) return;
  const { claim_id, claim_status } = claim;
  if (claim_status === 'cancel') await bookLastPayments(kernel, caller, { ...payload, claim_id });
  else await withdraw(kernel, caller, claim);
}

/** Books what was paid of a claim before the bank cancelled it. */
async function bookLastPayments(
  kernel: Kernel,
  caller: JobCaller,
  claim: { invoice_guid: string; claim_id: string },
): Promise<void> {
  const state = await kernel.ports.bank.readClaim(caller.account.id, claim.claim_id);
  await bookClaimPayments(kernel, caller, claim, state);
}

/** Cancels a claim for which nothing is left, also one that was created at the bank and never recorded here. */
async function withdraw(kernel: Kernel, caller: JobCaller, claim: ClaimRow): Promise<'unknown' | 'over'> {
  if (claim.claim_status === 'paid' || claim.claim_status === 'cancel') return 'over';
  const { bank } = kernel.ports;
  const invoice_guid = claim.guid;
  const claim_id = claim.claim_id || claimIdOf(toClaimKey(claim));
  const accountId = caller.account.id;
  // A computed id, which the bank has not confirmed, may be that of another claim.
  const owner = { reference: claim.number, payerKennitala: claim.payer };
  const outcome = await withErrorNote(kernel, caller, claim, () =>
    bank.cancelClaim(accountId, claim_id, claim.claim_id ? undefined : owner),
  );
  if (outcome === 'unknown' || outcome === 'cancelled') {
    if (outcome === 'cancelled') await bookLastPayments(kernel, caller, { invoice_guid, claim_id });
    if (claim.claim_status === 'sent')
      await unlessChanged(runTransaction(kernel, dropClaim, caller, { invoice_guid }));
    return outcome === 'unknown' ? 'unknown' : 'over';
  }
  if (outcome === 'part_paid') {
    await compareWithBank(kernel, caller, claim);
    return 'over';
  }
  // The payer was quicker. The invoice stays settled, and the payment is recorded for a person to refund.
  const state = await bank.readClaim(accountId, claim_id);
  await bookClaimPayments(kernel, caller, { invoice_guid, claim_id }, state);
  if (state.status !== 'paid')
    throw new Error('The claim was paid, but the bank does not show the payment yet');
  return 'over';
}

function isOwed({ status, written_off_on }: ClaimRow): boolean {
  return OWED_STATUSES.includes(status) && written_off_on === null;
}

/** A rest that rounds to 0 leaves the payer nothing to pay. */
function hasAmount({ remaining }: ClaimRow): boolean {
  return !isZero(decimal(remaining));
}

function toClaimKey({ payee, bank_account, number, due_date }: ClaimRow) {
  return { claimantId: payee, account: claimAccount(bank_account, number), dueDate: due_date };
}

function toClaimOrder(account: Account, claim: ClaimRow): ClaimOrder {
  const { claim_template: template } = account.settings;
  return {
    accountId: account.id,
    invoiceGuid: claim.guid,
    payerKennitala: claim.payer,
    payeeKennitala: claim.payee,
    bankAccount: claim.bank_account,
    amount: claim.remaining,
    currency: claim.currency,
    dueDate: claim.due_date,
    finalDueDate: claim.settlement_date,
    reference: claim.number,
    paymentFee: payableAmount(claim.payment_fee, claim.currency).toFixed(),
    templateCode: typeof template === 'string' && template !== '' ? template : null,
  };
}

/** A payment of the claim is booked, so the bank no longer changes its amount. */
function wasPaidAtBank({ bank_transaction_amount }: ClaimRow): boolean {
  return !isZero(decimal(bank_transaction_amount));
}

/**
 * Notes the bank's error on the invoice while calls fail, and afterwards what `noteOf` makes of the outcome. The job is
 * retried all the same.
 */
async function withErrorNote<T>(
  kernel: Kernel,
  caller: JobCaller,
  { guid: invoice_guid, claim_error }: ClaimRow,
  work: () => Promise<T>,
  noteOf: (outcome: T) => string = () => '',
): Promise<T> {
  const storeNote = (note: string) =>
    unlessChanged(runTransaction(kernel, noteClaim, withoutJob(caller), { invoice_guid, note }));
  try {
    const outcome = await work();
    const note = noteOf(outcome);
    if (withoutPaymentNotes(claim_error) !== note) await storeNote(note);
    return outcome;
  } catch (error) {
    await storeNote(toError(error).message.slice(0, 500));
    throw error;
  }
}
