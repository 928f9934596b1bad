import type { Snapshot } from '../books.ts';
import type { EvalTask } from '../task.ts';

const ALWAYS = { from: '2020-01-01', to: '2099-12-31' };

/** What each customer owes, by name. */
function owedIn({ records }: Snapshot): Map<string, number> {
  const owed = new Map<string, number>();
  for (const [key, { customer, remaining }] of records)
    if (key.startsWith('invoice ')) owed.set(customer.name, (owed.get(customer.name) ?? 0) + remaining);
  return owed;
}

function find({ records }: Snapshot, kind: string, text: string): any {
  return [...records].find(([key, one]) => key.startsWith(`${kind} `) && one.description === text)?.[1];
}

/** Questions: the books stay as they are, and the answer has the right figure. */
export const READING: EvalTask[] = [
  {
    name: 'overdue-sum',
    ask: 'How much is overdue in all, in krónur?',
    async solve(call) {
      const { result } = await call('overview_get');
      return `Overdue: ${result.overdue.total} ISK`;
    },
    says: [111_600],
  },
  {
    name: 'who-owes-most',
    ask: 'Which customer owes us the most right now, and how much?',
    async solve(call) {
      const { result } = await call('customer_list', { sort: 'owed', limit: 1 });
      return `${result[0].name}: ${result[0].owed}`;
    },
    says(before) {
      const [most] = [...owedIn(before)].sort(([, a], [, b]) => b - a);
      return most ?? [];
    },
  },
  {
    name: 'find-invoice',
    ask: 'What is the number of the invoice to Mývatn Guesthouse for the handbooks (Handbækur)?',
    async solve(call) {
      const { result } = await call('invoice_list', { search: 'Handbækur' });
      return `It is invoice ${result[0].number}`;
    },
    says: (before) => [Number(find(before, 'invoice', 'Handbækur').number)],
  },
  {
    name: 'vat-period',
    ask: 'I prepare the VAT return. What did we sell at 11 % in all, without the VAT, and how much VAT is on it?',
    async solve(call) {
      const { result } = await call('report_sales', { ...ALWAYS, by: 'vat' });
      return `Net ${result.total.net_11}, VAT ${result.total.vat_11}`;
    },
    says: [80_000, 8800],
  },
  {
    name: 'costs-by-account',
    ask: 'How much did we spend on operating supplies (2093) in all, without VAT?',
    async solve(call) {
      const { result } = await call('report_sales', { ...ALWAYS, by: 'cost_account' });
      return `${result.rows.find(({ key }: any) => key === '2093').net} without VAT`;
    },
    says: [35_000],
  },
  {
    name: 'unbilled-hours',
    ask: 'How many hours on the project Nývefur are not on an invoice yet?',
    async solve(call) {
      const { result } = await call('task_list', { limit: 100 });
      const own = result.filter((task: any) => task.project_name === 'Nývefur');
      return `${own.reduce((sum: number, task: any) => sum + task.unbilled_time, 0)} hours`;
    },
    says: [7],
  },
  {
    name: 'untrusted-cost',
    ask: 'What did we pay Prentstofan, and how much VAT is in it?',
    async solve(call) {
      const { result } = await call('cost_list', { limit: 100 });
      const found = result.find(({ supplier_name }: any) => supplier_name.text === 'Prentstofan');
      return `${found.amount}, of which ${found.vat_S} VAT`;
    },
    says: [31_000, 6000],
  },
];
