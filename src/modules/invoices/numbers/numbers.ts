import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, integer, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operation.ts';
import { highestNumber, lockNumbers, readNumbers, setNextNumber } from './numbers-store.ts';

/** Invoices and credit notes share the first; the others are not promised to be without gaps. */
const SERIES = ['invoice', 'order', 'quote', 'task', 'item'] as const;
/** Nine digits, which every system of banks and bookkeepers can hold. */
const MOST = 999_999_999;

export const getNumbers = defineRead({
  name: 'get-numbers',
  summary: 'The number that the next invoice gets, and those of the other series.',
  scope: null,
  input: object({}),
  output: z
    .object({
      series: z
        .array(
          z.object({
            series: out.code(SERIES, 'What is numbered; invoices and credit notes share one series'),
            next: out.integer('The number that comes next', 1044),
          }),
        )
        .describe('What comes next in each series'),
      starts: z
        .array(
          z.object({
            after: out.integer('The last number before; 0 where none was used', 12),
            next: out.integer('The number that it went on with', 500),
            at: out.time('When it was decided'),
          }),
        )
        .describe(
          'Where the series of invoices was moved on, newest first; what lies between was never used',
        ),
    })
    .meta({ id: 'Numbers' }),
  async run({ db, account }) {
    const { counters, starts } = await readNumbers(db, account.id);
    const last = new Map(counters.map((counter) => [counter.series, counter.last]));
    return { series: SERIES.map((series) => ({ series, next: (last.get(series) ?? 0) + 1 })), starts };
  },
});

/**
 * For companies that come from another system. The series goes upwards only: never onto or below a number that an
 * invoice has. A start that no invoice has used can still be corrected.
 */
export const startInvoiceNumbers = defineWrite({
  name: 'start-invoice-numbers',
  summary: 'Says which number the next invoice gets. It must be above all that were used.',
  scope: null,
  owners: true,
  input: object({
    next: integer(1, MOST)().describe('The number of the next invoice or credit note'),
    leave_gap: flag
      .optional()
      .describe('Needed where invoices have been issued and numbers between them and this one stay unused'),
  }).meta({ examples: [{ next: 4711 }] }),
  output: z.object({ next: out.integer('The number of the next invoice or credit note', 4711) }),
  refusals: ['account_not_found', 'number_used', 'number_gap'],
  async run(ctx, { next, leave_gap: leaveGap = false }) {
    await lockNumbers(ctx.tx, ctx.account.id);
    const highest = await highestNumber(ctx.tx, ctx.account.id);
    if (next <= highest) fail('number_used', String(next), String(highest + 1));
    if (highest > 0 && next > highest + 1 && !leaveGap) {
      fail('number_gap', String(highest + 1), String(next - 1));
    }
    const ending = setNextNumber(ctx.account.id, highest, next, ctx.now);
    return (
      (await ctx.finishIf<{ next: number }>({ target: ctx.account.guid, ...ending })) ??
      fail('account_not_found')
    );
  },
});
