import { type ExpectedChange, paid } from '../difference.ts';
import type { CallTool, EvalTask } from '../task.ts';

async function customerGuid(call: CallTool, search: string): Promise<string> {
  const { result } = await call('customer_list', { search });
  return result[0].guid;
}

interface Sale {
  name: string;
  ask: string;
  customer: string;
  /** The text on the invoice. */
  text: string;
  args: Record<string, unknown>;
  amount: number;
  /** Other fields of the invoice. */
  fields?: Record<string, unknown>;
}

function issued(customer: string, fields: Record<string, unknown>): ExpectedChange {
  return {
    kind: 'invoice',
    change: 'added',
    fields: { type: 'invoice', customer: { name: customer }, ...fields },
  };
}

function sale({ name, ask, customer, text, args, amount, fields }: Sale): EvalTask {
  return {
    name,
    ask,
    async solve(call) {
      const guid = await customerGuid(call, customer);
      const { result } = await call('invoice_create', { customer: { guid }, description: text, ...args });
      return `Invoice ${result.number}`;
    },
    changes: [
      issued(customer, { description: text, amount, status: 'Sent', currency: 'ISK', ...fields }),
      ...(fields?.status === 'Paid' ? [paid(amount)] : []),
    ],
  };
}

/** Invoices that are made. */
export const SELLING: EvalTask[] = [
  sale({
    name: 'bill-hours',
    ask: 'Bill Fiskmarkaður Húsavíkur for 3 hours of consulting (item RAD), with the text "Mars".',
    customer: 'Fiskmarkaður Húsavíkur hf.',
    text: 'Mars',
    args: { items: [{ item_number: 'RAD', qty: 3 }] },
    amount: 55_800,
  }),
  sale({
    name: 'free-line',
    ask: 'Send Bakarí Guðrúnar an invoice with the text "Skilti": one sign for 20.000 without VAT.',
    customer: 'Bakarí Guðrúnar ehf.',
    text: 'Skilti',
    args: { items: [{ description: 'Skilti', qty: 1, unit_price: 20_000 }] },
    amount: 24_800,
  }),
  sale({
    name: 'discount',
    ask: 'Invoice Áhaldaleigan Ísafirði for 10 hours of consulting (RAD) at 13.500 instead of 15.000; text "Afsláttur".',
    customer: 'Áhaldaleigan Ísafirði ehf.',
    text: 'Afsláttur',
    args: { items: [{ item_number: 'RAD', qty: 10, unit_price: 13_500 }] },
    amount: 167_400,
  }),
  sale({
    name: 'paid-at-once',
    ask: 'Leikskólinn Öspin paid one hour of consulting (RAD) in cash on the spot. Invoice it, text "Staðgreitt".',
    customer: 'Leikskólinn Öspin',
    text: 'Staðgreitt',
    args: { items: [{ item_number: 'RAD', qty: 1 }], mark_paid: true, method_payment: 1 },
    amount: 18_600,
    fields: { status: 'Paid', method_payment: 1 },
  }),
  sale({
    name: 'in-euros',
    ask: 'Invoice Mývatn Guesthouse 500 euros without VAT for a translation, text "Þýðing"; the rate is 150 krónur.',
    customer: 'Mývatn Guesthouse ehf.',
    text: 'Þýðing',
    args: {
      currency: 'EUR',
      exchange_rate: 150,
      items: [{ description: 'Translation', qty: 1, unit_price: 500 }],
    },
    amount: 620,
    fields: { currency: 'EUR', exchange_rate: 150 },
  }),
  sale({
    name: 'keep-draft',
    ask: 'Prepare an invoice to Bakarí Guðrúnar for one hour of consulting (RAD), text "Uppkast"; keep it as a draft.',
    customer: 'Bakarí Guðrúnar ehf.',
    text: 'Uppkast',
    args: { items: [{ item_number: 'RAD', qty: 1 }], save: true },
    amount: 18_600,
    fields: { status: 'Draft', number: '' },
  }),
  {
    name: 'new-customer-invoice',
    ask: 'Our new customer Ljósmyndir Önnu wants invoices on paper. Invoice her 2 hours of consulting (RAD).',
    async solve(call) {
      const { result } = await call('customer_create', { name: 'Ljósmyndir Önnu', output_select: '4' });
      const items = [{ item_number: 'RAD', qty: 2 }];
      await call('invoice_create', { customer: { guid: result.guid }, items });
      return 'Done';
    },
    changes: [
      { kind: 'customer', change: 'added', name: 'Ljósmyndir Önnu', fields: { output_select: '4' } },
      issued('Ljósmyndir Önnu', { amount: 37_200 }),
    ],
  },
  {
    name: 'bill-project',
    ask: 'Bill all hours of the project Nývefur that are on no invoice yet, on one invoice to its customer.',
    async solve(call) {
      const { result } = await call('task_list', { limit: 100 });
      const tasks = result.filter((task: any) => task.project_name === 'Nývefur' && task.unbilled_time > 0);
      const items = tasks.map(({ guid, unbilled_time: qty }: any) => ({ task_guid: guid, qty }));
      await call('invoice_create', { customer: { guid: tasks[0].customer.guid }, items });
      return 'Billed';
    },
    changes: [
      ...['Forsíða', 'Bókunarvél'].map((name) => ({
        kind: 'task',
        change: 'changed' as const,
        name,
        fields: { status: 'invoiced', unbilled_time: 0 },
      })),
      issued('Tannlæknastofan Brosið ehf.', { amount: 130_200 }),
    ],
  },
];
