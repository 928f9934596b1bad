import { UNKNOWN_GUID } from '../unknown-guid.ts';
import { byGuid, type EndpointCase, page } from './case.ts';
import { body } from './documents.ts';

export const schedule = {
  recurring_name: 'Áskrift',
  recurring_interval: 'monthly',
  recurring_start_date: '2026-01-31',
};

export const recurringCases: readonly EndpointCase[] = [
  {
    path: 'create-recurring-invoice',
    writes: true,
    good: ({ kennitala, item: guid }) => ({
      data: { ...schedule, ...body, kennitala, items: [{ guid, qty: 1 }], amount: 1240 },
    }),
    required: [
      'data',
      'data.amount',
      'data.currency',
      'data.items',
      'data.recurring_name',
      'data.recurring_interval',
      'data.recurring_start_date',
    ],
    wrong: { data: { ...schedule, ...body, recurring_interval: 'daily' } },
    unknown: { data: { ...schedule, ...body, kennitala: '1201743399' } },
    guids: ['data.items.0.guid'],
  },
  {
    path: 'update-recurring-invoice',
    writes: true,
    good: ({ recurring: guid, customer, item }) => ({
      guid,
      data: {
        recurring_name: 'Hýsing',
        recurring_max_invoice: 12,
        customer: { guid: customer },
        items: [{ guid: item, qty: 1 }],
        amount: 1240,
      },
    }),
    required: ['guid', 'data'],
    wrong: { data: { recurring_interval: 'daily' } },
    unknown: { guid: UNKNOWN_GUID },
    guids: ['guid', 'data.customer.guid', 'data.items.0.guid'],
  },
  { path: 'get-recurring-invoices', good: () => ({ limit: 5 }), ...page },
  {
    path: 'get-recurring-invoice',
    good: ({ recurring: guid }) => ({ guid }),
    wrong: { guid: 'monthly' },
    ...byGuid,
  },
  {
    path: 'stop-recurring-invoice',
    writes: true,
    good: ({ recurring: guid }) => ({ guid }),
    wrong: { guid: 'monthly' },
    ...byGuid,
  },
  {
    path: 'pause-recurring-invoice',
    writes: true,
    good: ({ recurring: guid }) => ({ guid, reason: 'Samningur í endurskoðun' }),
    ...byGuid,
    wrong: { reason: 'x'.repeat(501) },
  },
  {
    path: 'resume-recurring-invoice',
    writes: true,
    good: ({ paused: guid }) => ({ guid }),
    wrong: { guid: 'monthly' },
    ...byGuid,
  },
];
