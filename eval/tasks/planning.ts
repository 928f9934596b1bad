import type { CallTool, EvalTask } from '../task.ts';

async function customerGuid(call: CallTool, search: string): Promise<string> {
  const { result } = await call('customer_list', { search });
  return result[0].guid;
}

/** Quotes, recurring invoices and hours. */
export const PLANNING: EvalTask[] = [
  {
    name: 'quote',
    ask: 'Make a quote for Fiskmarkaður Húsavíkur: 20 hours of consulting (RAD), text "Stefnumótun".',
    async solve(call) {
      const customer = { guid: await customerGuid(call, 'Fiskmarkaður') };
      const items = [{ item_number: 'RAD', qty: 20 }];
      await call('quote_create', { customer, items, description: 'Stefnumótun' });
      return 'Quoted';
    },
    changes: [
      {
        kind: 'quote',
        change: 'added',
        name: 'Stefnumótun',
        fields: { amount: 372_000, customer: { name: 'Fiskmarkaður Húsavíkur hf.' } },
      },
    ],
  },
  {
    name: 'accept-quote',
    ask: 'Mývatn Guesthouse said yes to the quote "Ný skilti". Turn it into an invoice.',
    async solve(call) {
      const { result } = await call('quote_list');
      const { guid } = result.find(({ description }: any) => description === 'Ný skilti');
      await call('operation_call', { operation: 'accept-quote', input: { guid } });
      return 'Accepted';
    },
    changes: [
      {
        kind: 'quote',
        change: 'changed',
        name: 'Ný skilti',
        fields: { status: 'invoiced', items: [{ qty: 6 }] },
      },
      {
        kind: 'invoice',
        change: 'added',
        name: 'Ný skilti',
        fields: { amount: 111_600, customer: { name: 'Mývatn Guesthouse ehf.' } },
      },
    ],
  },
  {
    name: 'recurring',
    ask: 'From 1 June 2027 on Áhaldaleigan Ísafirði pays one hour of consulting (RAD) a month. Set that up as "Þjónusta leigu".',
    async solve(call) {
      const customer = { guid: await customerGuid(call, 'Áhaldaleigan') };
      await call('recurring_create', {
        recurring_name: 'Þjónusta leigu',
        recurring_interval: 'monthly',
        recurring_start_date: '2027-06-01',
        customer,
        items: [{ item_number: 'RAD', qty: 1 }],
      });
      return 'Set up';
    },
    changes: [
      {
        kind: 'recurring',
        change: 'added',
        name: 'Þjónusta leigu',
        fields: { amount: 18_600, recurring_interval: 'monthly', next_date: '2027-06-01' },
      },
    ],
  },
  {
    name: 'pause-recurring',
    ask: 'Pause the recurring invoice "Hýsing bakarís" until we have a new contract.',
    async solve(call) {
      const { result } = await call('recurring_list');
      const { guid } = result.find(({ recurring_name }: any) => recurring_name === 'Hýsing bakarís');
      const input = { guid, reason: 'New contract' };
      await call('operation_call', { operation: 'pause-recurring-invoice', input });
      return 'Paused';
    },
    changes: [{ kind: 'recurring', change: 'changed', name: 'Hýsing bakarís', fields: { status: 'paused' } }],
  },
  {
    name: 'log-hours',
    ask: 'I worked 2.5 hours today on the task "Úttekt á kerfi". Log that.',
    async solve(call) {
      const { result } = await call('task_list', { limit: 100 });
      const { guid } = result.find(({ name }: any) => name === 'Úttekt á kerfi');
      await call('task_log', { guid, qty: 2.5 });
      return 'Logged';
    },
    changes: [
      {
        kind: 'task',
        change: 'changed',
        name: 'Úttekt á kerfi',
        fields: { total_time: 2.5, unbilled_time: 2.5 },
      },
    ],
  },
  {
    name: 'new-task',
    ask: 'Open a task "Ársskýrsla" for Bakarí Guðrúnar, sold as consulting (item RAD), and log one hour on it.',
    async solve(call) {
      const customer_guid = await customerGuid(call, 'Bakarí');
      const { result } = await call('task_create', { name: 'Ársskýrsla', customer_guid, item_no: 'RAD' });
      await call('task_log', { guid: result.guid, qty: 1 });
      return 'Opened';
    },
    changes: [
      {
        kind: 'task',
        change: 'added',
        name: 'Ársskýrsla',
        fields: { unbilled_time: 1, customer: { name: 'Bakarí Guðrúnar ehf.' } },
      },
    ],
  },
];
