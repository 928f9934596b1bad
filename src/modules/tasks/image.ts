import type { ReadContext } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/execute.ts';
import { requireContentType, type UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import { signedToken, verifySignedToken } from '../../kernel/security/public-token.ts';
import { findImage, type Image, type StoredImage } from './log-store.ts';
import { IMAGES } from './schema.ts';

const PURPOSE = 'task-image';

/** The picture of a log as it will be kept, if one was sent and it is one. */
export async function imageOf(ctx: ReadContext, file: UploadedFile | undefined): Promise<Image | null> {
  if (!file) return null;
  const contentType = await requireContentType(file, IMAGES);
  return { guid: ctx.newGuid(), contentType, sha256: file.sha256, bytes: file.bytes };
}

export function imageLink(ctx: ReadContext, guid: string): string {
  return `${ctx.policy.baseUrl}/task-image/${signedToken(ctx.secrets, PURPOSE, { accountId: ctx.account.id, guid })}`;
}

/** What the holder of such an address may see; the signature is the permission, so it is checked first. */
export async function findImageByLink(
  { db, secrets }: Pick<Kernel, 'db' | 'secrets'>,
  token: string,
): Promise<StoredImage | null> {
  const named = verifySignedToken(secrets, PURPOSE, token);
  return named && findImage(db, named.accountId, named.guid);
}
