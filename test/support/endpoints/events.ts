import type { EndpointCase } from './case.ts';

export const eventCases: readonly EndpointCase[] = [
  {
    path: 'get-events',
    good: () => ({ types: 'invoice.*,item.created', limit: 5, wait: 0 }),
    wrong: { limit: 'ten' },
    unknown: { types: 'invoice.eaten' },
  },
];
