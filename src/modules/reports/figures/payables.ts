import { z } from 'zod';
import { toWire } from '../../../domain/values/money.ts';
import { date, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type AgedCosts, sumAgedCosts } from './payables-store.ts';

const sums = {
  bands: z
    .array(out.number('Owed in this band', 12400))
    .describe('Owed: not due; late by up to 30, 60 and 90 days; more'),
  credit: out.number('Credit notes that suppliers are still to pay back; negative', 0),
  total: out.number('The bands and the credit together', 12400),
  without_rate: out.integer('How many are in a foreign currency without a rate, and not in the sums', 0),
};

export const getAgedPayables = defineRead({
  name: 'get-aged-payables',
  summary:
    'Lists the amount that is owed to each supplier, by days overdue, and what suppliers owe, in ISK; at most 500 rows.',
  description:
    '`as_of` asks for an earlier day, for example the end of the year. It counts approved costs by their date, and what lines of the bank have paid of them by the day of value. A cost without a due date is due on its own day; what has none and was paid by card, by the bank or by the owner (how_paid 2 to 4) is owed to no supplier.',
  access: { scope: 'dashboard_data' },
  input: object({ as_of: date.optional().describe('The day; today when left out') }),
  output: z.object({
    total: z.object(sums).describe('Of all suppliers'),
    rows: z
      .array(
        z.object({
          supplier_id: out.own('Kennitala of the supplier, or empty', '5501234520'),
          supplier: out.outside('Name of the supplier', 'Efnissalan ehf.'),
          currency: out.own('The currency of the sums: ISK, at the rate of each cost', 'ISK'),
          ...sums,
        }),
      )
      .describe('To whom most is owed first'),
  }),
  async run({ db, account, today }, { as_of: day = today }) {
    const [all, ...suppliers] = await sumAgedCosts(db, account.id, day);
    return {
      total: toSums(all),
      rows: suppliers.map((row) => ({
        supplier_id: row.supplier_id ?? '',
        supplier: row.supplier ?? '',
        currency: 'ISK',
        ...toSums(row),
      })),
    };
  },
});

function toSums(row: AgedCosts | undefined) {
  return {
    bands: (row?.bands ?? []).map(toWire),
    credit: toWire(row?.credit ?? '0'),
    total: toWire(row?.total ?? '0'),
    without_rate: row?.without_rate ?? 0,
  };
}
