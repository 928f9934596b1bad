import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../event-store.ts';
import { reviveClaimStatement } from './claim-write-store.ts';
import { claimInput } from './schema.ts';

export const reviveClaim = defineWrite({
  name: 'revive-claim',
  summary: 'A claim that was cancelled is one again at the bank.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['invoice.claim_sent'],
  input: claimInput,
  output: createdRecord,
  async run(ctx, { invoice_guid }) {
    emitInvoiceEvent(ctx, 'invoice.claim_sent', invoice_guid, SUBJECT);
    const result = reviveClaimStatement(ctx.account.id, invoice_guid, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
