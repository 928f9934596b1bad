import { recordRow } from '../../kernel/database/row.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../invoices/records/event-store.ts';
import { lockClaim } from './claim-store.ts';
import {
  collectClaimStatement,
  dropClaimStatement,
  noteClaimStatement,
  recordClaimStatement,
  reviveClaimStatement,
} from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

type ClaimEvent = 'invoice.claim_sent' | 'invoice.claim_cancelled' | 'invoice.collection_started';

/** What has become of a claim at the bank. The statement names the state that it expects, so that a move happens once. */
function defineMove<Claim extends ClaimOfInvoice>(
  name: string,
  events: readonly ClaimEvent[],
  statement: (ctx: WriteContext, claim: Claim) => Sql,
) {
  return defineTransaction({
    name,
    isAllowedWhenClosed: true,
    events,
    async run(ctx, claim: Claim) {
      const { invoice_guid: target } = claim;
      for (const event of events) emitInvoiceEvent(ctx, event, target, SUBJECT);
      const result = statement(ctx, claim);
      return (await ctx.finishIf({ target, row: recordRow, result })) ?? fail('claim_not_found');
    },
  });
}

/** The claim is unpaid after the final due date: collection begins. */
export const collectClaim = defineMove(
  'collect-claim',
  ['invoice.collection_started'],
  ({ account, today, now }, { invoice_guid }) => collectClaimStatement(account.id, invoice_guid, today, now),
);

/** The claim was cancelled. */
export const dropClaim = defineMove(
  'drop-claim',
  ['invoice.claim_cancelled'],
  ({ account, now }, { invoice_guid }) => dropClaimStatement(account.id, invoice_guid, now),
);

/** A claim that was cancelled is one again at the bank. */
export const reviveClaim = defineMove(
  'revive-claim',
  ['invoice.claim_sent'],
  ({ account, now }, { invoice_guid }) => reviveClaimStatement(account.id, invoice_guid, now),
);

/** Stores for a person why the bank has refused a change of the claim; empty once it has accepted one. */
export const noteClaim = defineMove(
  'note-claim',
  [],
  ({ account, now }, { invoice_guid, note }: ClaimOfInvoice & { note: string }) =>
    noteClaimStatement(account.id, invoice_guid, note, now),
);

/** The bank has made the claim. */
export const recordClaim = defineTransaction({
  name: 'record-claim',
  isAllowedWhenClosed: true,
  events: ['invoice.claim_sent'],
  async run(ctx, { invoice_guid, claim_id, amount }: ClaimOfInvoice & { claim_id: string; amount: string }) {
    // A credit note may have lowered the amount while the request to the bank was under way.
    const claim = await lockClaim(ctx.tx, ctx.account.id, invoice_guid);
    if (claim && claim.remaining !== amount) ctx.enqueue('change-claim', { invoice_guid });
    emitInvoiceEvent(ctx, 'invoice.claim_sent', invoice_guid, SUBJECT);
    const result = recordClaimStatement(ctx.account.id, invoice_guid, claim_id, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('invoice_locked');
  },
});
