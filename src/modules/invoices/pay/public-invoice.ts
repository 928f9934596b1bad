import type { Kernel } from '../../../kernel/execute.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { type LineText, lineTexts, type SumRow, sumRows } from '../../../rendering/printed-totals.ts';
import { logoPath } from '../../accounts/logo-link.ts';
import { readPaymentToken } from './payment-link.ts';
import { type PublicRow, readPublicInvoice } from './public-invoice-store.ts';

export interface PublicInvoice extends Pick<PublicRow, 'is_pending' | 'sold'> {
  document: InvoiceDocument;
  status: PublicRow['record']['status'];
  logo: { path: string; width: number; height: number } | null;
}

/**
 * The invoice for the holder of a payment link. There is no caller: the signature in the address is the permission, so it is
 * verified before anything is read.
 */
export async function findInvoiceByLink(
  { db, secrets, clock }: Pick<Kernel, 'db' | 'secrets' | 'clock'>,
  token: string,
): Promise<PublicInvoice | null> {
  const ref = readPaymentToken(secrets, token);
  const row = ref && (await readPublicInvoice(db, ref.accountId, ref.guid, clock()));
  if (!row) return null;
  const { record, is_pending, sold, logo } = row;
  return {
    document: buildInvoiceDocument(record),
    status: record.status,
    is_pending,
    sold,
    logo: logo && { ...logo, path: logoPath(secrets, ref.accountId, logo.guid) },
  };
}

/** Lines and sums as they are printed. */
export function publicInvoiceDocument(
  { document }: PublicInvoice,
  lang: 'is' | 'en',
): { lines: LineText[]; sums: SumRow[] } {
  return { lines: lineTexts(document, lang), sums: sumRows(document, lang) };
}
