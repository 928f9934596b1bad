import type { WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { lockFiles } from './file-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The files named in a comma-separated list, all of them there and none of them attached yet. */
export async function attachable(ctx: WriteContext, named = ''): Promise<string[]> {
  const ids = named.split(',').map((id) => id.trim().toLowerCase());
  const files = [...new Set(ids.filter((id) => id !== ''))];
  if (files.length === 0) return [];
  if (!files.every((id) => UUID.test(id))) fail('file_not_found');
  const found = await lockFiles(ctx.tx, ctx.account.id, files);
  if (found.length < files.length) fail('file_not_found');
  if (found.some(({ invoice_id }) => invoice_id !== null)) fail('file_in_use');
  return files;
}
