import type { ForeignBuyer } from '../domain/invoices/foreign-buyer.ts';
import type { ReferenceTexts } from '../domain/invoices/references.ts';
import type { VatCode, VatKind } from '../domain/invoices/vat.ts';
import type { Lang } from '../domain/values/codes.ts';
import type { Period } from '../domain/values/dates.ts';
import type { Decimal } from '../domain/values/money.ts';
import type { PrintableBuyer, PrintableSeller } from './printable-invoice.ts';

/**
 * The content of an invoice, independent of the output format. PDF, e-invoice, mails and the payment page all read
 * this model and compute nothing themselves. Figures have two decimals: a line is quantity times price less its
 * discount, and the net of a rate is the sum of its lines, see `documentFigures`.
 */
export interface InvoiceDocument {
  guid: string;
  kind: 'invoice' | 'credit';
  /** What is printed: an invoice or credit note, a reminder of one, or a document that becomes an invoice later. */
  form: DocumentForm;
  /** Last day of a quote. */
  validUntil: string | null;
  /** Days since the due date, on a reminder. */
  overdueDays: number;
  /** Null for a draft. */
  number: string | null;
  lang: Lang;
  mark: StatusMark | null;
  issueDate: string;
  dueDate: string;
  finalDueDate: string;
  deliveryDate: string | null;
  /** The days whose work or service is invoiced. */
  period: Period | null;
  seller: PrintableSeller;
  buyer: PrintableBuyer;
  /** The buyer's country, VAT number and electronic address if it is abroad; null if it is Icelandic. */
  abroad: ForeignBuyer | null;
  /** The kennitala to which the e-invoice is sent, or an address abroad with its scheme. */
  recipient: string;
  currency: string;
  /** Null where it is not known yet, on a quote, order or draft. */
  exchangeRate: Decimal | null;
  lines: DocumentLine[];
  discount: DocumentDiscount | null;
  /** The VAT rates in use, highest first; code Z has a share for each kind. */
  vat: VatShare[];
  vatTotal: Decimal;
  /** The VAT in krónur for an invoice in another currency, as the VAT return counts it. */
  vatInKronur: Decimal | null;
  /** No VAT is charged to this customer, whatever is sold. */
  isTaxExempt: boolean;
  /** The seller has no VAT number and charges no VAT, so VAT is not printed at all. */
  isOutsideVat: boolean;
  amount: Decimal;
  /** Charged on top of `amount` by the bank that collects it. */
  paymentFee: Decimal;
  /** Amount credited since the invoice was issued, exactly; `printedSettlement` says what is printed of it. */
  credited: Decimal;
  /** What was paid of it so far, exactly. */
  paid: Decimal;
  /** The remainder that was given up as lost. */
  writtenOff: Decimal;
  /** The amount that a payer is charged: what is left with the fee; zero once it is settled. */
  due: Decimal;
  payment: Payment;
  /** Whether the invoice can be paid at a public page. */
  hasPaymentLink: boolean;
  /** The address of that page; empty where it is not known or the invoice is not owed. */
  paymentLink: string;
  references: References;
  memo: string;
  terms: string;
  logo: Uint8Array | null;
  /** Whether it is written for a reader abroad: with country, IBAN and the full VAT number of the seller. */
  isForAbroad: boolean;
}

export type DocumentForm = 'invoice' | 'reminder' | 'quote' | 'order' | 'draft';

/** A reminder repeats the invoice; the other forms ask for no payment. */
export function isInvoiceForm({ form }: Pick<InvoiceDocument, 'form'>): boolean {
  return form === 'invoice' || form === 'reminder';
}

export type StatusMark =
  /** `isPaid`: it will be issued as paid. */
  | { kind: 'draft'; isPaid: boolean }
  | { kind: 'paid'; on: string | null }
  | { kind: 'credited' | 'written_off' };

/** Whether nothing is asked for: it is paid or will be issued as paid, was credited in full, or given up as lost. */
export function isSettled({ mark }: Pick<InvoiceDocument, 'mark'>): boolean {
  return mark !== null && (mark.kind !== 'draft' || mark.isPaid);
}

export interface DocumentLine {
  position: number;
  itemNumber: string;
  description: string;
  qty: Decimal;
  uom: string;
  unitPrice: Decimal;
  code: VatCode;
  vatKind: VatKind | null;
  /** 24, not 0.24. */
  vatPercent: Decimal;
  /** Quantity times price, rounded. */
  base: Decimal;
  discount: { percent: Decimal | null; amount: Decimal } | null;
  /** Net after the line discount and before the invoice discount. */
  net: Decimal;
}

/** The discount on the whole invoice, split as `VatShare` is. */
export interface DocumentDiscount {
  percent: Decimal | null;
  amount: Decimal;
  shares: (VatGroup & { base: Decimal; amount: Decimal })[];
}

/** Lines that have the same rate of VAT or, at code Z, none for the same reason. */
export interface VatGroup {
  code: VatCode;
  /** Why code Z has no VAT, where lines state it; null for other codes, and for everything sold to an exempt customer. */
  vatKind: VatKind | null;
  /** 24, not 0.24. */
  percent: Decimal;
}

export interface VatShare extends VatGroup {
  net: Decimal;
  vat: Decimal;
}

export type Payment =
  | { kind: 'claim'; account: string }
  /** `iban` and `bank` are set only if the buyer may pay from abroad. */
  | { kind: 'transfer'; account: string; iban: string; bank: { name: string; bic: string } | null }
  | { kind: 'paid'; method: number | null; account: string }
  /** What a credit note takes off its invoice, and what of it is paid back or has been. */
  | { kind: 'credit'; reduction: Decimal; refund: Decimal; isRefunded: boolean }
  | { kind: 'none' };

export interface References extends ReferenceTexts {
  /** Number of the seller's own order or quote. */
  salesOrder: string;
  credited: { number: string; issueDate: string } | null;
}
