import { z } from 'zod';
import { fail } from '../../kernel/failure.ts';
import { object, upload } from '../../kernel/fields.ts';
import { contentOf, type UploadedFile } from '../../kernel/files.ts';
import { write } from '../../kernel/operation.ts';
import { because } from '../../kernel/reasons.ts';
import { shown } from '../../kernel/shown.ts';
import { insertFile } from './file-store.ts';

/** What customers can be expected to open. The type is told by the content; the name counts for nothing. */
const BINARY = ['pdf', 'jpg', 'png', 'gif', 'xml', 'docx', 'xlsx', 'odt', 'ods', 'zip'];

export const uploadFile = write({
  name: 'upload-file',
  summary: 'Keeps a file to be attached to an invoice by naming its id in files.',
  scope: 'create_invoice',
  input: object({
    file: upload().describe(`At most 5 MB: ${BINARY.join(', ')}, or plain text`),
  }),
  output: z.object({ guid: shown.guid('Names the file in files of create-invoice') }),
  refusals: ['file_refused'],
  prepare: async (_ctx, { file }) => ({ contentType: await contentTypeOf(file) }),
  async run(ctx, { file }, { contentType }) {
    const guid = ctx.newGuid();
    const answer = insertFile(ctx.account.id, guid, file, contentType);
    return (await ctx.finish<{ guid: string }>({ target: guid, answer })) ?? fail('file_not_found');
  },
});

async function contentTypeOf(file: UploadedFile): Promise<string> {
  const type = await contentOf(file);
  if (type && BINARY.includes(type.ext)) return type.mime;
  if (!type && isPlainText(file.bytes)) return 'text/plain; charset=utf-8';
  return fail('file_refused', because('file_kind_or_text', BINARY.join(', ')));
}

/** Text that a browser would not take for a page. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.includes('\0') && !/^\s*<(!doctype|html|script|svg|head|body)/i.test(text);
  } catch {
    return false;
  }
}
