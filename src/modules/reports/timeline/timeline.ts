import { toWire } from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { findStatementCustomer } from '../statements/statement-store.ts';
import { customerTimeline } from './timeline-schema.ts';
import { listCustomerTimeline } from './timeline-store.ts';

const DEFAULT_LIMIT = 25;

export const getCustomerTimeline = defineRead({
  name: 'get-customer-timeline',
  summary:
    'Lists the history of a customer: invoices, payments, mails, reminders, quotes, notes and statements, newest first.',
  access: { scope: null },
  input: object({
    guid: guid('The customer'),
    limit: integer(1, 100).optional('How many at most; 25 when left out'),
    page: integer(1, 100_000).optional('Which page of that many'),
  }),
  output: customerTimeline,
  refusals: ['customer_not_found'],
  async run({ db, account }, { guid: customer, limit: take = DEFAULT_LIMIT, page = 1 }) {
    if (!(await findStatementCustomer(db, account.id, customer))) fail('customer_not_found');
    const rows = await listCustomerTimeline(db, account.id, { customer, take, skip: (page - 1) * take });
    return {
      rows: rows.map(({ more: _more, ...row }) => ({ ...row, amount: toWire(row.amount) })),
      more: rows.at(-1)?.more ?? false,
    };
  },
});
