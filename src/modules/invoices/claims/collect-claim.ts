import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitInvoiceEvent, SUBJECT } from '../event-store.ts';
import { collectClaimStatement } from './claim-write-store.ts';
import { claimInput } from './schema.ts';

export const collectClaim = defineWrite({
  name: 'collect-claim',
  summary: 'The claim is unpaid after the final due date: collection begins.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['invoice.collection_started'],
  input: claimInput,
  output: createdRecord,
  async run(ctx, { invoice_guid }) {
    emitInvoiceEvent(ctx, 'invoice.collection_started', invoice_guid, SUBJECT);
    const result = collectClaimStatement(ctx.account.id, invoice_guid, ctx.today, ctx.now);
    return (await ctx.finishIf({ target: invoice_guid, row: recordRow, result })) ?? fail('claim_not_found');
  },
});
