import type { Kernel } from '../../kernel/operations/kernel.ts';
import { signedToken, verifySignedToken } from '../../kernel/security/public-token.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { findLogo, type Logo } from './logo-store.ts';

const PURPOSE = 'logo';

/** The public path of a logo. It cannot be guessed, and a new logo has a new path. */
export function logoPath(secrets: Secrets, accountId: number, guid: string): string {
  return `/logo/${signedToken(secrets, PURPOSE, { accountId, guid })}`;
}

/** The logo at a public path. The signature is verified before the database is read. */
export async function findLogoByLink(
  { db, secrets }: Pick<Kernel, 'db' | 'secrets'>,
  token: string,
): Promise<Logo | null> {
  const logo = verifySignedToken(secrets, PURPOSE, token);
  return logo && findLogo(db, logo.accountId, logo.guid);
}
