import { ACCOUNTING_STATUSES, INVOICE_STATUSES } from '../../../domain/invoices/invoice-states.ts';
import { eachReference } from '../../../domain/invoices/references.ts';
import { RENDITION_KINDS } from '../../../domain/invoices/rendition-cases.ts';
import { VAT_CODES, VAT_KINDS } from '../../../domain/invoices/vat.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../../domain/payments/payment.ts';
import { keysOf } from '../../../domain/values/records.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  jsonb,
  numeric,
  oneOf,
  row,
  smallint,
  text,
  timestamp,
  uuid,
} from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';
import type { BuyerSnapshot } from './invoice-facts-store.ts';
import type { SellerSnapshot } from './seller.ts';

/** What the seller writes on the document, and its references. */
export const textColumns = {
  delivery_date: date().nullable(),
  description: text(),
  ...eachReference(() => text()),
  terms: text(),
};
export const textRow = row(textColumns);
export const TEXT_NAMES = keysOf(textColumns);

/** The discount on the whole document. */
const discountColumns = {
  is_discount: boolean(),
  discount_is_percent: boolean(),
  discount_value: numeric(),
};
export const DISCOUNT_NAMES = keysOf(discountColumns);

/** Net and VAT of an invoice by VAT code; there is no VAT at Z. */
const sumColumns = {
  net_s: numeric(),
  net_aa: numeric(),
  net_z: numeric(),
  vat_s: numeric(),
  vat_aa: numeric(),
};
export const SUM_NAMES = keysOf(sumColumns);

/** The columns that an invoice has in common with an order, draft, quote or template. */
export const sharedColumns = {
  customer_id: bigint(),
  buyer: jsonb<BuyerSnapshot>(),
  currency: text(),
  ...textColumns,
  trading_partner_id: text(),
  amount: numeric(),
  tax_exempt: boolean(),
  ...discountColumns,
  payment_fee: numeric(),
  is_claim: boolean(),
  is_payment_link: boolean(),
  method_payment: smallint().nullable(),
};

/** The columns that their lines have in common, without the keys of their document. */
export const sharedLineColumns = {
  guid: uuid(),
  item_guid: uuid().nullable(),
  item_number: text(),
  description: text(),
  category: text(),
  qty: numeric(),
  uom: text(),
  tax: oneOf(VAT_CODES),
  vat_kind: oneOf(VAT_KINDS).nullable(),
  unit_price: numeric(),
  product_cost: numeric(),
  discount: numeric(),
  discount_is_percent: boolean(),
};

export const LINE_FIELDS = keysOf(sharedLineColumns);

export const invoices = table('invoices', {
  account_id: bigint(),
  ...sharedColumns,
  id: bigint().identity(),
  guid: uuid(),
  kind: oneOf(['invoice', 'credit']),
  status: oneOf(INVOICE_STATUSES),
  number: bigint().nullable(),
  refer_id: bigint().nullable(),
  seller: jsonb<SellerSnapshot>(),
  exchange_rate: numeric(),
  period_start: date().nullable(),
  period_end: date().nullable(),
  issue_date: date(),
  due_date: date(),
  settlement_date: date(),
  ...sumColumns,
  discount_total: numeric(),
  paid_on: date().nullable(),
  credited_amount: numeric().withDefault(),
  credited: boolean().withDefault(),
  /** Of an invoice what payments have settled; of a credit note what was paid back or applied of it. */
  paid_amount: numeric(),
  /** How much of a credit note is owed to the customer, because it credits what was paid already. */
  refund_amount: numeric(),
  /** Whether it is above 0, kept by the database for nodes of the second release. */
  is_refund: boolean().withDefault(),
  /** A former system has issued it and reported it. */
  is_imported: boolean().withDefault(),
  written_off_on: date().nullable().withDefault(),
  written_off_amount: numeric().withDefault(),
  write_off_reason: text().withDefault(),
  accounting_status: oneOf(['', ...ACCOUNTING_STATUSES]),
  accounting_message: text().withDefault(),
  xml_status: text(),
  claim_id: text().withDefault(),
  claim_status: oneOf(['', 'sent', 'paid', 'cancel']).withDefault(),
  claim_error: text().withDefault(),
  capital_gains_tax: numeric().withDefault(),
  other_default_costs_amount: numeric().withDefault(),
  default_charge_amount: numeric().withDefault(),
  default_interest_amount: numeric().withDefault(),
  bank_transaction_amount: numeric().withDefault(),
  created_at: timestamp(),
  updated_at: timestamp(),
  sales_document_id: bigint().nullable(),
  occurrence: integer().nullable(),
  order_reference: text(),
  mark_paid: boolean(),
  overdue_at: timestamp().nullable().withDefault(),
  reminded_at: timestamp().nullable().withDefault(),
  einvoice_reference: text().withDefault(),
  payment_message: text().withDefault(),
  created_by: bigint().nullable(),
  /** How its lines of code Z that do not say why count in the VAT return, where that was decided after it was issued. */
  decided_vat_kind: oneOf(VAT_KINDS).nullable().withDefault(),
});

export const invoiceLines = table('invoice_lines', {
  account_id: bigint(),
  ...sharedLineColumns,
  invoice_id: bigint(),
  position: integer(),
  net: numeric(),
  vat: numeric(),
  discount_total: numeric(),
  credited_qty: numeric().withDefault(),
  task_guid: uuid().nullable(),
});

export const invoiceEvents = table('invoice_events', {
  account_id: bigint(),
  invoice_id: bigint(),
  id: bigint().identity(),
  at: timestamp(),
  event: text(),
  via: text().withDefault(),
  series: text().withDefault(),
  recipient: text().withDefault(),
  reason: text().withDefault(),
  person_id: bigint().nullable().withDefault(),
});

export const renditions = table('renditions', {
  account_id: bigint(),
  invoice_id: bigint(),
  kind: oneOf(RENDITION_KINDS),
  file_name: text(),
  sha256: bytea(),
  bytes: bytea(),
  created_at: timestamp(),
});

export const files = table('files', {
  account_id: bigint(),
  guid: uuid(),
  name: text(),
  content_type: text(),
  size: integer(),
  sha256: bytea(),
  bytes: bytea(),
  invoice_id: bigint().nullable().withDefault(),
  sales_document_id: bigint().nullable().withDefault(),
  created_at: timestamp().withDefault(),
});

/** The files that an invoice was issued with. Triggers on invoices and files fill it. */
export const invoiceFiles = table('invoice_files', {
  account_id: bigint(),
  invoice_id: bigint(),
  file_guid: uuid(),
});

export const checkouts = table('checkouts', {
  account_id: bigint(),
  invoice_id: bigint(),
  id: bigint().identity(),
  provider: text(),
  checkout_id: text(),
  url: text(),
  amount: numeric(),
  currency: text(),
  status: oneOf(['open', 'pending', 'paid', 'closed']).withDefault(),
  expires_at: timestamp(),
  created_at: timestamp(),
  over_at: timestamp().nullable().withDefault(),
});

export const payments = table('payments', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  direction: oneOf(DIRECTIONS),
  amount: numeric(),
  currency: text(),
  exchange_rate: numeric(),
  paid_on: date(),
  recorded_at: timestamp(),
  method_payment: smallint().nullable(),
  source: oneOf(PAYMENT_SOURCES),
  source_key: text().nullable().withDefault(),
  reference: text().withDefault(),
  note: text().withDefault(),
  customer_id: bigint().nullable(),
  interest: numeric().withDefault(),
  charge: numeric().withDefault(),
  fee: numeric().withDefault(),
  acquirer_fee: numeric().withDefault(),
  unallocated: numeric(),
  reversed_on: date().nullable().withDefault(),
  reversal_reason: text().withDefault(),
  bank_line_guid: uuid().nullable().withDefault(),
  payout: text().withDefault(),
  late: boolean().withDefault(),
  accounting_status: oneOf(ACCOUNTING_STATUSES).withDefault(),
  accounting_message: text().withDefault(),
  created_by: bigint().nullable(),
});

/** What a payment settles; `from_payment_id`: the payment whose surplus it pays back or applies. */
export const allocations = table('allocations', {
  account_id: bigint(),
  id: bigint().identity(),
  payment_id: bigint(),
  invoice_id: bigint().nullable(),
  from_payment_id: bigint().nullable(),
  amount: numeric(),
  paid: numeric(),
  exchange_difference: numeric().withDefault(),
});

export const exchangeRates = table('exchange_rates', {
  currency: text(),
  date: date(),
  rate: numeric(),
});

export const numberStarts = table('number_starts', {
  account_id: bigint(),
  after: bigint(),
  next: bigint(),
  at: timestamp(),
});
