import { decimal, toWire } from '../../domain/money.ts';
import { isProblem } from '../../domain/problem.ts';
import { resolvePeriod, summarize } from '../../domain/summaries.ts';
import { fail } from '../../kernel/failure.ts';
import { date, integer, object } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { sumBuckets } from './store.ts';

export const invoiceSummaries = read({
  name: 'invoice-summaries',
  summary: 'Sums invoices of a period by what is paid, sent, overdue and in collection, per currency.',
  scope: 'dashboard_data',
  input: object({
    year: integer(1900, 2999).optional(),
    month: integer(1, 12).optional(),
    from_month: integer(1, 12).optional(),
    to_month: integer(1, 12).optional(),
    from_date: date.optional(),
    to_date: date.optional(),
  }),
  async run({ db, account, today }, input) {
    const period = resolvePeriod(input);
    if (isProblem(period)) fail('period_refused', period.message);
    const rows = await sumBuckets(db, account.id, period, today);
    const summaries = summarize(rows.map((row) => ({ ...row, total: decimal(row.total) })));
    return {
      period,
      summaries: summaries.map(({ status, count, amounts }) => ({
        status,
        count,
        amounts: amounts.map(({ currency, total }) => ({ currency, total: toWire(total) })),
      })),
    };
  },
});
