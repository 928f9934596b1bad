import { fail } from '../../../kernel/failures/failure.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { byGuid } from '../../proposals/schema.ts';
import { findExecutable } from '../../proposals/store.ts';
import { decodeInput } from '../../proposals/stored-input.ts';
import { previewInput } from './preview-invoice.ts';
import { previewInvoicePdf } from './preview-invoice-pdf.ts';

/** The write whose body the preview of an invoice takes. */
const OPERATION = 'create-invoice';

export const previewProposalPdf = defineRead({
  name: 'preview-proposal-pdf',
  summary: 'The PDF of the invoice or credit note that a program has proposed, marked as a draft.',
  scope: null,
  input: byGuid,
  output: previewInvoicePdf.output,
  refusals: ['proposal_not_found', 'proposal_closed', ...(previewInvoicePdf.refusals ?? [])],
  async run(ctx, { guid }) {
    const found = (await findExecutable(ctx.db, ctx.account.id, guid)) ?? fail('proposal_not_found');
    if (found.operation_key !== OPERATION) fail('proposal_not_found');
    if (found.state !== 'waiting') fail('proposal_closed', found.state);
    return previewInvoicePdf.run(ctx, previewInput.parse(decodeInput(found.input)));
  },
});
