import { z } from 'zod';
import { toWire } from '../../domain/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, date, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { GROUPS, type Period, sumSales, sumVat, type VatRow } from './sales-store.ts';
import { FREE_LINES } from './schema.ts';

const period = {
  from_date: date().describe('First day of issue'),
  to_date: date().describe('Last day of issue'),
};

export const getSales = defineRead({
  name: 'get-sales',
  summary: 'Sums what was sold in a period by month, customer or item, in ISK; at most 500 rows.',
  scope: 'dashboard_data',
  input: object({ ...period, by: choice(GROUPS)().describe('How to sum it up') }),
  output: z.object({
    total: z
      .object({
        count: out.integer('On how many documents', 3),
        net: out.number('Without VAT', 37500),
        vat: out.number('VAT', 9000),
      })
      .describe('Of all that was sold'),
    rows: z
      .array(
        z.object({
          key: out.text(`Month, or guid of customer or item; ${FREE_LINES.key} for free lines`, '2026-03'),
          label: out.text('Month, or name of customer or item', '2026-03'),
          count: out.integer('On how many documents', 3),
          qty: out.number('How many were sold', 12),
          net: out.number('Without VAT', 37500),
          vat: out.number('VAT', 9000),
        }),
      )
      .describe('Months in their order; customers and items by what they brought in'),
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const [all, ...groups] = await sumSales(db, account.id, input.by, checkPeriod(input));
    return {
      total: { count: all?.count ?? 0, net: toWire(all?.net ?? '0'), vat: toWire(all?.vat ?? '0') },
      rows: groups.map(({ key, label, count, qty, net, vat }) => ({
        key: key ?? '',
        label: key === FREE_LINES.key ? FREE_LINES.label : (label ?? ''),
        count,
        qty: toWire(qty),
        net: toWire(net),
        vat: toWire(vat),
      })),
    };
  },
});

const vatSums = {
  net_24: out.number('Sales at 24 %, without VAT', 37500),
  net_11: out.number('Sales at 11 %, without VAT'),
  net_0: out.number('Sales without VAT'),
  vat_24: out.number('VAT at 24 %', 9000),
  vat_11: out.number('VAT at 11 %'),
};

export const getVat = defineRead({
  name: 'get-vat',
  summary: 'Sums the VAT of sales by the two months that it is settled for, in ISK.',
  scope: 'dashboard_data',
  input: object(period),
  output: z.object({
    total: z.object(vatSums).describe('Of the whole period'),
    rows: z
      .array(
        z.object({
          period: out.text('Year, and which two months of it', '2026-2'),
          first_month: out.text('The first of the two', '2026-03'),
          last_month: out.text('The second of them', '2026-04'),
          ...vatSums,
        }),
      )
      .describe('Oldest first'),
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const [all, ...periods] = await sumVat(db, account.id, checkPeriod(input));
    return {
      total: toVatSums(all),
      rows: periods.map((row) => ({
        period: row.period ?? '',
        ...monthsOfPeriod(row.period ?? ''),
        ...toVatSums(row),
      })),
    };
  },
});

function toVatSums(row: VatRow | undefined) {
  return {
    net_24: toWire(row?.net_s ?? '0'),
    net_11: toWire(row?.net_aa ?? '0'),
    net_0: toWire(row?.net_z ?? '0'),
    vat_24: toWire(row?.vat_s ?? '0'),
    vat_11: toWire(row?.vat_aa ?? '0'),
  };
}

/** `2026-2` is March and April. */
function monthsOfPeriod(period: string): { first_month: string; last_month: string } {
  const [year, pair] = period.split('-');
  const month = (of: number) => `${year}-${String(of).padStart(2, '0')}`;
  return { first_month: month(Number(pair) * 2 - 1), last_month: month(Number(pair) * 2) };
}

function checkPeriod({ from_date: from, to_date: to }: { from_date: string; to_date: string }): Period {
  if (from > to) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
  return { from, to };
}
