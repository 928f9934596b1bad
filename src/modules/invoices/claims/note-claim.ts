import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { noteClaimStatement } from './claim-write-store.ts';
import { claimInput } from './schema.ts';

export const noteClaim = defineWrite({
  name: 'note-claim',
  summary: 'Keeps for a person to see why the bank did not do as it was told; empty once it has.',
  scope: null,
  isAllowedWhenClosed: true,
  events: [],
  input: claimInput.extend({ note: text(500).optional() }),
  output: createdRecord,
  async run(ctx, { invoice_guid, note = '' }) {
    const result = noteClaimStatement(ctx.account.id, invoice_guid, note, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
