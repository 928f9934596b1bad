import { z } from 'zod';
import { ACCOUNTING_STATUSES } from '../../domain/invoices/invoice-states.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../domain/payments/payment.ts';
import { decimal, toWire } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { boundaryDate, choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput } from '../../kernel/fields/output-fields.ts';
import { parseStatusFilter } from '../../kernel/fields/status-filter.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { findLedgerInvoice } from '../invoices/records/ledger-store.ts';
import {
  countPayments,
  findPayers,
  findPayment,
  listPayments,
  type PaymentFilter,
  type PaymentRow,
} from './payment-store.ts';
import { type Payment, payment } from './schema.ts';

/** Who follows invoices sees what settles them. */
export const READERS = { scope: 'payment', orScope: 'nav' } as const;

const filterFields = {
  search: text(200).optional(
    'A part of the reference, the note or the name of the payer, the number of an invoice, or an amount',
  ),
  customer_guid: guid.optional('Payments of this customer'),
  invoice_guid: guid.optional('Payments that settle this invoice, or settled it before they were reversed'),
  from_date: boundaryDate.optional('First day of value'),
  to_date: boundaryDate.optional('Last day of value'),
  direction: choice(DIRECTIONS).optional('Only money that came in, or that went out'),
  source: choice(PAYMENT_SOURCES).optional('How they were reported'),
  state: choice(['booked', 'reversed']).optional('Only payments that count, or only reversed ones'),
  // Not parsed by the schema: parseStatusFilter refuses every wrong value with its own failure code.
  accounting_status: z
    .unknown()
    .meta({ type: 'array', items: { type: 'string', enum: [...ACCOUNTING_STATUSES] } })
    .optional()
    .describe('Accounting status; several separated by commas'),
};
const filters = object(filterFields);

export const getPayments = defineList({
  name: 'get-payments',
  summary: 'Lists payments that came in or went out, newest day of value first.',
  description:
    'Each payment has the invoices that it settles and the remainder that is credit of the customer. Bookkeeping asks for `accounting_status=Created` and reports the result with update-payment.',
  access: READERS,
  input: filters.extend(pageFields),
  output: payment,
  refusals: ['invalid_accounting_status', 'customer_not_found', 'invoice_not_found'],
  async *run({ db, account }, input) {
    const filter = await toFilter(db, account.id, input);
    const rows = batches<PaymentRow>(input, (range) => listPayments(db, account.id, filter, range));
    yield* mapBatches(rows, toPayment);
  },
});

export const getCountPayments = defineRead({
  name: 'get-count-payments',
  summary: 'Counts payments, with the filters of the list.',
  description: 'Returns the number of payments in the list, for example to plan pages.',
  access: READERS,
  input: filters,
  output: countOutput,
  refusals: ['invalid_accounting_status', 'customer_not_found', 'invoice_not_found'],
  run: async ({ db, account }, input) => countPayments(db, account.id, await toFilter(db, account.id, input)),
});

export const getPayment = defineRead({
  name: 'get-payment',
  summary: 'Reads one payment with the invoices that it settles.',
  description:
    'The answer has the remainder that is credit of the customer, and whether the payment was reversed.',
  access: READERS,
  input: object({ guid: guid('The payment') }),
  output: payment,
  refusals: ['payment_not_found'],
  async run({ db, account }, input) {
    const row = await findPayment(db, account.id, input.guid);
    return row ? toPayment(row) : fail('payment_not_found');
  },
});

async function toFilter(
  db: Queryable,
  accountId: number,
  input: z.infer<typeof filters>,
): Promise<PaymentFilter> {
  const { customer_guid, invoice_guid } = input;
  const [customer] = customer_guid ? await findPayers(db, accountId, { guid: customer_guid }) : [];
  if (customer_guid && !customer) fail('customer_not_found');
  const invoice = invoice_guid ? await findLedgerInvoice(db, accountId, invoice_guid) : null;
  if (invoice_guid && !invoice) fail('invoice_not_found');
  return {
    search: input.search || undefined,
    customerId: customer?.id,
    invoiceId: invoice?.id,
    from: input.from_date,
    to: input.to_date,
    direction: input.direction,
    source: input.source,
    state: input.state,
    accounting: parseStatusFilter(input.accounting_status ?? '', ACCOUNTING_STATUSES),
  };
}

export function toPayment(row: PaymentRow): Payment {
  return {
    guid: row.guid,
    direction: row.direction,
    amount: toWire(row.amount),
    currency: row.currency,
    paid_on: row.paid_on,
    recorded_at: row.recorded_at,
    method_payment: row.method_payment,
    source: row.source,
    reference: row.reference,
    note: row.note,
    customer: row.customer,
    allocations: row.allocations.map(({ amount, currency, paid, exchange_difference, ...one }) => ({
      ...one,
      amount: toWire(amount),
      currency,
      paid: toWire(paid),
      exchange_difference: toWire(exchange_difference),
    })),
    components: {
      interest: toWire(row.interest),
      charge: toWire(row.charge),
      fee: toWire(row.fee),
    },
    acquirer_fee: toWire(row.acquirer_fee),
    received: toWire(decimal(row.amount).minus(row.acquirer_fee)),
    unallocated: toWire(row.unallocated),
    state: row.reversed_on === null ? 'booked' : 'reversed',
    reversed_on: row.reversed_on,
    reversal_reason: row.reversal_reason,
    late: row.late,
    bank_line_guid: row.bank_line_guid,
    accounting_status: row.accounting_status,
    accounting_message: row.accounting_message,
  };
}
