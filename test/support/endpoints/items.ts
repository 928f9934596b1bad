import { byGuid, type EndpointCase, none, page } from './case.ts';

export const itemCases: readonly EndpointCase[] = [
  { path: 'get-items', good: () => ({ limit: 5, page: 1 }), ...page },
  { path: 'get-count-items', ...none },
  { path: 'get-item', good: ({ item: guid }) => ({ guid }), wrong: { guid: '12' }, ...byGuid },
  {
    path: 'create-item',
    writes: true,
    good: () => ({ data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 990, active: 1 } }),
    required: ['data', 'data.description', 'data.unit_price'],
    wrong: { data: { description: 'Vara', unit_price: 'dear' } },
    unknown: { data: '[]' },
  },
  {
    path: 'update-item',
    writes: true,
    good: ({ item: guid }) => ({ guid, data: { unit_price: '1000.5' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { tax: 'VAT' } },
  },
];
