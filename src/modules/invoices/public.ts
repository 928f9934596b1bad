import type { Kernel } from '../../kernel/execute.ts';
import { logoPath } from '../accounts/logo.ts';
import { readPaymentToken } from './payment-link.ts';
import { type PublicRow, readPublicInvoice } from './public-store.ts';

export type PublicInvoice = Omit<PublicRow, 'logo'> & {
  logo: { path: string; width: number; height: number } | null;
};

/**
 * What the holder of a payment link may see. There is no caller here: the signature in the address is the
 * permission, so it is checked before anything is read.
 */
export async function invoiceBehindLink(
  { db, secrets, clock }: Pick<Kernel, 'db' | 'secrets' | 'clock'>,
  token: string,
): Promise<PublicInvoice | null> {
  const named = readPaymentToken(secrets, token);
  const row = named && (await readPublicInvoice(db, named.accountId, named.guid, clock()));
  if (!row) return null;
  const { logo, ...invoice } = row;
  return { ...invoice, logo: logo && { ...logo, path: logoPath(secrets, named.accountId, logo.guid) } };
}
