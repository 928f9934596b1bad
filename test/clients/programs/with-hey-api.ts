import { client } from './hey-api/client.gen.ts';
import {
  createCost,
  createCustomer,
  createInvoice,
  getAgentCosts,
  getInvoices,
  postAgentCosts,
  postAgentCustomers,
  postAgentInvoices,
  postAgentRegister,
  postAgentTasksGuidEnd,
} from './hey-api/sdk.gen.ts';

const [url = '', username = '', apiKey = ''] = process.argv.slice(2);

client.setConfig({
  baseUrl: url,
  auth: ({ scheme }) => (scheme === 'basic' ? `${username}:${apiKey}` : undefined),
});

/** Everything that the program has found out, for the test to compare. */
const facts: Record<string, unknown> = {};

const created = await createCustomer({ body: { data: { name: 'Jón Jónsson', output_select: 4 } } });
if (!created.data?.status) throw new Error(created.data?.message);

const issued = await createInvoice({
  headers: { 'Idempotency-Key': 'order-1043' },
  body: {
    data: {
      type: 'invoice',
      amount: 2480,
      currency: 'ISK',
      settlement_date: '2026-04-01',
      mark_paid: true,
      method_payment: 2,
      customer: { guid: created.data.result },
      items: [
        {
          add_new: 1,
          item_number: 'RAD-2',
          description: 'Ráðgjöf',
          qty: 1,
          uom: 'HUR',
          unit_price: 2000,
          tax: 'S',
        },
      ],
    },
  },
});
if (!issued.data?.status) throw new Error(issued.data?.message);

const credited = await createInvoice({
  body: {
    data: {
      type: 'credit',
      amount: 2480,
      settlement_date: '2026-04-01',
      ref_invoice_guid: issued.data.result,
    },
  },
});
facts.credit = credited.data?.status;

const cost = await createCost({
  body: { date: '2026-03-02', file: new File([await picture()], 'receipt.png'), description: 'Skrúfur' },
});
facts.cost = cost.response?.status;
const receipt = await postAgentCosts({
  body: { date: '2026-03-02', file: new File([await picture()], 'receipt.png') },
});
facts.agentCost = receipt.response?.status;

const registered = await postAgentRegister({
  body: { name: 'Bókhaldstenging', redirect_uri: 'https://app.example/callback' },
});
facts.registered = registered.data?.status;

const customer = await postAgentCustomers({
  body: { kennitala: '5501234520', name: 'Kaffihúsið', output_select: 4, lang: 'is', currency: 'ISK' },
});
facts.customer = customer.data?.status;
const short = await postAgentInvoices({
  body: { client_kennitala: '5501234520', items: [{ item_no: 'RAD-2', qty: 1 }] },
});
facts.shortInvoice = short.data?.status;

const ended = await postAgentTasksGuidEnd({
  path: { guid: issued.data.result },
  body: { adv: 1, h: 2, file: new File([await picture()], 'site.png') },
});
facts.unknownTask = ended.data?.status === false ? ended.data.error_code : undefined;

const listed = await getInvoices({ query: { accounting_status: ['Created', 'Posted'], limit: 10 } });
if (!listed.data?.status) throw new Error(listed.data?.message);
facts.invoices = listed.data.result.length;
const costs = await getAgentCosts({ query: { accounting_status: ['New'], limit: 5 } });
if (!costs.data?.status) throw new Error(costs.data?.message);
facts.costs = costs.data.result.length;

console.log(JSON.stringify(facts));

async function picture(): Promise<Blob> {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  return (await fetch(`data:image/png;base64,${dot}`)).blob();
}
