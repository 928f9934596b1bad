import { z } from 'zod';
import { refundNote, underpaymentNote } from '../../../domain/claims.ts';
import { transition } from '../../../domain/invoice-states.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operation.ts';
import {
  collectClaim as collect,
  dropClaim as drop,
  noteClaim as keepNote,
  payClaim,
  recordClaim as record,
  reviveClaim as revive,
} from '../pay/status-store.ts';
import { type ClaimRow, lockClaim, readClaim } from './claim-store.ts';

// What the jobs that speak with the bank write down. Each is guarded by the state that it expects, so that
// the same news heard twice changes nothing the second time; it is refused then.
const invoiceInput = object({ invoice_guid: text(36)() });
const claimId = text(100)();

export const claimFacts = defineRead({
  name: 'claim-facts',
  summary: 'What the bank must be told of an invoice; null when it has no claim to make.',
  scope: null,
  input: invoiceInput,
  output: z.custom<ClaimRow | null>(),
  run: ({ db, account }, input) => readClaim(db, account.id, input.invoice_guid),
});

export const recordClaim = defineWrite({
  name: 'record-claim',
  summary: 'The bank has made the claim.',
  scope: null,
  input: invoiceInput.extend({ claim_id: claimId, amount: text(20)() }),
  output: createdRecord,
  async run(ctx, input) {
    // A credit note that was made while the bank was told has changed the amount.
    const claim = await lockClaim(ctx.tx, ctx.account.id, input.invoice_guid);
    if (claim && claim.remaining !== input.amount)
      ctx.enqueue('change-claim', { invoice_guid: input.invoice_guid });
    const result = record(ctx.account.id, input.invoice_guid, input.claim_id, ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: input.invoice_guid, result })) ?? fail('invoice_locked')
    );
  },
});

export const dropClaim = defineWrite({
  name: 'drop-claim',
  summary: 'The claim was cancelled.',
  scope: null,
  input: invoiceInput,
  output: createdRecord,
  async run(ctx, input) {
    const result = drop(ctx.account.id, input.invoice_guid, ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: input.invoice_guid, result })) ?? fail('claim_not_found')
    );
  },
});

export const reviveClaim = defineWrite({
  name: 'revive-claim',
  summary: 'A claim that was cancelled is one again at the bank.',
  scope: null,
  input: invoiceInput,
  output: createdRecord,
  async run(ctx, input) {
    const result = revive(ctx.account.id, input.invoice_guid, ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: input.invoice_guid, result })) ?? fail('claim_not_found')
    );
  },
});

export const settleClaim = defineWrite({
  name: 'settle-claim',
  summary: 'The claim was paid at the bank, and with it the invoice, unless it was settled before.',
  scope: null,
  input: invoiceInput.extend({
    claim_id: claimId,
    payment: object({
      paidOn: text(10)(),
      principal: text(20)(),
      capitalGainsTax: text(20)(),
      otherDefaultCosts: text(20)(),
      defaultCharge: text(20)(),
      defaultInterest: text(20)(),
      transactionAmount: text(20)(),
    }),
  }),
  output: createdRecord,
  async run(ctx, { invoice_guid, claim_id, payment }) {
    // As for do-paid-invoice: a credit note made at this moment must be seen.
    const claim = await lockClaim(ctx.tx, ctx.account.id, invoice_guid);
    if (!claim) fail('claim_not_found');
    const { remaining, status, is_lowered: isLowered } = claim;
    const isSettled = transition(status, 'pay') === null;
    const paidClaim = { isSettled, remaining, isLowered };
    const note = refundNote(paidClaim, payment) || underpaymentNote(paidClaim, payment);
    const paid = { invoiceGuid: invoice_guid, claimId: claim_id, payment, isSettled, note };
    const { ctes, result } = payClaim(ctx.account.id, paid, ctx.now);
    const changed = await ctx.finishIf<CreatedRecord>({ target: invoice_guid, ctes, result });
    return changed ?? fail('claim_not_found');
  },
});

export const collectClaim = defineWrite({
  name: 'collect-claim',
  summary: 'The claim is unpaid after the final due date: collection begins.',
  scope: null,
  input: invoiceInput,
  output: createdRecord,
  async run(ctx, input) {
    const result = collect(ctx.account.id, input.invoice_guid, ctx.today, ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: input.invoice_guid, result })) ?? fail('claim_not_found')
    );
  },
});

export const noteClaim = defineWrite({
  name: 'note-claim',
  summary: 'Keeps for a person to see why the bank did not do as it was told; empty once it has.',
  scope: null,
  input: invoiceInput.extend({ note: text(500).optional() }),
  output: createdRecord,
  async run(ctx, input) {
    const result = keepNote(ctx.account.id, input.invoice_guid, input.note ?? '', ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: input.invoice_guid, result })) ?? fail('claim_not_found')
    );
  },
});
