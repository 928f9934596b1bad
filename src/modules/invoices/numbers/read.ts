import { object } from '../../../kernel/fields/input-fields.ts';
import { component, out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { readNumbers } from './numbers-store.ts';

/** Invoices and credit notes share the first series; only that one is guaranteed to have no gaps. */
const SERIES = ['invoice', 'order', 'quote', 'task', 'item'] as const;

export const getNumbers = defineRead({
  name: 'get-numbers',
  summary: 'Reads the next number of invoices and of the other series.',
  description: 'Use it before the first invoice, to check where the numbers start.',
  access: { scope: null },
  input: object({}),
  output: component('Numbers', {
    series: out.list('What comes next in each series', {
      series: out.code(SERIES, 'What is numbered; invoices and credit notes share one series'),
      next: out.integer('The number that comes next', 1044),
    }),
    starts: out.list(
      'Numbers of invoices that were skipped by start-invoice-numbers, newest first; they are never used',
      {
        after: out.integer('The last number before the skipped ones; 0 where none was used', 12),
        next: out.integer('The first number after the skipped ones', 500),
        at: out.time('When the number was set'),
      },
    ),
  }),
  async run({ db, account }) {
    const { counters, starts } = await readNumbers(db, account.id);
    const last = new Map(counters.map((counter) => [counter.series, counter.last]));
    return { series: SERIES.map((series) => ({ series, next: (last.get(series) ?? 0) + 1 })), starts };
  },
});
