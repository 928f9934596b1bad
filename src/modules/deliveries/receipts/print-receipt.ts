import { remaining } from '../../../domain/invoices/invoice-status.ts';
import { payableAmount } from '../../../domain/invoices/payments.ts';
import { type Lang, toLang } from '../../../domain/values/codes.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import type { PrintedDocument } from '../../../kernel/effects/effect.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { printReceipt } from '../../../rendering/pdf/printer.ts';
import type { PrintableReceipt } from '../../../rendering/pdf/receipt.ts';
import { readLogoBytes } from '../../accounts/logo-store.ts';
import { sellerSnapshot } from '../../invoices/records/seller.ts';
import type { ReceiptRow } from './receipt-store.ts';

/** Prints the receipt of a payment as it stands today. It is not stored, because what is left changes. */
export async function printReceiptOf(
  ctx: Pick<ReadContext, 'db' | 'account' | 'now'>,
  payment: ReceiptRow,
  lang: Lang = toLang(payment.payer?.lang ?? 'is'),
): Promise<PrintedDocument> {
  const { account, db, now } = ctx;
  const receipt: PrintableReceipt = {
    guid: payment.guid,
    lang,
    seller: sellerSnapshot(account),
    payer: payment.payer,
    direction: payment.direction,
    source: payment.source,
    paid_on: payment.paid_on,
    method: payment.method_payment,
    reference: payment.reference,
    amount: payment.amount,
    currency: payment.currency,
    shares: payment.shares.map((share) => toShare(share, payment.currency)),
    components: { interest: payment.interest, charge: payment.charge, fee: payment.fee },
    reversed_on: payment.reversed_on,
    printed_on: toPlainDate(now),
  };
  return printReceipt(account.id, receipt, await readLogoBytes(db, account.id));
}

function toShare({ amount, paid, document }: ReceiptRow['shares'][number], paidIn: string) {
  if (!document) return { kind: 'surplus' as const, number: '', amount, paid, currency: paidIn, left: null };
  const { kind, number, currency, total } = document;
  const left = payableAmount(remaining({ ...document, amount: total }), currency).toFixed();
  return { kind, number: number ?? '', amount, paid, currency, left };
}
