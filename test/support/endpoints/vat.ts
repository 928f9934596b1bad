import type { EndpointCase } from './case.ts';

export const vatCases: readonly EndpointCase[] = [
  { path: 'get-vat-periods', good: () => ({ year: 2026 }), wrong: { year: 'last' }, unknown: { year: 12 } },
  {
    path: 'get-vat-return',
    good: () => ({ period: '2025-10' }),
    required: ['period'],
    wrong: { period: 'October' },
    unknown: { period: '2025-09' },
  },
  {
    path: 'get-vat-documents',
    good: () => ({ period: '2025-10', box: 'turnover_24' }),
    required: ['period', 'box'],
    wrong: { box: 'to_pay' },
    unknown: { period: '2025-09' },
  },
];
