import { z } from 'zod';
import { previewWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineAction } from '../../kernel/operations/operation.ts';
import { programCaller } from './approve-proposal.ts';
import { byGuid } from './schema.ts';
import { findExecutable } from './store.ts';
import { decodeInput } from './stored-input.ts';

export const previewProposalPdf = defineAction({
  name: 'preview-proposal-pdf',
  summary: 'Renders the PDF of the document that a proposal would create or send.',
  input: byGuid,
  output: z.object({
    file_name: out.text('What to call the file', 'drog.pdf'),
    file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
  }),
  refusals: ['proposal_not_found', 'proposal_closed', 'proposal_orphaned'],
  async run(kernel: Kernel, caller, { guid }) {
    const found = (await findExecutable(kernel.db, caller.account.id, guid)) ?? fail('proposal_not_found');
    if (found.state !== 'waiting') fail('proposal_closed', found.state);
    const entry = kernel.programOperations.get(found.operation_key);
    if (!found.scopes || !entry) fail('proposal_orphaned');
    const program = programCaller(found, caller);
    const effect = await previewWrite(kernel, entry.operation, program, decodeInput(found));
    const { fileName, pdf } = (await effect.print?.(kernel.db)) ?? fail('proposal_not_found');
    return { file_name: fileName, file: pdf.toString('base64') };
  },
});
