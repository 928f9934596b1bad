import { z } from 'zod';
import {
  OWED_TABS,
  remaining,
  STATUS_TABS,
  type StatusTab,
} from '../../../domain/invoices/invoice-status.ts';
import { decimal, sum, toWire } from '../../../domain/values/money.ts';
import { MAX_COUNTED } from '../../../kernel/database/search-sql.ts';
import {
  choice,
  date,
  flag,
  guid,
  integer,
  number,
  object,
  text,
} from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { MEANING } from '../records/schema.ts';
import { isPartlyCredited } from './console-view.ts';
import { type FoundInvoice, findInvoicePage, INVOICE_SORTS, type TabSum } from './search-store.ts';

const MAX_LIMIT = 200;
const searchedAmount = number({ places: 2, min: '0', max: '1000000000000' });

/** A row of the list: an invoice without its lines. */
const foundInvoice = z.object({
  guid: out.guid('Identifies the invoice'),
  number: out.own('Number; empty on a draft', '1'),
  type: out.code(['invoice', 'credit'], 'An invoice, or a credit note'),
  status: out.own('Its status', 'Sent'),
  tab: z.enum(STATUS_TABS).describe('Its status today'),
  customer_name: out.ofCustomer('customer_guid', 'Name of the customer', 'Jón Jónsson'),
  registration_no: out.own('Kennitala of the customer'),
  customer_guid: out.guid('The customer'),
  issue_date: out.date(MEANING.issue_date),
  due_date: out.date(MEANING.due_date),
  settlement_date: out.date(MEANING.settlement_date),
  amount: out.number('Total with VAT', 46500),
  currency: out.own(MEANING.currency, 'ISK'),
  effect: out.number('The signed amount: negative on a credit note', 46500),
  net_24: out.number(
    'Lines at 24 % VAT, without the VAT; negative on a credit note, as the next four',
    37500,
  ),
  net_11: out.number('Lines at 11 % VAT, without the VAT'),
  net_0: out.number('Lines without VAT'),
  vat_24: out.number('VAT at 24 %', 9000),
  vat_11: out.number('VAT at 11 %'),
  exchange_rate: out.number(MEANING.exchange_rate, 1),
  paid_on: out.date('Day on which it was paid').nullable(),
  method_payment: out.integer('How it was paid, 1 to 9', 9).nullable(),
  credited_amount: out.number('How much of it has been credited'),
  paid_amount: out.number('How much of it payments have settled'),
  remaining: out.number('The remainder; 0 where nothing is owed', 46500),
  partly_credited: out.flag('Whether a part of it has been credited'),
  xml_status: out.own('State of its e-invoice'),
  claim_status: out.own('State of its claim'),
  reminded_at: out.time('When the customer was last reminded of it; null where never').nullable(),
  is_imported: out.flag('Whether a former system has issued it'),
});

const TAB_TOTAL =
  'what is left to pay under open, overdue and collection, else their amounts, credit notes negative';

const tabSum = z.object({
  tab: z.enum(STATUS_TABS).describe('Status tab'),
  currency: out.own(MEANING.currency, 'ISK'),
  count: out.integer('How many', 3),
  total: out.number(`Their sum: ${TAB_TOTAL}`, 46500),
});

const countAndTotal = {
  count: out.integer('How many', 3),
  total: out.number(`Their sum in ISK: ${TAB_TOTAL}`, 46500),
};

export const findInvoices = defineRead({
  name: 'find-invoices',
  summary: 'Searches invoices and credit notes: returns one page, and the count and sum of each status tab.',
  access: { scope: 'nav' },
  input: object({
    tab: choice([...STATUS_TABS, 'unpaid']).optional(
      'Only those under this status tab today; unpaid: under open, overdue and collection',
    ),
    search: text(200).optional(
      'A number, an amount, a kennitala, or a part of the name or of the text, from its third letter on anywhere in a word',
    ),
    customer_guid: guid.optional('Only of this customer'),
    item_guid: guid.optional('Only with a line of this item'),
    free_lines: flag.optional('Only with a line that names no item'),
    from_date: date.optional('First day of issue'),
    to_date: date.optional('Last day of issue'),
    min_amount: searchedAmount.optional('Smallest amount with VAT, in the currency of the invoice'),
    max_amount: searchedAmount.optional('Largest amount'),
    sort: choice(INVOICE_SORTS).optional('Order; by date when left out'),
    ascending: flag.optional('true: ascending order'),
    limit: integer(1, MAX_LIMIT).optional('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many'),
  }),
  output: z.object({
    rows: z.array(foundInvoice).describe('The page'),
    tabs: z.array(tabSum).describe('Count and sum of each status tab, per currency, with the same filters'),
    counts: out.list('Count of each status tab, of all currencies', {
      tab: z.enum(STATUS_TABS).describe('Status tab'),
      ...countAndTotal,
    }),
    unpaid: z.object(countAndTotal).describe('Sums of those that are open, overdue or in collection'),
    total: out
      .integer(
        `How many match the filters, under all tabs; null, and tabs and counts empty, where filters other than days leave more than ${MAX_COUNTED}; those of a customer still have what is owed`,
        3,
      )
      .nullable(),
    count: out.integer('Number of records on all pages; null where they are not counted', 3).nullable(),
  }),
  async run({ db, account, today }, input) {
    const take = input.limit ?? 50;
    const query = {
      tab: input.tab,
      search: input.search,
      customer: input.customer_guid,
      item: input.item_guid,
      hasFreeLines: input.free_lines ?? false,
      from: input.from_date,
      to: input.to_date,
      minAmount: input.min_amount?.toFixed(),
      maxAmount: input.max_amount?.toFixed(),
      sort: input.sort ?? 'date',
      isDescending: !input.ascending,
      take,
      skip: ((input.page ?? 1) - 1) * take,
    };
    const { rows, tabs, isComplete } = await findInvoicePage(db, account.id, today, query);
    const under = (...names: readonly StatusTab[]) => total(tabs.filter(({ tab }) => names.includes(tab)));
    const all = isComplete ? total(tabs).count : null;
    const unpaid = under(...OWED_TABS);
    return {
      rows: rows.map(toFoundInvoice),
      tabs: tabs.map(({ tab, currency, count, total }) => ({ tab, currency, count, total: toWire(total) })),
      counts: STATUS_TABS.map((tab) => ({ tab, ...under(tab) })).filter(({ count }) => count > 0),
      unpaid,
      total: all,
      count: !isComplete || !input.tab ? all : input.tab === 'unpaid' ? unpaid.count : under(input.tab).count,
    };
  },
});

function total(sums: readonly TabSum[]) {
  return {
    count: sums.reduce((all, { count }) => all + count, 0),
    total: toWire(sum(sums.map(({ total_isk }) => decimal(total_isk)))),
  };
}

function toFoundInvoice(row: FoundInvoice) {
  const { net_s, net_aa, net_z, vat_s, vat_aa, refund_amount: _refund, written_off_on: _lost, ...rest } = row;
  const { amount, credited_amount, type: kind } = row;
  const signed = (figure: string) => toWire(kind === 'credit' ? decimal(figure).neg() : figure);
  return {
    ...rest,
    amount: toWire(amount),
    effect: signed(amount),
    net_24: signed(net_s),
    net_11: signed(net_aa),
    net_0: signed(net_z),
    vat_24: signed(vat_s),
    vat_11: signed(vat_aa),
    exchange_rate: toWire(row.exchange_rate),
    credited_amount: toWire(credited_amount),
    paid_amount: toWire(row.paid_amount),
    remaining: toWire(remaining({ ...row, kind })),
    partly_credited: isPartlyCredited(row.tab, credited_amount),
  };
}
