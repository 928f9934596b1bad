import { z } from 'zod';
import { fail } from '../../kernel/failure.ts';
import { object, text } from '../../kernel/fields.ts';
import { read, write } from '../../kernel/operation.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { type ClaimOrderRow, lockClaim, readClaimOrder } from './claim-store.ts';
import {
  collectClaim as collect,
  dropClaim as drop,
  payClaim,
  recordClaim as record,
} from './status-store.ts';

// What the jobs that speak with the bank write down. Each is guarded by the state that it expects, so that
// the same news heard twice changes nothing the second time; it is refused then.
const claimInput = object({ claim_id: text(100)() });

export const claimOrder = read({
  name: 'claim-order',
  summary: 'What the bank must be told to make the claim of an invoice; null when it needs none any more.',
  scope: null,
  input: object({ invoice_guid: text(36)() }),
  output: z.custom<ClaimOrderRow | null>(),
  run: ({ db, account }, input) => readClaimOrder(db, account.id, input.invoice_guid),
});

export const recordClaim = write({
  name: 'record-claim',
  summary: 'The bank has made the claim.',
  scope: null,
  input: claimInput.extend({ invoice_guid: text(36)() }),
  output: made,
  async run(ctx, input) {
    const answer = record(ctx.account.id, input.invoice_guid, input.claim_id, ctx.now);
    return (await ctx.finish<Made>({ target: input.invoice_guid, answer })) ?? fail('invoice_locked');
  },
});

export const dropClaim = write({
  name: 'drop-claim',
  summary: 'The claim was cancelled.',
  scope: null,
  input: claimInput,
  output: made,
  async run(ctx, input) {
    const answer = drop(ctx.account.id, input.claim_id, ctx.now);
    return (await ctx.finish<Made>({ target: input.claim_id, answer })) ?? fail('claim_not_found');
  },
});

export const settleClaim = write({
  name: 'settle-claim',
  summary: 'The claim was paid at the bank, and with it the invoice.',
  scope: null,
  input: claimInput.extend({
    payment: object({
      paidOn: text(10)(),
      capitalGainsTax: text(20)(),
      otherDefaultCosts: text(20)(),
      defaultCharge: text(20)(),
      defaultInterest: text(20)(),
      transactionAmount: text(20)(),
    }),
  }),
  output: made,
  async run(ctx, input) {
    // As for do-paid-invoice: a credit note made at this moment must be seen.
    await lockClaim(ctx.tx, ctx.account.id, input.claim_id);
    const { steps, answer } = payClaim(ctx.account.id, input.claim_id, input.payment, ctx.now);
    const changed = await ctx.finish<Made>({ target: input.claim_id, steps, answer });
    return changed ?? fail('claim_not_found');
  },
});

export const collectClaim = write({
  name: 'collect-claim',
  summary: 'The claim is unpaid after the final due date: collection begins.',
  scope: null,
  input: claimInput,
  output: made,
  async run(ctx, input) {
    const answer = collect(ctx.account.id, input.claim_id, ctx.today, ctx.now);
    return (await ctx.finish<Made>({ target: input.claim_id, answer })) ?? fail('claim_not_found');
  },
});
