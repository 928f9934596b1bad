import type { EndpointCase } from './case.ts';

export const reportCases: readonly EndpointCase[] = [
  {
    path: 'get-dashboard-data',
    good: () => ({ start_date: '2026-01-01', end_date: '2026-12-31', limit: 5, page: 1 }),
    wrong: { start_date: 'January' },
    unknown: { start_date: '2026-02-01', end_date: '2026-01-01' },
  },
  {
    path: 'invoice-summaries',
    good: () => ({ year: 2026, from_month: 1, to_month: 12 }),
    wrong: { year: 'last' },
    unknown: { month: 3 },
  },
  ...['get-sales', 'get-cost-sums'].map((path) => periodReport(path, { by: 'month' })),
  ...['get-vat', 'get-profit', 'get-payment-sums'].map((path) => periodReport(path, {})),
  ...['get-aged-receivables', 'get-aged-payables'].map((path) => ({
    path,
    good: () => ({ as_of: '2026-12-31' }),
    wrong: { as_of: 'yesterday' },
    unknown: { as_of: '2026-13-01' },
  })),
];

function periodReport(path: string, more: { by?: string }): EndpointCase {
  return {
    path,
    good: () => ({ from_date: '2026-01-01', to_date: '2026-12-31', ...more }),
    required: ['from_date', 'to_date', ...Object.keys(more)],
    wrong: { from_date: 'January' },
    unknown: { from_date: '2026-02-01', to_date: '2026-01-01' },
  };
}
