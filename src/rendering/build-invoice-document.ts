import { claimAccount } from '../domain/invoices/claims.ts';
import { buyerAbroad } from '../domain/invoices/foreign-buyer.ts';
import { payableAmount } from '../domain/invoices/payments.ts';
import { eachReference } from '../domain/invoices/references.ts';
import { renditionCase } from '../domain/invoices/rendition-cases.ts';
import { partsOfNote } from '../domain/payments/settlement.ts';
import { toLang } from '../domain/values/codes.ts';
import { ibanOf } from '../domain/values/iban.ts';
import { bankOf } from '../domain/values/icelandic-banks.ts';
import { type Decimal, decimal, isZero, round2, sum, ZERO } from '../domain/values/money.ts';
import { documentFigures } from './document-figures.ts';
import {
  type DocumentForm,
  type DocumentLine,
  type InvoiceDocument,
  isInvoiceForm,
  isSettled,
  type Payment,
  type References,
  type StatusMark,
  type VatShare,
} from './invoice-document.ts';
import type { PrintableInvoice, PrintableLine } from './printable-invoice.ts';
import { printedSettlement } from './printed-figures.ts';
import { vatNumber } from './ubl/identifiers.ts';

export interface DocumentExtras {
  logo?: Uint8Array | null;
  /** Address of the public payment page; empty if there is none. */
  paymentLink?: string;
  form?: DocumentForm;
  /** Last day of a quote. */
  validUntil?: string | null;
  /** The days that a reminder states. */
  overdueDays?: number;
}

export function buildInvoiceDocument(record: PrintableInvoice, extra: DocumentExtras = {}): InvoiceDocument {
  const exchangeRate = record.exchange_rate === null ? null : decimal(record.exchange_rate);
  const recipient = record.trading_partner_id || record.buyer.registration_no;
  const { amount, currency, discount, vat, lines } = documentFigures(record);
  const vatTotal = sum(vat.map((share) => share.vat));
  // Only invoices have a status to mark; a quote, order or draft says what it is by its title.
  const mark = isInvoiceForm({ form: extra.form ?? 'invoice' }) ? statusMark(record) : null;
  const paymentFee = decimal(record.payment_fee);
  const sums = {
    currency,
    amount,
    credited: decimal(record.credited_amount),
    // A draft that will be issued as paid has no payment yet.
    paid: mark?.kind === 'draft' && mark.isPaid ? amount : decimal(record.paid_amount),
    writtenOff: record.written_off_on === null ? ZERO : decimal(record.written_off_amount),
  };
  return {
    guid: record.guid,
    kind: record.kind,
    form: extra.form ?? 'invoice',
    validUntil: extra.validUntil ?? null,
    overdueDays: extra.overdueDays ?? 0,
    number: record.number,
    lang: toLang(record.buyer.lang),
    mark,
    issueDate: record.issue_date,
    dueDate: record.due_date,
    finalDueDate: record.settlement_date,
    deliveryDate: record.delivery_date,
    period:
      record.period_start && record.period_end
        ? { start: record.period_start, end: record.period_end }
        : null,
    seller: record.seller,
    buyer: record.buyer,
    abroad: buyerAbroad(record),
    recipient,
    ...sums,
    exchangeRate,
    lines: lines.map((line, index) => ({ ...line, ...lineTexts(record.lines[index]) })),
    discount,
    vat,
    vatTotal,
    vatInKronur:
      currency === 'ISK' || isZero(vatTotal) || !exchangeRate ? null : vatInKronur(vat, exchangeRate),
    isTaxExempt: record.tax_exempt,
    isOutsideVat: vatNumber(record.seller.vat_no) === '' && isZero(vatTotal),
    paymentFee,
    // The fee is rounded by itself, because the bank adds it itself.
    due: isSettled({ mark }) ? ZERO : printedSettlement(sums).left.plus(payableAmount(paymentFee, currency)),
    payment: paymentInstructions(record, mark),
    hasPaymentLink: record.is_payment_link,
    paymentLink: isOwed(record, mark) ? (extra.paymentLink ?? '') : '',
    references: toReferences(record),
    memo: record.description,
    terms: record.terms,
    logo: extra.logo ?? null,
    isForAbroad: isForAbroad(record),
  };
}

function lineTexts(line: PrintableLine | undefined): Pick<DocumentLine, 'itemNumber' | 'description'> {
  return { itemNumber: line?.item_number ?? '', description: line?.description ?? '' };
}

function toReferences(record: PrintableInvoice): References {
  return {
    ...eachReference((name) => record[name]),
    salesOrder: record.order_reference,
    credited:
      record.refer_number === null
        ? null
        : { number: record.refer_number, issueDate: record.refer_issue_date ?? '' },
  };
}

function isOwed({ kind, number }: PrintableInvoice, mark: StatusMark | null): boolean {
  return kind === 'invoice' && number !== null && mark === null;
}

function statusMark(record: PrintableInvoice): StatusMark | null {
  const { mark } = renditionCase(record);
  if (mark === 'draft') return { kind: mark, isPaid: record.mark_paid && record.kind === 'invoice' };
  return mark === 'paid' ? { kind: mark, on: record.paid_on } : mark && { kind: mark };
}

/** Each rate is converted by itself, as the VAT return adds it up: the document states the VAT that is booked. */
function vatInKronur(shares: readonly VatShare[], rate: Decimal): Decimal {
  return sum(shares.map(({ vat }) => round2(vat.times(rate))));
}

function paymentInstructions(record: PrintableInvoice, mark: StatusMark | null): Payment {
  const { bank_account: account, registration_no: owner } = record.seller;
  if (mark?.kind === 'paid') return { kind: 'paid', method: record.method_payment, account };
  if (record.kind === 'credit') return creditEffect(record);
  if (record.is_claim) {
    const isKnown = /^\d{12}$/.test(account) && record.number;
    return { kind: 'claim', account: isKnown ? claimAccount(account, record.number ?? '') : '' };
  }
  if (account === '') return { kind: 'none' };
  return isForAbroad(record)
    ? { kind: 'transfer', account, iban: ibanOf(account, owner), bank: bankOf(account) }
    : { kind: 'transfer', account, iban: '', bank: null };
}

function creditEffect({ amount, refund_amount, currency, mark_paid }: PrintableInvoice): Payment {
  return { kind: 'credit', ...partsOfNote(amount, refund_amount, currency), isRefunded: mark_paid };
}

/** Customers have no country, so everybody who may be abroad gets what a bank there asks for. */
function isForAbroad(record: Pick<PrintableInvoice, 'buyer' | 'currency' | 'trading_partner_id'>): boolean {
  return record.buyer.lang === 'en' || record.currency !== 'ISK' || buyerAbroad(record) !== null;
}
