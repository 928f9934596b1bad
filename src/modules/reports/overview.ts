import { z } from 'zod';
import { addMonthsAnchored, firstOfMonth } from '../../domain/dates.ts';
import { decimal, sum, toWire } from '../../domain/money.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { readOverview } from './overview-store.ts';

const sumOf = { count: out.integer('How many', 3), total: out.number('Their sum in ISK', 46500) };

const overview = z.object({
  states: z
    .array(
      z.object({
        state: z.enum(['draft', 'open', 'overdue', 'collection']).describe('Where they stand'),
        ...sumOf,
      }),
    )
    .describe('What is not settled yet'),
  unpaid: z.object(sumOf).describe('All that has been issued and not been paid'),
  late: z.object(sumOf).describe('What of it is late or in collection'),
  months: z
    .array(
      z.object({
        month: out.text('Year and month', '2026-03'),
        issued: out.number('Issued in it, with VAT, in ISK'),
        paid: out.number('Paid in it, in ISK'),
      }),
    )
    .describe('The last twelve months, oldest first'),
  ageing: z
    .array(
      z.object({
        band: out.integer('0: not due; 1: up to 30 days late; 2: up to 60; 3: up to 90; 4: more', 1),
        ...sumOf,
      }),
    )
    .describe('What is owed, by how late it is'),
  paused: z
    .array(
      z.object({
        guid: out.guid('The recurring invoice'),
        name: out.text('What it is called', 'Hýsing'),
        reason: out.text('Why it is paused'),
        customer: out.text('Name of the customer', 'Jón Jónsson'),
      }),
    )
    .describe('Recurring invoices that wait for a person'),
  troubled: z
    .array(
      z.object({
        guid: out.guid('The invoice'),
        number: out.text('Its number', '17'),
        customer: out.text('Name of the customer', 'Jón Jónsson'),
        what: z.enum(['payment', 'claim', 'einvoice', 'mail', 'collection']).describe('What is the matter'),
        amount: out.number('Total with VAT', 46500),
        currency: out.text('Currency', 'ISK'),
      }),
    )
    .describe('Invoices that wait for a person'),
  costs: z.object(sumOf).describe('Costs that wait for approval'),
  unread: z
    .array(
      z.object({
        guid: out.guid('The cost'),
        supplier: out.text('Name of the supplier, where it could be read'),
        came_on: out.date('The day that it came in'),
      }),
    )
    .describe('Receipts that could not be read'),
  unbilled_hours: out.number('Hours on tasks that are on no invoice', 12.5),
  running: out.integer('How many timers run'),
  activity: z
    .array(
      z.object({
        at: out.time('When'),
        via: out.text('By which way in', 'console'),
        agent_id: out.text('The program that did it').nullable(),
        action: out.text('What was done', 'create-invoice'),
        target: out.text('To what').nullable(),
        about: out.text('What that is called, where it has a name', '#17 · Jón Jónsson'),
      }),
    )
    .describe('What was done last'),
});

export const getOverview = defineRead({
  name: 'get-overview',
  summary:
    'The state of the books at a glance: what is owed, twelve months of sales, and what waits for a person.',
  scope: 'dashboard_data',
  input: object({}),
  output: overview,
  async run({ db, account, today }) {
    const [year = 0, month = 0] = today.split('-').map(Number);
    const row = await readOverview(db, account.id, today, addMonthsAnchored(firstOfMonth(year, month), -11));
    const summed = (...names: string[]) => {
      const chosen = row.states.filter(({ state }) => names.includes(state));
      return {
        count: chosen.reduce((count, one) => count + one.count, 0),
        total: toWire(sum(chosen.map(({ total }) => decimal(total)))),
      };
    };
    return {
      unpaid: summed('open', 'overdue', 'collection'),
      late: summed('overdue', 'collection'),
      states: row.states.map((one) => ({ ...one, state: one.state as 'open', total: toWire(one.total) })),
      months: row.months.map(({ month, issued, paid }) => ({
        month,
        issued: toWire(issued),
        paid: toWire(paid),
      })),
      ageing: row.ageing.map((one) => ({ ...one, total: toWire(one.total) })),
      paused: row.paused,
      troubled: row.troubled.map((one) => ({
        ...one,
        what: one.what as 'claim',
        amount: toWire(one.amount),
      })),
      costs: { count: row.costs.count, total: toWire(row.costs.total) },
      unread: row.unread,
      unbilled_hours: toWire(row.unbilled_hours),
      running: row.running,
      activity: row.activity,
    };
  },
});
