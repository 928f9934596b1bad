import type { z } from 'zod';
import { INTERVALS, PERIODS } from '../../domain/sales/recurrence.ts';
import { RECURRING_STATES } from '../../domain/sales/recurrence-states.ts';
import { CURRENCIES } from '../../domain/values/codes.ts';
import { choice, date, flag, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { documentForms } from '../invoices/records/forms.ts';
import { clientAmount, MEANING } from '../invoices/records/schema.ts';
import { salesDocument, salesDocumentInput } from '../sales-documents/schema.ts';

/** A sales document with the schedule of its invoices. */
export const recurringInput = salesDocumentInput
  .extend({
    amount: clientAmount(salesDocumentInput.shape.amount.description ?? ''),
    currency: choice(CURRENCIES)(MEANING.currency),
    issue_date: date.optional(
      'The days to due_date and settlement_date count from here; the start date when left out',
    ),
    due_date: salesDocumentInput.shape.due_date.describe(
      `${salesDocumentInput.shape.due_date.description}; the day of issue beside a settlement_date that is a date`,
    ),
    save: flag.optional('Not possible here: a template is active at once'),
    recurring_name: text(200)('What it is called'),
    recurring_interval: text(20, { enum: [...INTERVALS, 'annuall'] })('How often; annuall means yearly'),
    recurring_period: choice(['ahead', 'behind']).optional(
      'Period that is printed on each invoice: ahead, from its date to the next; behind, from the date before; none when left out',
    ),
    recurring_start_date: date('Day of the first invoice; the other dates are computed from it'),
    recurring_max_invoice: integer(1, 10_000).optional('Number of invoices in all; no end when left out'),
    recurring_link_national: flag.optional(
      "1: each invoice has the customer's profile of its day; 0: that of now",
    ),
  })
  .meta({
    id: 'NewRecurringInvoice',
    ...documentForms('NewRecurringInvoice', [
      'amount',
      'currency',
      'recurring_name',
      'recurring_interval',
      'recurring_start_date',
    ]),
    examples: [
      {
        recurring_name: 'Hýsing',
        recurring_interval: 'monthly',
        recurring_start_date: '2026-03-31',
        amount: 6076,
        currency: 'ISK',
        settlement_date: 14,
        customer: { name: 'Jón Jónsson', output_select: '4' },
        items: [
          {
            add_new: true,
            item_number: 'HYS-1',
            description: 'Hýsing',
            qty: 1,
            uom: 'C62',
            unit_price: 4900,
            tax: 'S',
          },
        ],
      },
    ],
  });
export type RecurringInput = z.infer<typeof recurringInput>;

const { shape } = recurringInput;

/** The same fields where an update sends only those that change; its lines replace all lines. */
export const recurringChanges = object({
  ...salesDocumentInput.shape,
  issue_date: shape.issue_date,
  recurring_name: text(200).optional('What it is called'),
  recurring_interval: text(20, { enum: [...INTERVALS, 'annuall'] }).optional(
    'Interval; it can be changed until the first invoice is issued',
  ),
  recurring_period: choice(['ahead', 'behind']).clearable(
    'Period that is printed on each invoice; empty for none',
  ),
  recurring_start_date: date.optional('Day of the first invoice; it can be changed until that is issued'),
  recurring_max_invoice: integer(1, 10_000).clearable('Number of invoices in all; empty for no end'),
  recurring_link_national: shape.recurring_link_national,
}).meta({
  id: 'RecurringInvoiceChanges',
  examples: [{ recurring_name: 'Hýsing', recurring_max_invoice: 24 }],
});
export type RecurringChanges = z.infer<typeof recurringChanges>;

/** A template of recurring invoices in both APIs. */
export const recurring = salesDocument
  .omit({ number: true, system_type: true, status: true })
  .extend({
    recurring_name: out.own('What it is called', 'Hýsing'),
    recurring_interval: out.code(INTERVALS, 'How often'),
    recurring_period: out.code(PERIODS, 'The time that each invoice is for; empty where none is stated'),
    recurring_start_date: out.date('Day of the first invoice', '2026-03-31'),
    recurring_max_invoice: out.integer('How many invoices in all', 12).nullable(),
    recurring_link_national: out.flag("Whether the customer's profile of the day is used"),
    status: out.code(RECURRING_STATES, 'Whether it makes invoices'),
    status_reason: out.own('Why it is paused'),
    next_date: out.date('Day of the next invoice; null when there will be none', '2026-04-30').nullable(),
    invoice_count: out.integer('Number of invoices that were issued from it'),
  })
  .meta({
    id: 'RecurringInvoice',
    description: 'A template from which an invoice is issued on each of its dates.',
  });
export type Recurring = z.infer<typeof recurring>;
