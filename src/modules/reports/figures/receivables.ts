import { z } from 'zod';
import { toWire } from '../../../domain/values/money.ts';
import { date, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type AgedRow, sumAged } from './receivables-store.ts';

/** What is owed by days overdue, and what is owed the other way. */
export function agedSums(credit: string, example: number) {
  return {
    bands: z
      .array(out.number('Owed in this band', example))
      .describe('Owed: not due; late by up to 30, 60 and 90 days; more'),
    credit: out.number(credit, 0),
    total: out.number('Sum of the bands and the credit', example),
  };
}

const sums = agedSums('Credit notes on paid invoices that are still to be paid back; negative', 46500);

export const getAgedReceivables = defineRead({
  name: 'get-aged-receivables',
  summary:
    'Lists the amount that each customer owes, by days overdue, and the amount that is owed to customers, in ISK; at most 500 rows.',
  description:
    '`as_of` names an earlier day, for example the end of the year. The invoices, credit notes and payments that are known now count from their dates.',
  access: { scope: 'dashboard_data' },
  input: object({ as_of: date.optional('The day; today when left out') }),
  output: z.object({
    total: z.object(sums).describe('Of all customers'),
    rows: out.list('Customers, the largest debt first', {
      customer_guid: out.guid('The customer'),
      customer: out.ofCustomer('customer_guid', 'Name of the customer', 'Jón Jónsson'),
      currency: out.own('The currency of the sums: ISK, at the rate of each invoice', 'ISK'),
      ...sums,
    }),
  }),
  async run({ db, account, today }, { as_of: asOf }) {
    const [all, ...customers] = await sumAged(db, account.id, today, asOf ?? null);
    return {
      total: toAgedSums(all),
      rows: customers.map((row) => ({
        customer_guid: row.customer_guid ?? '',
        customer: row.customer ?? '',
        currency: 'ISK',
        ...toAgedSums(row),
      })),
    };
  },
});

export function toAgedSums(row: Pick<AgedRow, 'bands' | 'credit' | 'total'> | undefined) {
  return {
    bands: (row?.bands ?? []).map(toWire),
    credit: toWire(row?.credit ?? '0'),
    total: toWire(row?.total ?? '0'),
  };
}
