import type { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { requireContentType } from '../../kernel/operations/file-content.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { signedToken, verifySignedToken } from '../../kernel/security/public-token.ts';
import { findImage, type Image, type StoredImage } from './log-store.ts';
import { IMAGES } from './schema.ts';

const PURPOSE = 'task-image';

/** The picture of a log, if the request has one. Fails when the file is no picture. */
export async function checkImage(ctx: ReadContext, file: UploadedFile | undefined): Promise<Image | null> {
  if (!file) return null;
  const contentType = await requireContentType(ctx, file, IMAGES);
  return { guid: ctx.newGuid(), contentType, sha256: file.sha256, bytes: file.bytes };
}

export interface Picture {
  image: Image | null;
}

export async function preparePicture(
  ctx: ReadContext,
  { file }: { file?: UploadedFile | undefined },
): Promise<Picture> {
  return { image: await checkImage(ctx, file) };
}

export function imageLink(ctx: ReadContext, guid: string): string {
  return `${ctx.policy.baseUrl}/task-image/${signedToken(ctx.secrets, PURPOSE, { accountId: ctx.account.id, guid })}`;
}

/** The signature of the link is the permission, so it is verified before the lookup. */
export async function findImageByLink(
  { db, secrets }: Pick<Kernel, 'db' | 'secrets'>,
  token: string,
): Promise<StoredImage | null> {
  const ref = verifySignedToken(secrets, PURPOSE, token);
  return ref && findImage(db, ref.accountId, ref.guid);
}
