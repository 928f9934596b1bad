import type { Kernel } from '../../kernel/execute.ts';
import { readPaymentToken } from './payment-link.ts';
import { type PublicInvoice, readPublicInvoice } from './public-store.ts';

/**
 * What the holder of a payment link may see. There is no caller here: the signature in the address is the
 * permission, so it is checked before anything is read.
 */
export async function invoiceBehindLink(
  { db, secrets, clock }: Pick<Kernel, 'db' | 'secrets' | 'clock'>,
  token: string,
): Promise<PublicInvoice | null> {
  const named = readPaymentToken(secrets, token);
  return named && readPublicInvoice(db, named.accountId, named.guid, clock());
}
