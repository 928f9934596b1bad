import assert from 'node:assert/strict';
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
    async check(books) {
      const quotes: any[] = await books.call('get-quotes');
      assert.equal(quotes.find(({ description }) => description === 'Stefnumótun')?.amount, 372_000);
    },
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
    async check(books) {
      assert.equal((await books.invoiceWith('Mývatn Guesthouse ehf.', 'Ný skilti')).amount, 111_600);
    },
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
    async check(books) {
      const all: any[] = await books.call('get-recurring-invoices');
      const own = all.find(({ recurring_name }) => recurring_name === 'Þjónusta leigu');
      assert.deepEqual(
        [own?.amount, own?.recurring_interval, own?.next_date],
        [18_600, 'monthly', '2027-06-01'],
      );
    },
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
    async check(books) {
      const all: any[] = await books.call('get-recurring-invoices');
      assert.equal(all.find(({ recurring_name }) => recurring_name === 'Hýsing bakarís')?.status, 'paused');
    },
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
    async check(books) {
      assert.equal((await books.task('Úttekt á kerfi')).unbilled_time, 2.5);
    },
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
    async check(books) {
      const { unbilled_time, customer } = await books.task('Ársskýrsla');
      assert.deepEqual([unbilled_time, customer.name], [1, 'Bakarí Guðrúnar ehf.']);
    },
  },
];
