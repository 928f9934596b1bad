import { z } from 'zod';
import { addMonthsAnchored } from '../../../domain/values/dates.ts';
import { nextWorkingDay } from '../../../domain/values/icelandic-holidays.ts';
import { decimal, sum, toWire } from '../../../domain/values/money.ts';
import { choice, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type InputVatRow, sumInputVat } from './cost-report-store.ts';
import { checkPeriod, periodFields } from './period.ts';
import { GROUPS, sumSales, sumVat, type VatRow } from './sales-store.ts';
import { FREE_LINES, withoutRate } from './schema.ts';

export const getSales = defineRead({
  name: 'get-sales',
  summary: 'Sums the sales of a period by month, customer or item, in ISK; at most 500 rows.',
  access: { scope: 'dashboard_data' },
  input: object({ ...periodFields, by: choice(GROUPS)('Grouping of the sums') }),
  output: z.object({
    total: out.record('Of all that was sold', {
      count: out.integer('On how many documents', 3),
      net: out.number('Without VAT', 37500),
      vat: out.number('VAT', 9000),
    }),
    rows: out.list('Months in order; customers and items by the largest sum first', {
      key: out.own(`Month, or guid of customer or item; ${FREE_LINES.key} for free lines`, '2026-03'),
      label: out.ofCustomer('key', 'Month, or name of customer or item', '2026-03'),
      count: out.integer('On how many documents', 3),
      qty: out.number('How many were sold', 12),
      net: out.number('Without VAT', 37500),
      vat: out.number('VAT', 9000),
    }),
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
  output_vat: out.number('VAT of all sales (útskattur)', 9000),
  input_24: out.number('VAT at 24 % of approved costs', 2400),
  input_11: out.number('VAT at 11 % of approved costs'),
  input_vat: out.number('VAT of all approved costs (innskattur)', 2400),
  to_pay: out.number('Output VAT minus input VAT; negative: to be paid back', 6600),
};

export const getVat = defineRead({
  name: 'get-vat',
  summary: 'Sums the VAT of sales by two-month settlement period, in ISK.',
  access: { scope: 'dashboard_data' },
  input: object(periodFields),
  output: z.object({
    total: z.object(vatSums).describe('Of the whole period'),
    rows: out.list('Oldest first', {
      period: out.own('Year, and which two months of it', '2026-2'),
      first_month: out.own('The first of the two', '2026-03'),
      last_month: out.own('The second of them', '2026-04'),
      due_on: out.date('When the VAT return is due', '2026-06-05'),
      ...vatSums,
    }),
    without_rate: withoutRate,
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const period = checkPeriod(input);
    const [[all, ...sales], costs] = await Promise.all([
      sumVat(db, account.id, period),
      sumInputVat(db, account.id, period),
    ]);
    const names = [...new Set([...sales, ...costs].map((row) => row.period ?? ''))].sort(byPeriod);
    const total = {
      vat_s: sum(costs.map(({ vat_s }) => decimal(vat_s))).toFixed(),
      vat_aa: sum(costs.map(({ vat_aa }) => decimal(vat_aa))).toFixed(),
    };
    return {
      total: toVatSums(all, total),
      rows: names.map((name) => ({
        period: name,
        ...monthsOfPeriod(name),
        ...toVatSums(
          sales.find((row) => row.period === name),
          costs.find((row) => row.period === name),
        ),
      })),
      without_rate: costs.reduce((count, { without_rate }) => count + without_rate, 0),
    };
  },
});

/** There are at most six periods in a year, so their names sort as text. */
function byPeriod(a: string, b: string): number {
  return a < b ? -1 : 1;
}

function toVatSums(sales: VatRow | undefined, costs: Pick<InputVatRow, 'vat_s' | 'vat_aa'> | undefined) {
  const outputVat = decimal(sales?.vat_s ?? '0').plus(sales?.vat_aa ?? '0');
  const inputVat = decimal(costs?.vat_s ?? '0').plus(costs?.vat_aa ?? '0');
  return {
    net_24: toWire(sales?.net_s ?? '0'),
    net_11: toWire(sales?.net_aa ?? '0'),
    net_0: toWire(sales?.net_z ?? '0'),
    vat_24: toWire(sales?.vat_s ?? '0'),
    vat_11: toWire(sales?.vat_aa ?? '0'),
    output_vat: toWire(outputVat),
    input_24: toWire(costs?.vat_s ?? '0'),
    input_11: toWire(costs?.vat_aa ?? '0'),
    input_vat: toWire(inputVat),
    to_pay: toWire(outputVat.minus(inputVat)),
  };
}

/** `2026-2` is March and April. */
function monthsOfPeriod(period: string): { first_month: string; last_month: string; due_on: string } {
  const [year, pair] = period.split('-');
  const month = (of: number) => `${year}-${String(of).padStart(2, '0')}`;
  const last = Number(pair) * 2;
  // The return is due on the fifth day of the second month after the period, or on the next working day.
  const due_on = nextWorkingDay(addMonthsAnchored(`${month(last)}-05`, 2));
  return { first_month: month(last - 1), last_month: month(last), due_on };
}
