import { UNKNOWN_GUID } from '../unknown-guid.ts';
import { byGuid, type EndpointCase, page } from './case.ts';

export const customer = { name: 'Viðskiptavinur ehf.', output_select: 3, email: 'vidskipti@example.is' };

export const customerCases: readonly EndpointCase[] = [
  { path: 'get-customers', good: () => ({ search: 'vinur', limit: 5, page: 1 }), ...page },
  {
    path: 'get-count-customers',
    good: () => ({ search: 'vinur' }),
    wrong: { search: 'x'.repeat(201) },
    unknown: null,
  },
  {
    path: 'get-customers-by-kennitala',
    good: ({ kennitala }) => ({ kennitala, limit: 5 }),
    required: ['kennitala'],
    ...page,
  },
  {
    path: 'get-registered-company',
    good: () => ({ kennitala: '580101-0110' }),
    required: ['kennitala'],
    wrong: { kennitala: '580101-0120' },
    unknown: { kennitala: '5501234520' },
  },
  {
    path: 'get-customer-notes',
    good: (books) => ({ customer_guid: books.customer }),
    required: ['customer_guid'],
    wrong: { customer_guid: 'seven' },
    unknown: { customer_guid: UNKNOWN_GUID },
    guids: ['customer_guid'],
  },
  {
    path: 'get-customer-statement',
    good: ({ customer: guid }) => ({ guid, from_date: '2026-01-01', to_date: '2026-12-31' }),
    wrong: { to_date: '2025-12-31' },
    ...byGuid,
  },
  {
    path: 'get-customer-statement-pdf',
    good: ({ customer: guid }) => ({ guid, from_date: '2026-01-01', to_date: '2026-12-31' }),
    wrong: { to_date: '2025-12-31' },
    ...byGuid,
  },
  {
    path: 'send-customer-statement',
    writes: true,
    good: ({ customer: guid }) => ({ guid, email: 'bokhald@kaupandi.example' }),
    wrong: { email: 'bokhald' },
    ...byGuid,
  },
  {
    path: 'get-count-customers-by-kennitala',
    good: ({ kennitala }) => ({ kennitala }),
    required: ['kennitala'],
    wrong: { kennitala: 'x'.repeat(21) },
    unknown: null,
  },
  { path: 'get-customer', good: ({ customer: guid }) => ({ guid }), wrong: { guid: 'seven' }, ...byGuid },
  {
    path: 'create-customer',
    writes: true,
    good: () => ({ data: customer }),
    required: ['data', 'data.name', 'data.email'],
    wrong: { data: { ...customer, currency: 'Krona' } },
    unknown: { data: '{"name":' },
  },
  {
    path: 'confirm-customer',
    writes: true,
    good: ({ customer: guid }) => ({ guid }),
    wrong: { guid: 'one' },
    ...byGuid,
  },
  {
    path: 'merge-customers',
    writes: true,
    good: ({ otherCustomer: guid, customer: into }) => ({ guid, into }),
    wrong: { into: 'one' },
    required: ['guid', 'into'],
    unknown: { into: UNKNOWN_GUID },
    guids: ['guid', 'into'],
  },
  {
    path: 'update-customer',
    writes: true,
    good: ({ customer: guid }) => ({ guid, data: { city: 'Akureyri' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { tax_exempt: 'perhaps' } },
  },
];
