import { z } from 'zod';
import { CURRENCIES } from '../../domain/codes.ts';
import { fail } from '../../kernel/failure.ts';
import { choice, date, number, object } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';
import { storeRate } from './rate-store.ts';

const foreign = CURRENCIES.filter((currency) => currency !== 'ISK');

export const setExchangeRate = write({
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
    currency: shown.code(foreign, 'Currency'),
    date: shown.date('The day'),
    rate: shown.number('ISK for one unit', 147.5),
  }),
  async run(ctx, { currency, date: day, rate }) {
    const answer = storeRate(currency, day, rate.toFixed());
    const kept = await ctx.finish<{ currency: string; date: string; rate: number }>({
      target: `${currency} ${day}`,
      answer,
    });
    return kept ?? fail('field_invalid', 'rate', 'could not be kept');
  },
});
