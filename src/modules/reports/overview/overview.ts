import { OWED_TABS, type StatusTab } from '../../../domain/invoices/invoice-status.ts';
import { addMonthsAnchored, firstOfMonth } from '../../../domain/values/dates.ts';
import { decimal, sum, toWire } from '../../../domain/values/money.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { sumUnsettled, type UnsettledRow } from '../figures/receivables-store.ts';
import { OVERVIEW_TABS, overview } from './overview-schema.ts';
import { listActivity, readPendingWork, sumMonths } from './overview-store.ts';

const AGE_BANDS = [0, 1, 2, 3, 4];

export const getOverview = defineRead({
  name: 'get-overview',
  summary:
    'Reads the overview of the books: unpaid invoices, twelve months of sales, and the records that wait for a person.',
  access: { scope: 'dashboard_data' },
  input: object({}),
  output: overview,
  async run({ db, account, today }) {
    const [year = 0, month = 0] = today.split('-').map(Number);
    const since = addMonthsAnchored(firstOfMonth(year, month), -11);
    const [unsettled, months, work, activity] = await Promise.all([
      sumUnsettled(db, account.id, today),
      sumMonths(db, account.id, since, today),
      readPendingWork(db, account.id),
      listActivity(db, account.id),
    ]);
    const under = (...tabs: StatusTab[]) => countAndTotal(unsettled.filter(({ tab }) => tabs.includes(tab)));
    const owed = unsettled.filter(({ tab }) => OWED_TABS.includes(tab));
    return {
      unpaid: countAndTotal(owed),
      overdue: under('overdue'),
      collection: under('collection'),
      states: OVERVIEW_TABS.map((state) => ({ state, ...under(state) })).filter(({ count }) => count > 0),
      months: months.map((row) => ({ ...row, issued: toWire(row.issued), paid: toWire(row.paid) })),
      ageing: AGE_BANDS.map((band) => ({
        band,
        ...countAndTotal(owed.filter((row) => row.band === band)),
      })).filter(({ count }) => count > 0),
      ...work,
      costs: { count: work.costs.count, total: toWire(work.costs.total) },
      unbilled_hours: toWire(work.unbilled_hours),
      activity,
    };
  },
});

function countAndTotal(rows: readonly UnsettledRow[]) {
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    total: toWire(sum(rows.map(({ total }) => decimal(total)))),
  };
}
