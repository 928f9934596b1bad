import { fail } from '../../kernel/failures/failure.ts';
import type { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { detectContent } from '../../kernel/operations/file-content.ts';
import type { Logo } from './logo-store.ts';

const MAX_BYTES = 2 * 1024 * 1024;

/** The logo as it is stored, drawn anew from the file. */
export async function redrawLogo(ctx: ReadContext, file: UploadedFile): Promise<Logo> {
  if (file.bytes.length > MAX_BYTES) fail('logo_too_large');
  const kind = file.bytes.length > 0 ? await detectContent(ctx, file) : undefined;
  if (kind?.ext !== 'png' && kind?.ext !== 'jpg') fail('logo_not_accepted');
  const drawn = await ctx.ports.documents.drawLogo(ctx.account.id, file.bytes, kind.ext === 'jpg');
  if ('picture' in drawn) return drawn.picture;
  return fail(drawn.problem === 'large' ? 'logo_too_large' : 'logo_unreadable');
}
