import { resolvePeriod, summarize } from '../../../domain/invoices/summaries.ts';
import { decimal, toWire } from '../../../domain/values/money.ts';
import { isViolation } from '../../../domain/values/violation.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { boundaryDate, integer, object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { summaries } from './schema.ts';
import { sumBuckets } from './summaries-store.ts';

export const invoiceSummaries = defineRead({
  name: 'invoice-summaries',
  summary: 'Sums the invoices of a period by currency: paid, sent, overdue and in collection.',
  description: 'Use it for the figures of a start page. The period is a year, a month or a range of months.',
  access: { scope: 'dashboard_data' },
  input: object({
    year: integer(1900, 2999)
      .optional()
      .meta({ description: 'The year; alone, all of it', examples: [2026] }),
    month: integer(1, 12).optional('One month of the year'),
    from_month: integer(1, 12).optional('First month of the year'),
    to_month: integer(1, 12).optional('Last month of the year'),
    from_date: boundaryDate.optional('First day, instead of a year'),
    to_date: boundaryDate.optional('Last day, instead of a year'),
  }),
  output: summaries,
  refusals: ['period_refused'],
  async run({ db, account, today }, input) {
    const period = resolvePeriod(input);
    if (isViolation(period)) fail('period_refused', period);
    const rows = await sumBuckets(db, account.id, period, today);
    const sums = summarize(rows.map((row) => ({ ...row, total: decimal(row.total) })));
    return {
      period,
      summaries: sums.map(({ status, count, amounts }) => ({
        status,
        count,
        amounts: amounts.map(({ currency, total }) => ({ currency, total: toWire(total) })),
      })),
    };
  },
});
