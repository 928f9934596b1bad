import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript/schema.ts';

type NewInvoice = components['schemas']['NewInvoice'];

const [url = '', username = '', apiKey = ''] = process.argv.slice(2);

const kvitt = createClient<paths>({
  baseUrl: url,
  // The document says explode: false, which openapi-fetch has to be told.
  querySerializer: { array: { style: 'form', explode: false } },
  headers: { authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}` },
});

/** Multipart, as the documentation of openapi-fetch shows it. */
function asForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof Blob ? value : String(value));
  return form;
}

/** Everything that the program has found out, for the test to compare. */
const facts: Record<string, unknown> = {};

const created = await kvitt.POST('/api/v1/create-customer', {
  body: { data: { name: 'Bakarí Guðrúnar ehf.', output_select: 4, tax_exempt: 0, active: 1 } },
});
if (!created.data?.status) throw new Error(created.data?.message);
const customer = created.data.result;

const sale: NewInvoice = {
  type: 'invoice',
  amount: 3720,
  currency: 'ISK',
  settlement_date: '2026-04-01',
  customer: { guid: customer },
  items: [
    {
      add_new: 1,
      item_number: 'RAD-1',
      description: 'Ráðgjöf',
      qty: 1,
      uom: 'HUR',
      unit_price: '2000',
      tax: 'S',
    },
    { description: 'Heimsending', qty: 1, unit_price: 1000 },
  ],
};
const issued = await kvitt.POST('/api/v1/create-invoice', {
  params: { header: { 'Idempotency-Key': 'order-1042' } },
  body: { data: sale },
});
if (!issued.data?.status) throw new Error(issued.data?.message);
const invoice = issued.data.result;

const credited = await kvitt.POST('/api/v1/create-invoice', {
  body: { data: { type: 'credit', amount: 3720, settlement_date: '2026-04-01', ref_invoice_guid: invoice } },
});
facts.credit = credited.data?.status;

const cost = await kvitt.POST('/api/v1/create-cost', {
  body: { date: '2026-03-02', file: new File([await picture()], 'receipt.png'), description: 'Skrúfur' },
  bodySerializer: asForm,
});
facts.cost = cost.response.status;
const receipt = await kvitt.POST('/api/v1/agent/costs', {
  body: { date: '2026-03-02', file: new File([await picture()], 'receipt.png') },
  bodySerializer: asForm,
});
facts.agentCost = receipt.response.status;
const complete = await kvitt.POST('/api/v1/agent/costs/advanced', {
  body: {
    date: '2026-03-02',
    amount: 1240,
    how_paid: 3,
    supplier_name: 'Efnissalan ehf.',
    supplier_id: '5501234520',
    type: '2093',
    credit_note: 1,
  },
  bodySerializer: asForm,
});
facts.completeCost = complete.response.status;

const registered = await kvitt.POST('/agent/register', {
  body: { name: 'Bókhaldstenging', redirect_uri: 'https://app.example/callback' },
});
facts.registered = registered.data?.status;

const listed = await kvitt.GET('/api/v1/get-invoices', {
  params: { query: { accounting_status: ['Created', 'Posted'], sort: 'created_asc', limit: 10 } },
});
if (!listed.data?.status) throw new Error(listed.data?.message);
facts.invoices = listed.data.result.map((one) => one.type);
const costs = await kvitt.GET('/api/v1/agent/costs', {
  params: { query: { type: '2093', date_filter: 'created_date', limit: 5 } },
});
if (!costs.data?.status) throw new Error(costs.data?.message);
facts.costs = costs.data.result.map((one) => one.cost_code);

console.log(JSON.stringify(facts));

async function picture(): Promise<Blob> {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return (await fetch(`data:image/png;base64,${dot}`)).blob();
}
