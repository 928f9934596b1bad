import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../event-store.ts';
import { dropClaimStatement } from './claim-write-store.ts';
import { claimInput } from './schema.ts';

export const dropClaim = defineWrite({
  name: 'drop-claim',
  summary: 'The claim was cancelled.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['invoice.claim_cancelled'],
  input: claimInput,
  output: createdRecord,
  async run(ctx, { invoice_guid }) {
    emitInvoiceEvent(ctx, 'invoice.claim_cancelled', invoice_guid, SUBJECT);
    const result = dropClaimStatement(ctx.account.id, invoice_guid, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
