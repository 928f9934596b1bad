import { z } from 'zod';
import { date, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type AgedCosts, sumAgedCosts } from './payables-store.ts';
import { agedSums, toAgedSums } from './receivables.ts';

const sums = {
  ...agedSums('Credit notes that suppliers are still to pay back; negative', 12400),
  without_rate: out.integer(
    'Number in a foreign currency without an exchange rate, which are not in the sums',
    0,
  ),
};

export const getAgedPayables = defineRead({
  name: 'get-aged-payables',
  summary:
    'Lists the amount that is owed to each supplier, by days overdue, and the amount that suppliers owe, in ISK; at most 500 rows.',
  description:
    '`as_of` names an earlier day, for example the end of the year. Approved costs count from their date, and their payments by lines of the bank from the day of value. A cost without a due date is due on its own day, but if it was paid by card, by the bank or by the owner (how_paid 2 to 4) it is owed to no supplier.',
  access: { scope: 'dashboard_data' },
  input: object({ as_of: date.optional('The day; today when left out') }),
  output: z.object({
    total: z.object(sums).describe('Of all suppliers'),
    rows: out.list('Suppliers, the largest debt first', {
      supplier_id: out.own('Kennitala of the supplier, or empty', '5501234520'),
      supplier: out.outside('Name of the supplier', 'Efnissalan ehf.'),
      currency: out.own('The currency of the sums: ISK, at the rate of each cost', 'ISK'),
      ...sums,
    }),
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
  return { ...toAgedSums(row), without_rate: row?.without_rate ?? 0 };
}
