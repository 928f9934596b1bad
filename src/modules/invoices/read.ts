import { ACCOUNTING_STATUSES, type AccountingStatus } from '../../domain/invoice-states.ts';
import { toWire } from '../../domain/money.ts';
import type { ReadContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { choice, date, guid, object, text } from '../../kernel/fields.ts';
import { list, read } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { paymentLink } from './payment-link.ts';
import type { Invoice, InvoiceLine } from './schema.ts';
import {
  countInvoices,
  findInvoice,
  type InvoiceFilter,
  type InvoiceRow,
  type LineRow,
  type ListedInvoice,
  listInvoices,
  SORTS,
} from './store.ts';

const filters = {
  accounting_status: text(100).optional(),
  date_filter: choice(['created_date', 'issue_date']).optional(),
  from_date: date.optional(),
  to_date: date.optional(),
};

export const getInvoices = list({
  name: 'get-invoices',
  summary:
    'Lists invoices and credit notes with their lines, newest issue date first unless sorted otherwise.',
  scope: 'nav',
  input: object({ ...filters, sort: choice(SORTS).optional(), ...pageFields }),
  run(ctx, input) {
    const { db, account } = ctx;
    const filter = filterOf(input);
    const rows = batches<ListedInvoice>(input, (take, skip, after) =>
      listInvoices(db, account.id, filter, input.sort ?? 'date_desc', take, skip, after),
    );
    return mapBatches(rows, (row) => shown(ctx, row));
  },
});

export const getCountInvoices = read({
  name: 'get-count-invoices',
  summary: 'Counts invoices and credit notes, with the filters of the list.',
  scope: 'nav',
  input: object(filters),
  run: ({ db, account }, input) => countInvoices(db, account.id, filterOf(input)),
});

export const getInvoice = read({
  name: 'get-invoice',
  summary: 'Reads one invoice or credit note with its lines.',
  scope: 'nav',
  input: object({ guid: guid() }),
  async run(ctx, input) {
    const row = await findInvoice(ctx.db, ctx.account.id, input.guid);
    return row ? shown(ctx, row) : fail('invoice_not_found');
  },
});

interface FilterInput {
  accounting_status?: string | undefined;
  date_filter?: InvoiceFilter['by'] | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

function filterOf(input: FilterInput): InvoiceFilter {
  const accounting = (input.accounting_status ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (!accounting.every(isAccountingStatus))
    fail('invalid_accounting_status', ACCOUNTING_STATUSES.join(', '));
  return { accounting, by: input.date_filter ?? 'issue_date', from: input.from_date, to: input.to_date };
}

function isAccountingStatus(value: string): value is AccountingStatus {
  return ACCOUNTING_STATUSES.some((one) => one === value);
}

function shown(ctx: ReadContext, row: InvoiceRow): Invoice {
  return {
    guid: row.guid,
    number: row.number ?? '',
    amount: toWire(row.amount),
    currency: row.currency,
    status: row.status,
    created_date: row.created_at.slice(0, 10),
    issue_date: row.issue_date,
    due_date: row.due_date,
    settlement_date: row.settlement_date,
    delivery_date: row.delivery_date,
    description: row.description,
    booking: row.booking,
    cost_provide: row.cost_provide,
    terms: row.terms,
    type: row.kind,
    refer_guid: row.refer_guid,
    accounting_status: row.accounting_status,
    accounting_message: row.accounting_message,
    updated_timestamp: row.updated_at,
    xml_status: row.xml_status,
    claim_id: row.claim_id,
    claim_status: row.claim_status,
    capital_gains_tax: toWire(row.capital_gains_tax),
    other_default_costs_amount: toWire(row.other_default_costs_amount),
    default_charge_amount: toWire(row.default_charge_amount),
    default_interest_amount: toWire(row.default_interest_amount),
    bank_transaction_amount: toWire(row.bank_transaction_amount),
    total_24vat: toWire(row.net_24),
    total_11vat: toWire(row.net_11),
    total_0vat: toWire(row.net_0),
    exchange_rate: toWire(row.exchange_rate),
    payment_fee: toWire(row.payment_fee),
    is_discount: row.is_discount,
    discount_type: row.discount_is_percent,
    discount_value: toWire(row.discount_value),
    credited_amount: toWire(row.credited_amount),
    credited: row.credited,
    ...(row.is_payment_link && { payment_link: paymentLink(ctx, row.guid) }),
    items: row.lines.map(shownLine),
    customer: shownCustomer(row.buyer),
  };
}

function shownLine(line: LineRow): InvoiceLine {
  return {
    guid: line.item_guid,
    line_guid: line.guid,
    item_number: line.item_number,
    description: line.description,
    qty: toWire(line.qty),
    uom: line.uom,
    tax: line.tax,
    unit_price: toWire(line.unit_price),
    discount: toWire(line.discount),
    discount_type: line.discount_is_percent,
  };
}

function shownCustomer({ guid, name, address, zip, city, registration_no, email }: InvoiceRow['buyer']) {
  return { guid, name, address, zip, city, registration_no, email };
}
