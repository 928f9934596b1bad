import { line } from '../client.ts';
import { type Books, byGuid, type EndpointCase, page } from './case.ts';

export const body = {
  amount: 1240,
  currency: 'ISK',
  settlement_date: 14,
  items: [line({ item_number: 'DOC-1' })],
};

export const documentCases: readonly EndpointCase[] = [
  ...casesOf('order', {
    suffix: 'order-invoice',
    list: 'get-order-invoices',
    invoice: 'create-invoice-from-order',
    invoices: 'get-invoices-from-order',
  }),
  ...casesOf('orderDraft', {
    suffix: 'draft-invoice',
    list: 'get-draft-invoices',
    invoice: 'issue-draft-invoice',
    invoices: 'get-invoices-from-draft',
  }),
  ...casesOf('quote', {
    suffix: 'quote',
    list: 'get-quotes',
    invoice: 'accept-quote',
    invoices: 'get-invoices-from-quote',
  }),
  {
    path: 'send-quote',
    writes: true,
    good: ({ quote: guid }) => ({ guid, email: 'kaupandi@example.is' }),
    wrong: { email: 'nobody' },
    ...byGuid,
  },
  {
    path: 'decline-quote',
    writes: true,
    good: ({ quote: guid }) => ({ guid, reason: 'Of dýrt' }),
    wrong: { reason: 'x'.repeat(1001) },
    ...byGuid,
  },
];

interface DocumentPaths {
  suffix: string;
  list: string;
  invoice: string;
  invoices: string;
}

/** The cases that orders, drafts and quotes share. Each is called in sequence on the same document. */
function casesOf(kind: 'order' | 'orderDraft' | 'quote', paths: DocumentPaths): EndpointCase[] {
  const good = ({ [kind]: guid }: Books) => ({ guid });
  return [
    {
      path: `create-${paths.suffix}`,
      writes: true,
      good: ({ kennitala, item: guid }) => ({
        data: { ...body, kennitala, items: [{ guid, qty: 1 }], amount: 1240 },
      }),
      required: ['data', 'data.items', 'data.kennitala', 'data.items.0.qty'],
      wrong: { data: { ...body, settlement_date: 'soon' } },
      unknown: { data: { ...body, kennitala: '1201743399' } },
      guids: ['data.items.0.guid'],
    },
    {
      path: `update-${paths.suffix}`,
      writes: true,
      good: ({ [kind]: guid }) => ({ guid, data: { description: 'Breytt' } }),
      ...byGuid,
      required: ['guid', 'data'],
      wrong: { data: { amount: 'much' } },
    },
    { path: paths.list, good: () => ({ limit: 5 }), ...page },
    { path: `get-${paths.suffix}`, good, wrong: { guid: 'first' }, ...byGuid },
    { path: `get-${paths.suffix}-pdf`, good, wrong: { guid: 'first' }, ...byGuid },
    { path: paths.invoices, good, wrong: { guid: 'first' }, ...byGuid },
    { path: `delete-${paths.suffix}`, writes: true, good, wrong: { guid: 'first' }, ...byGuid },
    { path: paths.invoice, writes: true, good, wrong: { guid: 'first' }, ...byGuid },
  ];
}
