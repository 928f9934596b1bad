import { z } from 'zod';
import { toFileName } from '../../../domain/strings/file-names.ts';
import { BOOKING_ROLES } from '../../../kernel/access/access.ts';
import { type Effect, NOTHING_OUTSIDE, toEffectFile } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { object, text, upload } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { detectContent } from '../../../kernel/operations/file-content.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import type { FileType } from '../../../kernel/ports/documents.ts';
import { insertFile } from './file-store.ts';

/** Formats that customers can be expected to open. The content decides about the type, not the file name. */
const BINARY = ['pdf', 'jpg', 'png', 'gif', 'xml', 'docx', 'xlsx', 'odt', 'ods', 'zip'];

export const uploadFile = defineWrite({
  name: 'upload-file',
  summary: 'Uploads a file that can then be attached to an invoice.',
  description:
    'Send the id in the answer as one of the `files` of the invoice. A file that no document names is deleted after 30 days.',
  access: { scope: 'create_invoice', roles: BOOKING_ROLES },
  events: [],
  input: object({
    file: upload(`At most 5 MB: ${BINARY.join(', ')}, or plain text`),
    name: text(200, { examples: ['teikning.pdf'] }).optional(
      'What the customer sees it called; the name of the uploaded file when left out',
    ),
  }),
  output: z.object({ guid: out.guid('Id of the file, for files of create-invoice') }),
  refusals: ['file_refused'],
  prepare: (ctx, { file }) => detectType(ctx, file),
  async run(ctx, { file, name }, { ext, mime }) {
    const guid = ctx.newGuid();
    const record = { guid, name: toFileName(name || file.name, ext), content_type: mime };
    const described = toEffectFile({ name: record.name, sha256: file.sha256 });
    const effect: Effect = { kind: 'file', name: record.name, ...NOTHING_OUTSIDE, files: [described] };
    return ctx.finish({ target: guid, ...insertFile(ctx.account.id, file, record), effect });
  },
});

async function detectType(ctx: ReadContext, file: UploadedFile): Promise<FileType> {
  const type = await detectContent(ctx, file);
  if (type && BINARY.includes(type.ext)) return type;
  if (!type && isPlainText(file.bytes)) return { ext: 'txt', mime: 'text/plain; charset=utf-8' };
  return fail('file_refused', violation('file_kind_or_text', BINARY.join(', ')));
}

/** Text that a browser would not sniff as HTML or SVG. */
function isPlainText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.includes('\0') && !/^\s*<(!doctype|html|script|svg|head|body)/i.test(text);
  } catch {
    return false;
  }
}
