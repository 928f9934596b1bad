import { payableAmount } from '../../../domain/invoices/payments.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { formatMoney } from '../../../domain/values/format.ts';
import type { Decimal } from '../../../domain/values/money.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RecordRef } from '../../../kernel/security/public-token.ts';
import { buildInvoiceDocument } from '../../../rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../../rendering/invoice-document.ts';
import { LABELS } from '../../../rendering/labels.ts';
import {
  hasOptionalFee,
  type LineText,
  lineTexts,
  type SumRow,
  settledParts,
  sumRows,
  transferAmount,
} from '../../../rendering/printed-totals.ts';
import { type ReferenceRow, referenceRows } from '../../../rendering/reference-rows.ts';
import { logoPath } from '../../accounts/logo-link.ts';
import { readPaymentToken, readViewToken } from '../records/payment-link.ts';
import { type PublicRow, readPublicInvoice } from './public-invoice-store.ts';

export interface PublicInvoice extends Pick<PublicRow, 'is_pending' | 'sold' | 'subscription'> {
  document: InvoiceDocument;
  status: PublicRow['record']['status'];
  written_off_on: PublicRow['record']['written_off_on'];
  logo: { path: string; width: number; height: number } | null;
}

/**
 * The invoice for the holder of a payment link. There is no caller: the signature in the address is the permission, so it is
 * verified before anything is read.
 */
export async function findInvoiceByLink(
  { db, secrets, clock }: PublicKernel,
  token: string,
): Promise<PublicInvoice | null> {
  return readByRef({ db, secrets, clock }, readPaymentToken(secrets, token), 'pay');
}

/** The invoice for the holder of the link in its mail, which only shows it. Selling pages have an order page instead. */
export async function findInvoiceByViewLink(
  kernel: PublicKernel,
  token: string,
): Promise<PublicInvoice | null> {
  return readByRef(kernel, readViewToken(kernel.secrets, token), 'view');
}

type PublicKernel = Pick<Kernel, 'db' | 'secrets' | 'clock'>;

async function readByRef(
  { db, secrets, clock }: PublicKernel,
  ref: RecordRef | null,
  purpose: 'pay' | 'view',
): Promise<PublicInvoice | null> {
  const row = ref && (await readPublicInvoice(db, ref.accountId, ref.guid, clock(), purpose));
  if (!row) return null;
  const { record, is_pending, sold, subscription, logo } = row;
  return {
    document: buildInvoiceDocument(record),
    status: record.status,
    written_off_on: record.written_off_on,
    is_pending,
    sold,
    subscription,
    logo: logo && { ...logo, path: logoPath(secrets, ref.accountId, logo.guid) },
  };
}

interface PublicFigures {
  references: ReferenceRow[];
  lines: LineText[];
  sums: SumRow[];
  /** The amount and what was credited and paid of it, where something was. */
  settled: ReferenceRow[];
  /** What a transfer pays where the fee is for paying online only; null where it pays the same. */
  transferFigure: Decimal | null;
}

/** References, lines and sums as they are printed. */
export function publicInvoiceDocument({ document }: PublicInvoice, lang: Lang): PublicFigures {
  return {
    references: referenceRows(document, lang),
    lines: lineTexts(document, lang),
    sums: sumRows(document, lang),
    settled: settledSummary(document, lang),
    transferFigure: hasOptionalFee(document) ? transferAmount(document) : null,
  };
}

function settledSummary(document: InvoiceDocument, lang: Lang): ReferenceRow[] {
  const { amount, currency } = document;
  const labels = LABELS[lang];
  const parts = settledParts(document);
  if (parts.length === 0) return [];
  const money = (figure: Decimal) => formatMoney(figure, currency, lang);
  return [
    [labels.plainTotal, money(payableAmount(amount, currency))],
    ...parts.map(({ name, figure }): ReferenceRow => [labels[name], money(figure)]),
  ];
}
