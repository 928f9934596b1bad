import type { ReferenceTexts } from '../domain/invoices/references.ts';
import type { VatKind } from '../domain/invoices/vat.ts';

/** A stored invoice, with all figures as exact text. It is plain data, so it can be posted to a worker thread. */
export interface PrintableInvoice extends ReferenceTexts {
  guid: string;
  number: string | null;
  kind: 'invoice' | 'credit';
  status: string;
  credited: boolean;
  paid_on: string | null;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  delivery_date: string | null;
  /** The days whose work or service is invoiced. */
  period_start: string | null;
  period_end: string | null;
  seller: PrintableSeller;
  buyer: PrintableBuyer;
  trading_partner_id: string;
  currency: string;
  /** Null on a quote, order or draft whose rate is not known yet. */
  exchange_rate: string | null;
  description: string;
  terms: string;
  /** Number of the seller's own order or quote that the invoice was made from. */
  order_reference: string;
  /** The invoice that a credit note credits. */
  refer_number: string | null;
  refer_issue_date: string | null;
  /** That invoice had been paid, so the note gives money back. */
  refund_amount: string;
  amount: string;
  /** Amount credited since the invoice was issued. */
  credited_amount: string;
  paid_amount: string;
  written_off_on: string | null;
  written_off_amount: string;
  net_s: string;
  net_aa: string;
  net_z: string;
  vat_s: string;
  vat_aa: string;
  tax_exempt: boolean;
  is_discount: boolean;
  discount_is_percent: boolean;
  discount_value: string;
  payment_fee: string;
  is_claim: boolean;
  is_payment_link: boolean;
  mark_paid: boolean;
  method_payment: number | null;
  lines: PrintableLine[];
}

export interface PrintableSeller {
  name: string;
  registration_no: string;
  vat_no: string;
  email: string;
  address: string;
  zip: string;
  city: string;
  bank_account: string;
  /** Missing on invoices from before it was kept, as `contact`. */
  phone?: string;
  /** The person whom a customer may ask. */
  contact?: string;
}

export interface PrintableBuyer {
  name: string;
  customer_number: string;
  registration_no: string;
  email: string;
  phone_number: string;
  vat: string;
  address: string;
  zip: string;
  city: string;
  lang: string;
  output_select: string;
}

export interface PrintableLine {
  item_number: string;
  description: string;
  qty: string;
  uom: string;
  tax: string;
  /** Why a line of code Z has no VAT, where that is stated. */
  vat_kind: VatKind | null;
  unit_price: string;
  discount: string;
  discount_is_percent: boolean;
}
