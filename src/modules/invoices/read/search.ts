import { z } from 'zod';
import { STATUS_TABS } from '../../../domain/invoice-status.ts';
import { decimal, toWire } from '../../../domain/money.ts';
import { choice, date, flag, guid, integer, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { MEANING } from '../schema.ts';
import { isPartlyCredited } from './console-view.ts';
import { FIND_SORTS, type FoundInvoice, findInvoices as find } from './search-store.ts';

const MOST = 200;

/** A row of a list: what tells one invoice from another, without its lines. */
const foundInvoice = z.object({
  guid: out.guid('Identifies the invoice'),
  number: out.text('Number; empty on a draft', '1'),
  type: out.code(['invoice', 'credit'], 'An invoice, or a credit note'),
  status: out.text('Where it stands', 'Sent'),
  tab: z.enum(STATUS_TABS).describe('Where it stands today'),
  customer_name: out.text('Name of the customer', 'Jón Jónsson'),
  customer_guid: out.guid('The customer'),
  issue_date: out.date(MEANING.issue_date),
  due_date: out.date(MEANING.due_date),
  settlement_date: out.date(MEANING.settlement_date),
  amount: out.number('Total with VAT', 46500),
  currency: out.text(MEANING.currency, 'ISK'),
  effect: out.number('The amount as it counts: negative on a credit note', 46500),
  credited_amount: out.number('How much of it has been credited'),
  partly_credited: out.flag('Whether a part of it has been credited'),
  xml_status: out.text('Where its e-invoice stands'),
  claim_status: out.text('Where its claim stands'),
});

const tabSum = z.object({
  tab: z.enum(STATUS_TABS).describe('Which of them'),
  currency: out.text(MEANING.currency, 'ISK'),
  count: out.integer('How many', 3),
  total: out.number('Their sum, credit notes negative', 46500),
});

export const findInvoices = defineRead({
  name: 'find-invoices',
  summary: 'Searches invoices and credit notes: one page of them, and what stands under every tab.',
  scope: 'nav',
  input: object({
    tab: choice(STATUS_TABS).optional().describe('Only what stands there today'),
    search: text(200).optional().describe('A number, a kennitala, or a part of the name or of the text'),
    customer_guid: guid.optional().describe('Only of this customer'),
    from_date: date.optional().describe('First day of issue'),
    to_date: date.optional().describe('Last day of issue'),
    sort: choice(FIND_SORTS).optional().describe('By what; date when left out'),
    ascending: flag.optional().describe('Smallest first'),
    limit: integer(1, MOST).optional().describe('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional().describe('Which page of that many'),
  }),
  output: z.object({
    rows: z.array(foundInvoice).describe('The page'),
    tabs: z.array(tabSum).describe('What stands under each tab, per currency, with the same filters'),
    counts: z
      .array(
        z.object({ tab: z.enum(STATUS_TABS).describe('Which of them'), count: out.integer('How many', 3) }),
      )
      .describe('How many stand under each tab, whatever the currency'),
    total: out.integer('How many match the filters, under all tabs', 3),
    count: out.integer('How many there are to page through', 3),
  }),
  async run({ db, account, today }, input) {
    const take = input.limit ?? 50;
    const { rows, tabs } = await find(db, account.id, today, {
      tab: input.tab,
      search: input.search,
      customer: input.customer_guid,
      from: input.from_date,
      to: input.to_date,
      sort: input.sort ?? 'date',
      descending: !input.ascending,
      take,
      skip: ((input.page ?? 1) - 1) * take,
    });
    const counted = (of?: string) =>
      tabs.reduce((sum, { tab, count }) => (of === undefined || of === tab ? sum + count : sum), 0);
    return {
      rows: rows.map(shownRow),
      tabs: tabs.map(({ total, ...sum }) => ({ ...sum, total: toWire(total) })),
      counts: STATUS_TABS.map((tab) => ({ tab, count: counted(tab) })).filter(({ count }) => count > 0),
      total: counted(),
      count: counted(input.tab),
    };
  },
});

function shownRow({ amount, credited_amount, ...row }: FoundInvoice) {
  return {
    ...row,
    amount: toWire(amount),
    effect: toWire(row.type === 'credit' ? decimal(amount).neg() : amount),
    credited_amount: toWire(credited_amount),
    partly_credited: isPartlyCredited(row.tab, credited_amount),
  };
}
