import { ACCOUNTING_STATUSES, INVOICE_STATUSES } from '../../../domain/invoices/invoice-states.ts';
import { eachReference } from '../../../domain/invoices/references.ts';
import { RENDITION_KINDS } from '../../../domain/invoices/rendition-cases.ts';
import { VAT_CODES, VAT_KINDS } from '../../../domain/invoices/vat.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../../domain/payments/payment.ts';
import { keysOf } from '../../../domain/values/records.ts';
import { col, row } from '../../../kernel/database/row.ts';
import { table } from '../../../kernel/database/table.ts';
import type { BuyerSnapshot } from './invoice-facts-store.ts';
import type { SellerSnapshot } from './seller.ts';

/** What the seller writes on the document, and its references. */
export const textColumns = {
  delivery_date: col.date().nullable(),
  description: col.text(),
  ...eachReference(() => col.text()),
  terms: col.text(),
};
export const textRow = row(textColumns);
export const TEXT_NAMES = keysOf(textColumns);

/** The discount on the whole document. */
const discountColumns = {
  is_discount: col.boolean(),
  discount_is_percent: col.boolean(),
  discount_value: col.numeric(),
};
export const DISCOUNT_NAMES = keysOf(discountColumns);

/** Net and VAT of an invoice by VAT code; there is no VAT at Z. */
const sumColumns = {
  net_s: col.numeric(),
  net_aa: col.numeric(),
  net_z: col.numeric(),
  vat_s: col.numeric(),
  vat_aa: col.numeric(),
};
export const SUM_NAMES = keysOf(sumColumns);

/** The columns that an invoice has in common with an order, draft, quote or template. */
export const sharedColumns = {
  customer_id: col.bigint(),
  buyer: col.jsonb<BuyerSnapshot>(),
  currency: col.text(),
  ...textColumns,
  trading_partner_id: col.text(),
  amount: col.numeric(),
  tax_exempt: col.boolean(),
  ...discountColumns,
  payment_fee: col.numeric(),
  is_claim: col.boolean(),
  is_payment_link: col.boolean(),
  method_payment: col.smallint().nullable(),
};

/** The columns that their lines have in common, without the keys of their document. */
export const sharedLineColumns = {
  guid: col.uuid(),
  item_guid: col.uuid().nullable(),
  item_number: col.text(),
  description: col.text(),
  category: col.text(),
  qty: col.numeric(),
  uom: col.text(),
  tax: col.oneOf(VAT_CODES),
  vat_kind: col.oneOf(VAT_KINDS).nullable(),
  unit_price: col.numeric(),
  product_cost: col.numeric(),
  discount: col.numeric(),
  discount_is_percent: col.boolean(),
};

export const LINE_FIELDS = keysOf(sharedLineColumns);

export const invoices = table('invoices', {
  account_id: col.bigint(),
  ...sharedColumns,
  id: col.bigint().identity(),
  guid: col.uuid(),
  kind: col.oneOf(['invoice', 'credit']),
  status: col.oneOf(INVOICE_STATUSES),
  number: col.bigint().nullable(),
  refer_id: col.bigint().nullable(),
  seller: col.jsonb<SellerSnapshot>(),
  exchange_rate: col.numeric(),
  period_start: col.date().nullable(),
  period_end: col.date().nullable(),
  issue_date: col.date(),
  due_date: col.date(),
  settlement_date: col.date(),
  ...sumColumns,
  discount_total: col.numeric(),
  paid_on: col.date().nullable(),
  credited_amount: col.numeric().withDefault(),
  credited: col.boolean().withDefault(),
  /** Of an invoice what payments have settled; of a credit note what was paid back or applied of it. */
  paid_amount: col.numeric(),
  /** How much of a credit note is owed to the customer, because it credits what was paid already. */
  refund_amount: col.numeric(),
  /** Whether it is above 0, kept by the database for nodes of the second release. */
  is_refund: col.boolean().withDefault(),
  /** A former system has issued it and reported it. */
  is_imported: col.boolean().withDefault(),
  written_off_on: col.date().nullable().withDefault(),
  written_off_amount: col.numeric().withDefault(),
  write_off_reason: col.text().withDefault(),
  accounting_status: col.oneOf(['', ...ACCOUNTING_STATUSES]),
  accounting_message: col.text().withDefault(),
  xml_status: col.text(),
  claim_id: col.text().withDefault(),
  claim_status: col.oneOf(['', 'sent', 'paid', 'cancel']).withDefault(),
  claim_error: col.text().withDefault(),
  capital_gains_tax: col.numeric().withDefault(),
  other_default_costs_amount: col.numeric().withDefault(),
  default_charge_amount: col.numeric().withDefault(),
  default_interest_amount: col.numeric().withDefault(),
  bank_transaction_amount: col.numeric().withDefault(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
  sales_document_id: col.bigint().nullable(),
  occurrence: col.integer().nullable(),
  order_reference: col.text(),
  mark_paid: col.boolean(),
  overdue_at: col.timestamp().nullable().withDefault(),
  reminded_at: col.timestamp().nullable().withDefault(),
  einvoice_reference: col.text().withDefault(),
  payment_message: col.text().withDefault(),
  created_by: col.bigint().nullable(),
  /** How its lines of code Z that do not say why count in the VAT return, where that was decided after it was issued. */
  decided_vat_kind: col.oneOf(VAT_KINDS).nullable().withDefault(),
});

export const invoiceLines = table('invoice_lines', {
  account_id: col.bigint(),
  ...sharedLineColumns,
  invoice_id: col.bigint(),
  position: col.integer(),
  net: col.numeric(),
  vat: col.numeric(),
  discount_total: col.numeric(),
  credited_qty: col.numeric().withDefault(),
  task_guid: col.uuid().nullable(),
});

export const invoiceEvents = table('invoice_events', {
  account_id: col.bigint(),
  invoice_id: col.bigint(),
  id: col.bigint().identity(),
  at: col.timestamp(),
  event: col.text(),
  via: col.text().withDefault(),
  series: col.text().withDefault(),
  recipient: col.text().withDefault(),
  reason: col.text().withDefault(),
  person_id: col.bigint().nullable().withDefault(),
});

export const renditions = table('renditions', {
  account_id: col.bigint(),
  invoice_id: col.bigint(),
  kind: col.oneOf(RENDITION_KINDS),
  file_name: col.text(),
  sha256: col.bytea(),
  bytes: col.bytea(),
  created_at: col.timestamp(),
});

export const files = table('files', {
  account_id: col.bigint(),
  guid: col.uuid(),
  name: col.text(),
  content_type: col.text(),
  size: col.integer(),
  sha256: col.bytea(),
  bytes: col.bytea(),
  invoice_id: col.bigint().nullable().withDefault(),
  sales_document_id: col.bigint().nullable().withDefault(),
  created_at: col.timestamp().withDefault(),
});

/** The files that an invoice was issued with. Triggers on invoices and files fill it. */
export const invoiceFiles = table('invoice_files', {
  account_id: col.bigint(),
  invoice_id: col.bigint(),
  file_guid: col.uuid(),
});

export const checkouts = table('checkouts', {
  account_id: col.bigint(),
  invoice_id: col.bigint(),
  id: col.bigint().identity(),
  provider: col.text(),
  checkout_id: col.text(),
  url: col.text(),
  amount: col.numeric(),
  currency: col.text(),
  status: col.oneOf(['open', 'pending', 'paid', 'closed']).withDefault(),
  expires_at: col.timestamp(),
  created_at: col.timestamp(),
  over_at: col.timestamp().nullable().withDefault(),
});

export const payments = table('payments', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  direction: col.oneOf(DIRECTIONS),
  amount: col.numeric(),
  currency: col.text(),
  exchange_rate: col.numeric(),
  paid_on: col.date(),
  recorded_at: col.timestamp(),
  method_payment: col.smallint().nullable(),
  source: col.oneOf(PAYMENT_SOURCES),
  source_key: col.text().nullable().withDefault(),
  reference: col.text().withDefault(),
  note: col.text().withDefault(),
  customer_id: col.bigint().nullable(),
  interest: col.numeric().withDefault(),
  charge: col.numeric().withDefault(),
  fee: col.numeric().withDefault(),
  acquirer_fee: col.numeric().withDefault(),
  unallocated: col.numeric(),
  reversed_on: col.date().nullable().withDefault(),
  reversal_reason: col.text().withDefault(),
  bank_line_guid: col.uuid().nullable().withDefault(),
  payout: col.text().withDefault(),
  late: col.boolean().withDefault(),
  accounting_status: col.oneOf(ACCOUNTING_STATUSES).withDefault(),
  accounting_message: col.text().withDefault(),
  created_by: col.bigint().nullable(),
});

/** What a payment settles; `from_payment_id`: the payment whose surplus it pays back or applies. */
export const allocations = table('allocations', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  payment_id: col.bigint(),
  invoice_id: col.bigint().nullable(),
  from_payment_id: col.bigint().nullable(),
  amount: col.numeric(),
  paid: col.numeric(),
  exchange_difference: col.numeric().withDefault(),
});

export const exchangeRates = table('exchange_rates', {
  currency: col.text(),
  date: col.date(),
  rate: col.numeric(),
});

export const numberStarts = table('number_starts', {
  account_id: col.bigint(),
  after: col.bigint(),
  next: col.bigint(),
  at: col.timestamp(),
});
