import { z } from 'zod';
import { CURRENCIES } from '../../../domain/codes.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, date, number, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { storeRate } from './rate-store.ts';

const foreign = CURRENCIES.filter((currency) => currency !== 'ISK');

export const setExchangeRate = defineWrite({
  name: 'set-exchange-rate',
  summary: 'Keeps how many ISK one unit of a currency is on a day.',
  scope: null,
  input: object({
    currency: choice(foreign)().describe('Currency'),
    date: date().describe('The day'),
    rate: number({ places: 6, min: '0.000001', max: '1000000' })().meta({
      description: 'ISK for one unit',
      examples: [147.5],
    }),
  }),
  output: z.object({
    currency: out.code(foreign, 'Currency'),
    date: out.date('The day'),
    rate: out.number('ISK for one unit', 147.5),
  }),
  async run(ctx, { currency, date: day, rate }) {
    const result = storeRate(currency, day, rate.toFixed());
    const kept = await ctx.finishIf<{ currency: string; date: string; rate: number }>({
      target: `${currency} ${day}`,
      result,
    });
    return kept ?? fail('field_invalid', 'rate', 'could not be kept');
  },
});
