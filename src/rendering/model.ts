import { apportion } from '../domain/apportion.ts';
import { claimAccount } from '../domain/claims.ts';
import type { Lang } from '../domain/codes.ts';
import { ibanOf } from '../domain/iban.ts';
import { type Decimal, decimal, isZero, round2, sum, ZERO } from '../domain/money.ts';
import { amountDue } from '../domain/payments.ts';
import { VAT_CODES, type VatCode, vatRate } from '../domain/vat.ts';
import type {
  PrintableBuyer,
  PrintableInvoice,
  PrintableLine,
  PrintableSeller,
} from './printable-invoice.ts';
import { buyerAbroad } from './ubl/abroad.ts';
import { vatNumber } from './ubl/identifiers.ts';

/**
 * What an invoice says, whatever it is written on: paper, the e-invoice, mails and the page to pay at read this and
 * compute nothing of their own. Figures are exact; those of lines have two decimals and add up to the stored sums.
 */
export interface InvoiceDocument {
  guid: string;
  kind: 'invoice' | 'credit';
  /** Null while it is a draft. */
  number: string | null;
  lang: Lang;
  mark: Mark | null;
  issueDate: string;
  dueDate: string;
  finalDueDate: string;
  deliveryDate: string | null;
  seller: PrintableSeller;
  buyer: PrintableBuyer;
  /** Of a buyer abroad, who has no kennitala; empty where there is none. */
  buyerVat: string;
  /** The kennitala that the e-invoice is sent to. */
  recipient: string;
  currency: string;
  exchangeRate: Decimal;
  lines: DocumentLine[];
  discount: DocumentDiscount | null;
  /** The rates that occur, highest first. */
  vat: VatShare[];
  /** What is left of `amount` without the VAT; it takes up the cent by which rounded sums may differ. */
  netTotal: Decimal;
  vatTotal: Decimal;
  /** The VAT as it is settled, where the invoice is in another currency. */
  vatInKronur: Decimal | null;
  /** The seller has no VAT number and charges none: there is nothing to say of VAT. */
  outsideVat: boolean;
  amount: Decimal;
  /** Charged on top of `amount` by whoever collects it. */
  paymentFee: Decimal;
  /** What credit notes have taken off it since it was issued; no part of what is printed. */
  credited: Decimal;
  /** What a payer is charged: what credit notes have left of it, and the fee. */
  due: Decimal;
  payment: Payment;
  references: References;
  memo: string;
  terms: string;
  logo: Uint8Array | null;
}

export type Mark = { kind: 'draft' } | { kind: 'paid'; on: string | null } | { kind: 'credited' };

export interface DocumentLine {
  position: number;
  itemNumber: string;
  description: string;
  qty: Decimal;
  uom: string;
  unitPrice: Decimal;
  code: VatCode;
  /** Quantity times price, rounded. */
  base: Decimal;
  discount: { percent: Decimal | null; amount: Decimal } | null;
  /** After its own discount and before that of the invoice, without VAT. */
  net: Decimal;
}

/** The discount on the whole invoice, and how much of it falls on each rate. */
interface DocumentDiscount {
  percent: Decimal | null;
  amount: Decimal;
  shares: { code: VatCode; base: Decimal; amount: Decimal }[];
}

export interface VatShare {
  code: VatCode;
  /** 24, not 0.24. */
  percent: Decimal;
  net: Decimal;
  vat: Decimal;
}

export type Payment =
  | { kind: 'claim'; account: string }
  /** With the IBAN for who may pay from abroad, else that is empty. */
  | { kind: 'transfer'; account: string; iban: string }
  | { kind: 'paid'; method: number | null; account: string }
  | { kind: 'none' };

export interface References {
  order: string;
  booking: string;
  costLocation: string;
  credited: { number: string; issueDate: string } | null;
}

export function invoiceDocument(
  record: PrintableInvoice,
  extra: { logo?: Uint8Array | null } = {},
): InvoiceDocument {
  const [amount, exchangeRate] = [decimal(record.amount), decimal(record.exchange_rate)];
  const recipient = record.trading_partner_id || record.buyer.registration_no;
  const sums = vatShares(record);
  const exact = record.lines.map((line, index) => lineOf(line, index, record.tax_exempt));
  const bases = new Map(sums.map(({ code, net }) => [code, baseOf(record, code, exact, net)]));
  const lines = roundedLines(exact, bases);
  const vatTotal = sum(sums.map(({ vat }) => vat));
  const mark = markOf(record);
  return {
    guid: record.guid,
    kind: record.kind,
    number: record.number,
    lang: record.buyer.lang === 'en' ? 'en' : 'is',
    mark,
    issueDate: record.issue_date,
    dueDate: record.due_date,
    finalDueDate: record.settlement_date,
    deliveryDate: record.delivery_date,
    seller: record.seller,
    buyer: record.buyer,
    buyerVat: recipient === '' ? (buyerAbroad(record.buyer.vat)?.vat ?? '') : '',
    recipient,
    currency: record.currency,
    exchangeRate,
    lines,
    discount: discountOf(record, sums, bases),
    vat: sums,
    netTotal: amount.minus(vatTotal),
    vatTotal,
    vatInKronur: record.currency === 'ISK' || isZero(vatTotal) ? null : round2(vatTotal.times(exchangeRate)),
    outsideVat: vatNumber(record.seller.vat_no) === '' && isZero(vatTotal),
    amount,
    paymentFee: decimal(record.payment_fee),
    credited: decimal(record.credited_amount),
    due: dueOf(record),
    payment: paymentOf(record, mark),
    references: {
      order: record.order_reference,
      booking: record.booking,
      costLocation: record.cost_provide,
      credited:
        record.refer_number === null
          ? null
          : { number: record.refer_number, issueDate: record.refer_issue_date ?? '' },
    },
    memo: record.description,
    terms: record.terms,
    logo: extra.logo ?? null,
  };
}

/** A credit note is settled by what it credits, so it is neither paid nor credited itself. */
export function markOf({
  status,
  kind,
  credited,
  paid_on,
}: Pick<PrintableInvoice, 'status' | 'kind' | 'credited' | 'paid_on'>): Mark | null {
  if (status === 'Draft') return { kind: 'draft' };
  if (kind === 'credit') return null;
  if (credited || status === 'Cancelled') return { kind: 'credited' };
  return status === 'Paid' ? { kind: 'paid', on: paid_on } : null;
}

function vatShares(record: PrintableInvoice): VatShare[] {
  const stored: Record<VatCode, [net: string, vat: string]> = {
    S: [record.net_24, record.vat_24],
    AA: [record.net_11, record.vat_11],
    Z: [record.net_0, '0'],
  };
  const used = new Set(record.lines.map(({ tax }) => (record.tax_exempt ? 'Z' : tax)));
  return VAT_CODES.filter((code) => used.has(code)).map((code) => {
    const [net, vat] = stored[code];
    return { code, percent: vatRate(code).times(100), net: decimal(net), vat: decimal(vat) };
  });
}

type ExactLine = Omit<DocumentLine, 'net'> & { exact: Decimal };

function lineOf(line: PrintableLine, index: number, taxExempt: boolean): ExactLine {
  const [qty, unitPrice, given] = [decimal(line.qty), decimal(line.unit_price), decimal(line.discount)];
  const base = qty.times(unitPrice);
  const off = line.discount_is_percent ? base.times(given).times('0.01') : given;
  const percent = line.discount_is_percent ? given : null;
  return {
    position: index + 1,
    itemNumber: line.item_number,
    description: line.description,
    qty,
    uom: line.uom,
    unitPrice,
    code: taxExempt ? 'Z' : (line.tax as VatCode),
    base: round2(base),
    discount: isZero(off) ? null : { percent, amount: round2(off) },
    exact: base.minus(off),
  };
}

/** What the lines of a rate add up to: the stored sum, or where the invoice has a discount, what that is taken off. */
function baseOf(record: PrintableInvoice, code: VatCode, lines: ExactLine[], net: Decimal): Decimal {
  if (!record.is_discount) return net;
  return round2(sum(lines.filter((line) => line.code === code).map(({ exact }) => exact)));
}

function roundedLines(lines: ExactLine[], bases: Map<VatCode, Decimal>): DocumentLine[] {
  const nets = new Map<ExactLine, Decimal>();
  for (const [code, base] of bases) {
    const alike = lines.filter((line) => line.code === code);
    const shares = apportion(
      alike.map(({ exact }) => exact),
      base,
    );
    for (const [index, line] of alike.entries()) nets.set(line, shares[index] ?? ZERO);
  }
  return lines.map((line) => {
    const { exact: _exact, ...shown } = line;
    return { ...shown, net: nets.get(line) ?? ZERO };
  });
}

function discountOf(
  record: PrintableInvoice,
  sums: VatShare[],
  bases: Map<VatCode, Decimal>,
): DocumentDiscount | null {
  if (!record.is_discount) return null;
  const shares = sums.map(({ code, net }) => {
    const base = bases.get(code) ?? ZERO;
    return { code, base, amount: base.minus(net) };
  });
  // What is taken off one rate may come on top of another, so the sum can be nothing while the shares are not.
  if (shares.every((share) => isZero(share.amount))) return null;
  const amount = sum(shares.map((share) => share.amount));
  return { percent: record.discount_is_percent ? decimal(record.discount_value) : null, amount, shares };
}

function dueOf({ amount, credited_amount, payment_fee, currency }: PrintableInvoice): Decimal {
  const remaining = decimal(amount).minus(decimal(credited_amount)).toFixed();
  return amountDue({ remaining, paymentFee: payment_fee, currency });
}

function paymentOf(record: PrintableInvoice, mark: Mark | null): Payment {
  const { bank_account: account, registration_no: owner } = record.seller;
  if (mark?.kind === 'paid') return { kind: 'paid', method: record.method_payment, account };
  if (record.kind === 'credit') return { kind: 'none' };
  if (record.is_claim) {
    const isKnown = /^\d{12}$/.test(account) && record.number;
    return { kind: 'claim', account: isKnown ? claimAccount(account, record.number ?? '') : '' };
  }
  if (account === '') return { kind: 'none' };
  const isAbroad = record.buyer.lang === 'en' || record.currency !== 'ISK';
  return { kind: 'transfer', account, iban: isAbroad ? ibanOf(account, owner) : '' };
}
