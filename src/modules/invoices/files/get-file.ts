import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { readFile } from './file-store.ts';

export const getFile = defineRead({
  name: 'get-file',
  summary: 'Reads a file that was uploaded for an invoice, order, draft, quote or template.',
  access: { scope: 'nav' },
  input: object({ guid: guid('The file, as `files` of a document lists it') }),
  output: z.object({
    file_name: out.own('The name under which it was uploaded', 'teikning.pdf'),
    file: out.base64('The content, base64'),
  }),
  refusals: ['file_not_found'],
  async run(ctx, input) {
    const { name, bytes } = (await readFile(ctx.db, ctx.account.id, input.guid)) ?? fail('file_not_found');
    return { file_name: name, file: bytes.toString('base64') };
  },
});
