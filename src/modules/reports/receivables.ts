import { z } from 'zod';
import { toWire } from '../../domain/money.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { type AgedRow, sumAged } from './receivables-store.ts';

export const getAgedReceivables = defineRead({
  name: 'get-aged-receivables',
  summary: 'What each customer owes today, by how late it is, in ISK; at most 500 rows.',
  scope: 'dashboard_data',
  input: object({}),
  output: z.object({
    total: z
      .object({
        bands: z.array(z.number()).describe('Not due; late by up to 30, 60 and 90 days; more'),
        total: out.number('All of it', 46500),
      })
      .describe('What all of them owe'),
    rows: z
      .array(
        z.object({
          customer_guid: out.guid('The customer'),
          customer: out.text('Name of the customer', 'Jón Jónsson'),
          bands: z.array(z.number()).describe('Not due; late by up to 30, 60 and 90 days; more'),
          total: out.number('All of it', 46500),
        }),
      )
      .describe('Who owes most first'),
  }),
  async run({ db, account, today }) {
    const [all, ...customers] = await sumAged(db, account.id, today);
    return {
      total: toBands(all),
      rows: customers.map((row) => ({
        customer_guid: row.customer_guid ?? '',
        customer: row.customer ?? '',
        ...toBands(row),
      })),
    };
  },
});

function toBands(row: AgedRow | undefined) {
  return { bands: (row?.bands ?? []).map(toWire), total: toWire(row?.total ?? '0') };
}
