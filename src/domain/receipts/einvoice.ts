/** A received e-invoice or credit note, as its sender wrote it. Figures are decimal texts; what it does not state is null or empty. */
export interface Einvoice {
  kind: 'invoice' | 'credit_note';
  /** UNCL 1001, such as 380. */
  type_code: string;
  number: string;
  issue_date: string;
  due_date: string;
  delivery_date: string;
  period: { start: string; end: string };
  currency: string;
  notes: string[];
  references: EinvoiceReferences;
  /** The invoices that a credit note or correction is about. */
  preceding: { number: string; issue_date: string }[];
  seller: EinvoiceParty;
  buyer: EinvoiceParty;
  payment: EinvoicePayment[];
  payment_terms: string;
  lines: EinvoiceLine[];
  /** Of the document; those of a line stand with it. */
  allowances: EinvoiceAllowance[];
  vat: EinvoiceVat[];
  totals: EinvoiceTotals;
  /** Files inside of the document, which are not read. */
  attachments: { name: string; description: string }[];
}

interface EinvoiceReferences {
  /** The buyer's own order, and the seller's. */
  order: string;
  sales_order: string;
  buyer_reference: string;
  contract: string;
  project: string;
  accounting_cost: string;
}

export interface EinvoiceParty {
  name: string;
  /** Empty where the party states none that can be one. */
  kennitala: string;
  company_id: string;
  vat_number: string;
  /** The electronic address: scheme and number. */
  endpoint: { scheme: string; id: string };
  street: string;
  city: string;
  zip: string;
  country: string;
  email: string;
}

interface EinvoicePayment {
  /** UNCL 4461, such as 30. */
  means: string;
  account: string;
  account_name: string;
  bank: string;
  /** What the payer is to name. */
  reference: string;
}

export interface EinvoiceAllowance {
  is_charge: boolean;
  reason: string;
  percent: string | null;
  base: string | null;
  amount: string | null;
  vat_category: string;
  vat_percent: string | null;
}

export interface EinvoiceLine {
  number: string;
  name: string;
  description: string;
  item_number: string;
  note: string;
  order_line: string;
  quantity: string | null;
  unit: string;
  price: string | null;
  /** How many units the price is of. */
  price_quantity: string | null;
  amount: string | null;
  vat_category: string;
  vat_percent: string | null;
  allowances: EinvoiceAllowance[];
}

export interface EinvoiceVat {
  category: string;
  percent: string | null;
  base: string | null;
  amount: string | null;
  exemption: string;
}

export interface EinvoiceTotals {
  lines: string | null;
  allowances: string | null;
  charges: string | null;
  net: string | null;
  vat: string | null;
  gross: string | null;
  prepaid: string | null;
  rounding: string | null;
  payable: string | null;
}

/** The header in which the network carried a document. */
export interface EinvoiceEnvelope {
  id: string;
  receiver: string;
}
