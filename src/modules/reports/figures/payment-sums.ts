import { z } from 'zod';
import { decimal, sum, toWire } from '../../../domain/values/money.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { type PaymentSumRow, sumPaymentsOfMonths } from './payment-sums-store.ts';
import { checkPeriod, periodFields } from './period.ts';

/** What payments and write-offs add to sales and costs. */
export const financialFields = {
  interest: out.number('Interest that came in with payments', 250),
  charges: out.number('Charges for late payment that came in', 950),
  fees: out.number('Payment fees that came in', 160),
  acquirer_fees: out.number('Deductions of card acquirers from payments', 25),
  exchange_difference: out.number('Exchange gain of payments in foreign currencies; negative is a loss', 20),
  lost_claims: out.number('Invoices that were written off, without VAT', 0),
};
type FinancialFigures = { [K in keyof typeof financialFields]: number };

export function toFinancial(found: PaymentSumRow | undefined): FinancialFigures & { net: string } {
  const { interest = '0', charges = '0', fees = '0', acquirer_fees = '0' } = found ?? {};
  const { exchange_difference = '0', written_off: lost_claims = '0' } = found ?? {};
  const income = sum([interest, charges, fees, exchange_difference].map(decimal));
  return {
    interest: toWire(interest),
    charges: toWire(charges),
    fees: toWire(fees),
    acquirer_fees: toWire(acquirer_fees),
    exchange_difference: toWire(exchange_difference),
    lost_claims: toWire(lost_claims),
    net: income.minus(acquirer_fees).minus(lost_claims).toFixed(),
  };
}

/** Whether payments and write-offs have changed the result. */
export function hasFinancial(found: PaymentSumRow): boolean {
  const { net: _, ...financial } = toFinancial(found);
  return Object.values(financial).some((figure) => figure !== 0);
}

const figures = {
  received: out.number('Money that came in, less deductions', 124000),
  paid_back: out.number('Money that was paid back to customers', 0),
  ...financialFields,
  withheld_tax: out.number('Tax on interest of claims that the bank withheld', 0),
  customer_credit: out.number('Credit of customers from payments, less what was used or paid back', 0),
};

function toFigures(found: PaymentSumRow | undefined) {
  const { net: _, ...financial } = toFinancial(found);
  return {
    received: toWire(found?.received ?? '0'),
    paid_back: toWire(found?.paid_back ?? '0'),
    ...financial,
    withheld_tax: toWire(found?.withheld_tax ?? '0'),
    customer_credit: toWire(found?.customer_credit ?? '0'),
  };
}

export const getPaymentSums = defineRead({
  name: 'get-payment-sums',
  summary:
    'Sums interest, charges, fees and other differences between payments and invoices by month, in ISK.',
  description:
    'The rows have interest, charges, fees, deductions of card acquirers, exchange differences, lost claims and credit of customers. A payment counts on its day of value, its reversal on the day of the reversal. The journal has the same figures.',
  access: { scope: 'dashboard_data' },
  input: object({
    from_date: periodFields.from_date.describe('First day of value'),
    to_date: periodFields.to_date.describe('Last day of value'),
  }),
  output: z.object({
    total: z.object(figures).describe('Of the whole period'),
    rows: out.list('Months with payments or write-offs, oldest first', {
      month: out.own('Year and month', '2026-03'),
      ...figures,
    }),
  }),
  refusals: ['field_invalid'],
  async run({ db, account }, input) {
    const [all, ...months] = await sumPaymentsOfMonths(db, account.id, checkPeriod(input));
    return {
      total: toFigures(all),
      rows: months.map((found) => ({ month: found.key ?? '', ...toFigures(found) })),
    };
  },
});
