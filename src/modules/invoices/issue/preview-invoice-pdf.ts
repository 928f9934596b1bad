import { z } from 'zod';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type BodyInput, bodySource, readAttachedRecords, readBodyFacts } from '../plan/body-source.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { planInvoice } from '../plan/plan.ts';
import { printPlan } from '../save/print-plan.ts';
import { previewInput, previewProblems, toPreviewProblem } from './preview-invoice.ts';

export const previewInvoicePdf = defineRead({
  name: 'preview-invoice-pdf',
  summary: 'Renders the PDF of an invoice that does not exist yet, marked as a draft. Nothing is written.',
  access: { scope: 'create_invoice' },
  input: previewInput,
  output: z.object({
    file_name: out.own('What to call the file', 'drog.pdf'),
    file: out.base64('The PDF, base64'),
    problems: previewProblems,
  }),
  refusals: ['customer_not_found', 'item_not_found', 'exchange_rate_missing', 'figures_refused'],
  async run(ctx, input) {
    const [facts, attached] = await Promise.all([
      readBodyFacts(ctx, input),
      readAttachedRecords(ctx.db, ctx.account.id, input),
    ]);
    const body: BodyInput = { ...input, suggest_days: true };
    const result = planInvoice(ctx.account, bodySource(ctx, body, facts, attached));
    const { fileName, pdf } = await printPlan(ctx, result.value ?? valueOrThrow(result));
    return {
      file_name: fileName,
      file: pdf.toString('base64'),
      problems: result.problems.map(toPreviewProblem),
    };
  },
});
