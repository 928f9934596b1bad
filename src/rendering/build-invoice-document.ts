import { apportion } from '../domain/apportion.ts';
import { claimAccount } from '../domain/claims.ts';
import { toLang } from '../domain/codes.ts';
import { buyerAbroad } from '../domain/foreign-buyer.ts';
import { ibanOf } from '../domain/iban.ts';
import { bankOf } from '../domain/icelandic-banks.ts';
import { amountAfterCredits } from '../domain/invoice-status.ts';
import { type Decimal, decimal, isZero, round2, sum, ZERO } from '../domain/money.ts';
import { amountDue, payableAmount } from '../domain/payments.ts';
import { bookedVatRates, VAT_CODES, type VatCode } from '../domain/vat.ts';
import {
  type DocumentDiscount,
  type DocumentForm,
  type DocumentLine,
  type InvoiceDocument,
  isInvoiceForm,
  type Payment,
  type References,
  type StatusMark,
  type VatShare,
} from './invoice-document.ts';
import type { PrintableInvoice, PrintableLine } from './printable-invoice.ts';
import { vatNumber } from './ubl/identifiers.ts';

interface DocumentExtras {
  logo?: Uint8Array | null;
  paymentLink?: string;
  form?: DocumentForm;
  validUntil?: string | null;
  overdueDays?: number;
}

export function buildInvoiceDocument(record: PrintableInvoice, extra: DocumentExtras = {}): InvoiceDocument {
  const amount = decimal(record.amount);
  const exchangeRate = record.exchange_rate === null ? null : decimal(record.exchange_rate);
  const recipient = record.trading_partner_id || record.buyer.registration_no;
  const sums = vatShares(record);
  const percents = new Map(sums.map(({ code, percent }) => [code, percent]));
  const exact = record.lines.map((line, index) => toExactLine(line, index, record.tax_exempt, percents));
  const bases = new Map(sums.map(({ code, net }) => [code, sumBeforeDiscount(record, code, exact, net)]));
  const lines = roundLines(exact, bases);
  const vatTotal = sum(sums.map(({ vat }) => vat));
  // Only invoices have a status to mark; a quote, order or draft says what it is by its title.
  const mark = isInvoiceForm({ form: extra.form ?? 'invoice' }) ? statusMark(record) : null;
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
    currency: record.currency,
    exchangeRate,
    lines,
    discount: splitDiscount(record, sums, bases),
    vat: sums,
    netTotal: amount.minus(vatTotal),
    vatTotal,
    vatInKronur:
      record.currency === 'ISK' || isZero(vatTotal) || !exchangeRate ? null : vatInKronur(sums, exchangeRate),
    isTaxExempt: record.tax_exempt,
    isOutsideVat: vatNumber(record.seller.vat_no) === '' && isZero(vatTotal),
    amount,
    paymentFee: decimal(record.payment_fee),
    credited: decimal(record.credited_amount),
    paid: payableAmount(amount.minus(record.credited_unpaid), record.currency),
    due: chargedAmount(record),
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

function toReferences(record: PrintableInvoice): References {
  return {
    order: record.order_number,
    salesOrder: record.order_reference,
    contract: record.contract_number,
    accountingCost: record.accounting_cost,
    booking: record.booking,
    costLocation: record.cost_provide,
    credited:
      record.refer_number === null
        ? null
        : { number: record.refer_number, issueDate: record.refer_issue_date ?? '' },
  };
}

function isOwed({ kind, number }: PrintableInvoice, mark: StatusMark | null): boolean {
  return kind === 'invoice' && number !== null && mark === null;
}

/** A credit note is settled by the invoice that it credits, so it is never marked paid or credited itself. */
export function statusMark({
  status,
  kind,
  credited,
  paid_on,
}: Pick<PrintableInvoice, 'status' | 'kind' | 'credited' | 'paid_on'>): StatusMark | null {
  if (status === 'Draft') return { kind: 'draft' };
  if (kind === 'credit') return null;
  if (credited || status === 'Cancelled') return { kind: 'credited' };
  return status === 'Paid' ? { kind: 'paid', on: paid_on } : null;
}

function vatShares(record: PrintableInvoice): VatShare[] {
  const sums: Record<VatCode, [net: string, vat: string]> = {
    S: [record.net_s, record.vat_s],
    AA: [record.net_aa, record.vat_aa],
    Z: [record.net_z, '0'],
  };
  const codesInUse = new Set(record.lines.map(({ tax }) => (record.tax_exempt ? 'Z' : tax)));
  const rates = bookedVatRates(record.refer_issue_date ?? record.issue_date);
  return VAT_CODES.filter((code) => codesInUse.has(code)).map((code) => {
    const [net, vat] = sums[code];
    return { code, percent: rates[code].times(100), net: decimal(net), vat: decimal(vat) };
  });
}

/** Each rate is converted by itself, as the VAT return adds it up: the document states the VAT that is booked. */
function vatInKronur(shares: readonly VatShare[], rate: Decimal): Decimal {
  return sum(shares.map(({ vat }) => round2(vat.times(rate))));
}

type ExactLine = Omit<DocumentLine, 'net'> & { exact: Decimal };

function toExactLine(
  line: PrintableLine,
  index: number,
  taxExempt: boolean,
  percents: ReadonlyMap<VatCode, Decimal>,
): ExactLine {
  const [qty, unitPrice, discount] = [decimal(line.qty), decimal(line.unit_price), decimal(line.discount)];
  const base = qty.times(unitPrice);
  const off = line.discount_is_percent ? base.times(discount).times('0.01') : discount;
  const code = taxExempt ? 'Z' : (line.tax as VatCode);
  const percent = line.discount_is_percent ? discount : null;
  return {
    position: index + 1,
    itemNumber: line.item_number,
    description: line.description,
    qty,
    uom: line.uom,
    unitPrice,
    code,
    vatPercent: percents.get(code) ?? ZERO,
    base: round2(base),
    discount: isZero(off) ? null : { percent, amount: round2(off) },
    exact: base.minus(off),
  };
}

/**
 * The sum of the lines of a VAT rate: the stored net sum, or the sum before the invoice discount where there is
 * one.
 */
function sumBeforeDiscount(
  record: PrintableInvoice,
  code: VatCode,
  lines: ExactLine[],
  net: Decimal,
): Decimal {
  if (!record.is_discount) return net;
  return round2(sum(lines.filter((line) => line.code === code).map(({ exact }) => exact)));
}

function roundLines(lines: ExactLine[], bases: Map<VatCode, Decimal>): DocumentLine[] {
  const nets = new Map<ExactLine, Decimal>();
  for (const [code, base] of bases) {
    const sameRate = lines.filter((line) => line.code === code);
    const shares = apportion(
      sameRate.map(({ exact }) => exact),
      base,
      2,
    );
    for (const [index, line] of sameRate.entries()) nets.set(line, shares[index] ?? ZERO);
  }
  return lines.map((line) => {
    const { exact: _exact, ...rest } = line;
    return { ...rest, net: nets.get(line) ?? ZERO };
  });
}

function splitDiscount(
  record: PrintableInvoice,
  sums: VatShare[],
  bases: Map<VatCode, Decimal>,
): DocumentDiscount | null {
  if (!record.is_discount) return null;
  const shares = sums.map(({ code, percent, net }) => {
    const base = bases.get(code) ?? ZERO;
    return { code, percent, base, amount: base.minus(net) };
  });
  // The shares of different rates can have opposite signs, so their sum can be zero although the shares are
  // not.
  if (shares.every((share) => isZero(share.amount))) return null;
  const amount = sum(shares.map((share) => share.amount));
  return { percent: record.discount_is_percent ? decimal(record.discount_value) : null, amount, shares };
}

function chargedAmount(record: PrintableInvoice): Decimal {
  const { payment_fee: paymentFee, currency } = record;
  return amountDue({ remaining: amountAfterCredits(record).toFixed(), paymentFee, currency });
}

function paymentInstructions(record: PrintableInvoice, mark: StatusMark | null): Payment {
  const { bank_account: account, registration_no: owner } = record.seller;
  if (mark?.kind === 'paid') return { kind: 'paid', method: record.method_payment, account };
  if (record.kind === 'credit') return { kind: creditEffect(record) };
  if (record.is_claim) {
    const isKnown = /^\d{12}$/.test(account) && record.number;
    return { kind: 'claim', account: isKnown ? claimAccount(account, record.number ?? '') : '' };
  }
  if (account === '') return { kind: 'none' };
  return isForAbroad(record)
    ? { kind: 'transfer', account, iban: ibanOf(account, owner), bank: bankOf(account) }
    : { kind: 'transfer', account, iban: '', bank: null };
}

/** A note of an invoice that had been paid gives money back; otherwise less is owed. */
function creditEffect({ is_refund, mark_paid }: PrintableInvoice) {
  if (!is_refund) return 'reduction';
  return mark_paid ? 'refunded' : 'refund';
}

/** Customers have no country, so everybody who may be abroad gets what a bank there asks for. */
function isForAbroad(record: Pick<PrintableInvoice, 'buyer' | 'currency' | 'trading_partner_id'>): boolean {
  return record.buyer.lang === 'en' || record.currency !== 'ISK' || buyerAbroad(record) !== null;
}
