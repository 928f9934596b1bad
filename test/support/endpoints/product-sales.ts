import { byGuid, type EndpointCase, page } from './case.ts';

export const productSaleCases: readonly EndpointCase[] = [
  { path: 'get-product-sales', good: () => ({ search_text: 'miði', limit: 5, page: 1 }), ...page },
  {
    path: 'get-count-product-sales',
    good: () => ({ search_text: 'miði' }),
    wrong: { search_text: 'x'.repeat(201) },
    unknown: null,
  },
  {
    path: 'get-product-sale-attends',
    good: ({ event: guid }) => ({ guid, limit: 5, page: 1 }),
    wrong: { limit: 0 },
    ...byGuid,
  },
];
