import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import { noteClaimStatement } from './claim-write-store.ts';
import type { ClaimOfInvoice } from './schema.ts';

/** Stores for a person why the bank has refused a change of the claim; empty once it has accepted one. */
export const noteClaim = defineTransaction({
  name: 'note-claim',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { invoice_guid, note = '' }: ClaimOfInvoice & { note?: string }) {
    const result = noteClaimStatement(ctx.account.id, invoice_guid, note, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
