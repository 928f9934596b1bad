import { z } from 'zod';
import { COST_CODES, type CostCode, isCostCode } from '../../../domain/values/codes.ts';
import { decimal, toWire, ZERO } from '../../../domain/values/money.ts';
import { choice, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { COST_GROUPS, sumCosts, sumExpensesOfMonths } from './cost-report-store.ts';
import { financialFields, hasFinancial, toFinancial } from './payment-sums.ts';
import { type PaymentSumRow, sumPaymentsOfMonths } from './payment-sums-store.ts';
import { checkPeriod, periodFields } from './period.ts';
import { sumNetOfMonths } from './sales-store.ts';
import { withoutRate } from './schema.ts';

const sums = {
  count: out.integer('How many documents', 3),
  net: out.number('Without VAT, in ISK', 10000),
  vat: out.number('VAT, in ISK', 2400),
};

export const getCostSums = defineRead({
  name: 'get-cost-sums',
  summary: 'Sums the approved costs of a period by month, code or supplier, in ISK; at most 500 rows.',
  access: { scope: 'dashboard_data' },
  input: object({ ...periodFields, by: choice(COST_GROUPS)('Grouping of the sums') }),
  output: z.object({
    total: z.object(sums).describe('Sums of all of them'),
    rows: z.array(
      z.object({
        key: out.outside('Month, code, or kennitala or name of the supplier', '2093'),
        label: out.outside('Month, name of the code, or name of the supplier', 'Goods'),
        ...sums,
      }),
    ),
    without_rate: withoutRate,
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const [all, ...groups] = await sumCosts(db, account.id, input.by, checkPeriod(input));
    return {
      total: { count: all?.count ?? 0, net: toWire(all?.net ?? '0'), vat: toWire(all?.vat ?? '0') },
      rows: groups.map(({ key, label, count, net, vat }) => ({
        key: key ?? '',
        label: input.by === 'code' && isCostCode(key ?? '') ? COST_CODES[key as CostCode] : (label ?? ''),
        count,
        net: toWire(net),
        vat: toWire(vat),
      })),
      without_rate: all?.without_rate ?? 0,
    };
  },
});

const result = {
  sales: out.number('Sales without VAT', 100000),
  costs: out.number('Approved costs without VAT that are expenses', 60000),
  profit: out.number('Sales minus costs', 40000),
  ...financialFields,
  result: out.number('Profit with the other income and expenses of payments, less lost claims', 41355),
};

export const getProfit = defineRead({
  name: 'get-profit',
  summary:
    'Sums sales, approved costs, other income and expenses of payments, and the result by month, without VAT, in ISK.',
  access: { scope: 'dashboard_data' },
  input: object(periodFields),
  output: z.object({
    total: z.object(result).describe('Of the whole period'),
    rows: out.list('Months with sales, costs, payments or write-offs, oldest first', {
      month: out.own('Year and month', '2026-03'),
      ...result,
    }),
    unexpensed: out.number(
      'Approved costs without VAT that are no expenses: fixed assets (5028) and VAT settlements (9535)',
      0,
    ),
    without_rate: withoutRate,
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const period = checkPeriod(input);
    const [[allSales, ...sales], [allCosts, ...costs], [allPayments, ...payments]] = await Promise.all([
      sumNetOfMonths(db, account.id, period),
      sumExpensesOfMonths(db, account.id, period),
      sumPaymentsOfMonths(db, account.id, period),
    ]);
    const toResult = (
      sold: { net: string } | undefined,
      spent: { net: string } | undefined,
      paid: PaymentSumRow | undefined,
    ) => {
      const [income, expense] = [decimal(sold?.net ?? ZERO), decimal(spent?.net ?? ZERO)];
      const profit = income.minus(expense);
      const { net, ...financial } = toFinancial(paid);
      return {
        sales: toWire(income),
        costs: toWire(expense),
        profit: toWire(profit),
        ...financial,
        result: toWire(profit.plus(net)),
      };
    };
    const months = [
      ...new Set([...sales, ...costs, ...payments.filter(hasFinancial)].map(({ key }) => key ?? '')),
    ].sort();
    const of = <Row extends { key: string | null }>(rows: readonly Row[], month: string) =>
      rows.find(({ key }) => key === month);
    return {
      total: toResult(allSales, allCosts, allPayments),
      rows: months.map((month) => ({
        month,
        ...toResult(of(sales, month), of(costs, month), of(payments, month)),
      })),
      unexpensed: toWire(allCosts?.unexpensed ?? '0'),
      without_rate: allCosts?.without_rate ?? 0,
    };
  },
});
