import { invoice, line } from '../client.ts';
import { UNKNOWN_GUID } from '../unknown-guid.ts';
import { byGuid, type EndpointCase } from './case.ts';

/** A customer of whom all is known that an e-invoice needs. */
export const addressed = {
  name: 'Kaupandi ehf.',
  output_select: 4,
  email: 'bokhald@kaupandi.example',
  trading_partner_id: '5501234520',
  address: 'Ægisgata 3',
  zip: '101',
  city: 'Reykjavík',
};

export const invoiceCases: readonly EndpointCase[] = [
  {
    path: 'get-invoices',
    good: () => ({
      accounting_status: 'Created,Posted',
      date_filter: 'issue_date',
      from_date: '2026-01-01',
      to_date: '2026-12-31',
      sort: 'created_asc',
      limit: 5,
      page: 1,
    }),
    wrong: { from_date: '31.12.2026' },
    unknown: { accounting_status: 'Booked' },
  },
  {
    path: 'get-count-invoices',
    good: () => ({ accounting_status: 'Created', date_filter: 'created_date', from_date: '2026-01-01' }),
    wrong: { date_filter: 'due_date' },
    unknown: { accounting_status: 'Created,Booked' },
  },
  { path: 'get-invoice', good: ({ invoice: guid }) => ({ guid }), wrong: { guid: '{}' }, ...byGuid },
  {
    path: 'get-invoice-pdf',
    good: ({ invoice: guid }) => ({ guid, original: true }),
    wrong: { original: 'first' },
    ...byGuid,
  },
  {
    path: 'get-reminder-pdf',
    good: ({ invoice: guid }) => ({ guid }),
    wrong: { guid: 'first' },
    ...byGuid,
  },
  {
    path: 'get-invoice-xml',
    good: ({ invoice: guid }) => ({ guid }),
    wrong: { guid: 'invoice' },
    ...byGuid,
  },
  {
    path: 'create-invoice',
    writes: true,
    good: (books) => ({
      data: invoice({
        customer: { guid: books.customer },
        items: [{ guid: books.item, qty: 2 }],
        amount: 2480,
      }),
    }),
    required: [
      'data',
      'data.type',
      'data.amount',
      'data.currency',
      'data.settlement_date',
      'data.customer',
      'data.items',
      'data.items.0.qty',
    ],
    wrong: { data: invoice({ items: [line({ qty: 'many' })] }) },
    unknown: { data: invoice({ customer: { guid: UNKNOWN_GUID } }) },
    guids: ['data.customer.guid', 'data.items.0.guid', 'data.items.0.task_guid'],
  },
  {
    path: 'create-invoices',
    writes: true,
    good: ({ customer, item }) => ({
      data: {
        invoices: [invoice({ customer: { guid: customer }, items: [{ guid: item, qty: 2 }], amount: 2480 })],
      },
    }),
    required: ['data', 'data.invoices'],
    wrong: { data: { invoices: 'many' } },
    unknown: { data: { invoices: [] } },
  },
  {
    path: 'update-invoice',
    writes: true,
    good: ({ invoice: guid }) => ({ guid, data: { accounting_status: 'Error', accounting_message: 'No.' } }),
    ...byGuid,
    required: ['guid', 'data', 'data.accounting_status'],
    wrong: { data: { accounting_status: 'Created' } },
  },
  {
    path: 'issue-invoice',
    writes: true,
    good: ({ draft: guid }) => ({ guid }),
    wrong: { guid: 'draft' },
    ...byGuid,
  },
  {
    path: 'do-paid-invoice',
    writes: true,
    good: ({ invoice: guid }) => ({ guid }),
    wrong: { guid: 1 },
    ...byGuid,
  },
  {
    path: 'resend-invoice',
    writes: true,
    good: ({ invoice: guid }) => ({ guid, email: 'bokhald@kaupandi.example' }),
    wrong: { email: 'bokhald' },
    ...byGuid,
  },
  {
    path: 'remind-invoice',
    writes: true,
    good: ({ invoice: guid }) => ({ guid, again: true }),
    wrong: { again: 'often' },
    ...byGuid,
  },
  {
    path: 'upload-file',
    writes: true,
    good: () => ({ file: new File(['a note'], 'note.txt') }),
    required: ['file'],
    wrong: { file: 'a note' },
    unknown: { file: new File(['\x7fELF\x02\x01\x01'], 'note.pdf') },
  },
];
