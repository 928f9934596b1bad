import { type Client, invoice, line } from './client.ts';

type Fields = Record<string, unknown>;

/** What a new account needs so that every endpoint has something to work on. */
export interface Books {
  customer: string;
  item: string;
  invoice: string;
  draft: string;
  order: string;
  orderDraft: string;
  quote: string;
  recurring: string;
  paused: string;
  kennitala: string;
}

export interface EndpointCase {
  path: string;
  /** Writes answer POST only, all else GET and POST. */
  writes?: true;
  /** Fields of a call that succeeds. */
  good(books: Books): Fields;
  /** What must be sent; those within `data` by their path. */
  required?: string[];
  /** A value of the wrong type for one of the fields. */
  wrong: Fields | null;
  /** A guid that nobody has, or data that cannot be used. */
  unknown: Fields | null;
  /** Fields that name a record of the account, by their path. */
  guids?: string[];
}

export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const customer = { name: 'Viðskiptavinur ehf.', output_select: 3, email: 'vidskipti@example.is' };
const page = { wrong: { limit: 'ten' }, unknown: { page: 0 } };
const body = { amount: 1240, currency: 'ISK', settlement_date: 14, items: [line({ item_number: 'DOC-1' })] };
const schedule = {
  recurring_name: 'Áskrift',
  recurring_interval: 'monthly',
  recurring_start_date: '2026-01-31',
};
const byGuid = { required: ['guid'], unknown: { guid: UNKNOWN }, guids: ['guid'] };
const none = { good: () => ({}), wrong: null, unknown: null };

/** The endpoints of the credential API that there are so far, written by hand from what clients are promised. */
export const ENDPOINTS: readonly EndpointCase[] = [
  { path: 'hello', ...none },

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
    path: 'update-customer',
    writes: true,
    good: ({ customer: guid }) => ({ guid, data: { city: 'Akureyri' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { tax_exempt: 'perhaps' } },
  },

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
    unknown: { data: invoice({ customer: { guid: UNKNOWN } }) },
    guids: ['data.customer.guid', 'data.items.0.guid'],
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
    path: 'upload-file',
    writes: true,
    good: () => ({ file: new File(['a note'], 'note.txt') }),
    required: ['file'],
    wrong: { file: 'a note' },
    unknown: { file: new File(['\x7fELF\x02\x01\x01'], 'note.pdf') },
  },

  ...documentCases('order', {
    suffix: 'order-invoice',
    list: 'get-order-invoices',
    invoice: 'create-invoice-from-order',
    invoices: 'get-invoices-from-order',
  }),
  ...documentCases('orderDraft', {
    suffix: 'draft-invoice',
    list: 'get-draft-invoices',
    invoice: 'issue-draft-invoice',
    invoices: 'get-invoices-from-draft',
  }),
  ...documentCases('quote', {
    suffix: 'quote',
    list: 'get-quotes',
    invoice: 'accept-quote',
    invoices: 'get-invoices-from-quote',
  }),

  {
    path: 'create-recurring-invoice',
    writes: true,
    good: ({ kennitala, item: guid }) => ({
      data: { ...schedule, ...body, kennitala, items: [{ guid, qty: 1 }], amount: 1240 },
    }),
    required: [
      'data',
      'data.items',
      'data.recurring_name',
      'data.recurring_interval',
      'data.recurring_start_date',
    ],
    wrong: { data: { ...schedule, ...body, recurring_interval: 'daily' } },
    unknown: { data: { ...schedule, ...body, kennitala: '1201743399' } },
    guids: ['data.items.0.guid'],
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

interface DocumentPaths {
  suffix: string;
  list: string;
  invoice: string;
  invoices: string;
}

/** The verbs that orders, drafts and quotes share. Each is called in turn on the same document. */
function documentCases(kind: 'order' | 'orderDraft' | 'quote', paths: DocumentPaths): EndpointCase[] {
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
    { path: paths.invoices, good, wrong: { guid: 'first' }, ...byGuid },
    { path: `delete-${paths.suffix}`, writes: true, good, wrong: { guid: 'first' }, ...byGuid },
    { path: paths.invoice, writes: true, good, wrong: { guid: 'first' }, ...byGuid },
  ];
}

/** The record that an endpoint is about, by its name. */
export function recordOf(path: string): keyof Books {
  if (path.endsWith('resume-recurring-invoice')) return 'paused';
  if (path.endsWith('/issue-invoice') || path === 'issue-invoice') return 'draft';
  const kinds = { recurring: 'recurring', order: 'order', draft: 'orderDraft', quote: 'quote' } as const;
  for (const [word, record] of Object.entries(kinds)) if (path.includes(word)) return record;
  if (path.includes('customer')) return 'customer';
  return path.includes('item') ? 'item' : 'invoice';
}

export async function openBooks(seller: Client): Promise<Books> {
  const kennitala = '5501234520';
  const customerGuid = await seller.ok('create-customer', {
    data: { ...customer, registration_no: kennitala },
  });
  return {
    kennitala,
    customer: customerGuid,
    order: await seller.ok('create-order-invoice', { data: { ...body, kennitala } }),
    orderDraft: await seller.ok('create-draft-invoice', { data: { ...body, kennitala } }),
    quote: await seller.ok('create-quote', { data: { ...body, kennitala } }),
    recurring: await seller.ok('create-recurring-invoice', { data: { ...schedule, ...body, kennitala } }),
    paused: await seller.ok('pause-recurring-invoice', {
      guid: await seller.ok('create-recurring-invoice', { data: { ...schedule, ...body, kennitala } }),
    }),
    item: await seller.ok('create-item', {
      data: { description: 'Vara', uom: 'C62', tax: 'S', unit_price: 1000 },
    }),
    invoice: await seller.ok('create-invoice', { data: invoice() }),
    draft: await seller.ok('create-invoice', { data: invoice({ save: true }) }),
  };
}

/** The fields without one, which may be within `data`. */
export function without(fields: Fields, path: string): Fields {
  return changed(fields, path, (object, key) => {
    delete object[key];
  });
}

export function replaced(fields: Fields, path: string, value: unknown): Fields {
  return changed(fields, path, (object, key) => {
    object[key] = value;
  });
}

function changed(fields: Fields, path: string, change: (object: any, key: string) => void): Fields {
  const [first = '', ...rest] = path.split('.');
  const copy: any = { ...fields };
  const last = rest.pop();
  if (last === undefined) {
    change(copy, first);
    return copy;
  }
  copy[first] = structuredClone(copy[first]);
  const object = rest.reduce((at, key) => at[key], copy[first]);
  change(object, last);
  return copy;
}
