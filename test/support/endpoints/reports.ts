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
];
