import { z } from 'zod';
import { CURRENCIES } from '../../../domain/values/codes.ts';
import { choice, date, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { exchangeRate } from '../records/schema.ts';
import { upsertRate } from './rate-store.ts';

const foreignCurrencies = CURRENCIES.filter((currency) => currency !== 'ISK');

export const setExchangeRate = defineWrite({
  name: 'set-exchange-rate',
  summary: 'Sets the exchange rate of a currency on a day, in ISK for one unit.',
  description: 'Invoices in the currency use the rate of their issue date, unless they name their own rate.',
  access: { scope: null },
  events: [],
  input: object({
    currency: choice(foreignCurrencies)('Currency'),
    date: date('The day'),
    rate: exchangeRate().meta({
      description: 'ISK for one unit',
      examples: [147.5],
    }),
  }),
  output: z.object({
    currency: out.code(foreignCurrencies, 'Currency'),
    date: out.date('The day'),
    rate: out.number('ISK for one unit', 147.5),
  }),
  async run(ctx, { currency, date: day, rate }) {
    return ctx.finish({ target: `${currency} ${day}`, ...upsertRate(currency, day, rate.toFixed()) });
  },
});
