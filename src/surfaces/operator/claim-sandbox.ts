import { z } from 'zod';
import { toPlainDate } from '../../domain/values/dates.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { date, number, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { byAccount, type OperatorRoute, sandboxRoute } from './route.ts';

const EXAMPLE_CLAIM = '5501234520010166000001+20260316';
const amount = (description: string) => out.own(description, '46500.00');

const paymentFigures = {
  paidOn: out.date('Day of payment'),
  capitalGainsTax: amount('Capital gains tax that was withheld'),
  otherDefaultCosts: amount('Other costs of late payment'),
  defaultCharge: amount('Charge for late payment'),
  defaultInterest: amount('Interest for late payment'),
  fee: amount('Fee of the claim').optional(),
  principal: amount('What was paid of the claim itself').optional(),
  transactionAmount: amount('What came in'),
  rate: out.own('ISK for one unit of its currency, where it was paid in ISK', '151.2').optional(),
};

const money = number({ places: 2, min: '0', max: '1000000000' }).optional();

const payment = object({
  amount: number({ places: 2, min: '0.01', max: '1000000000' }).optional(
    'All that is paid, costs and interest included; less than is due is a part payment. All that is due when left out',
  ),
  exchange_rate: number({ places: 6, min: '0.000001', max: '1000000' }).optional(
    'ISK for one unit of the currency of the claim: the payer pays in ISK, and the bank reports whole krónur. The sums sent here stay in the currency of the claim',
  ),
  date: date.optional('Day of payment; today when left out'),
  capital_gains_tax: money.describe('Capital gains tax that was withheld'),
  other_default_costs_amount: money.describe('Other costs of late payment'),
  default_charge_amount: money.describe('Charge for late payment'),
  default_interest_amount: money.describe('Interest for late payment'),
}).meta({ examples: [{ date: '2026-03-20', default_interest_amount: 12.5 }] });

/** The claims at the embedded bank. */
export const claimRoutes: readonly OperatorRoute[] = [
  sandboxRoute('claims', {
    method: 'GET',
    path: '',
    action: 'sandbox-claims',
    about: {
      summary: "Lists an account's claims at the embedded bank.",
      description: 'For testing. The claim_id names the claim in the calls that pay or cancel it.',
      input: byAccount,
      output: z.array(
        z.object({
          claim_id: out.own('The claim at the bank', EXAMPLE_CLAIM),
          invoice_guid: out.guid('The invoice'),
          status: z.enum(['unpaid', 'paid', 'cancelled']),
          payload: z.record(z.string(), z.unknown()).describe('The claim as it was sent to the bank'),
          payment: z.object(paymentFigures).nullable().describe('The payment that has closed it'),
          parts: z.array(z.object(paymentFigures)).describe('What was paid of it before'),
        }),
      ),
      refusals: ['account_not_found'],
    },
    answer: async (bank, call) => bank.list((await call.account()).id),
  }),
  sandboxRoute('claims', {
    method: 'POST',
    path: '/:claim_id/pay',
    action: 'sandbox-pay-claim',
    about: {
      summary: 'Simulates the payment of a claim at the embedded bank, in whole or in part.',
      description:
        'For testing. The bank reports the payment with the costs and interest that are sent. They are taken first, the claim itself last; what a part does not cover is due with the next payment.',
      input: payment,
      output: z.object({
        claim_id: out.own('The claim at the bank', EXAMPLE_CLAIM),
        status: z.enum(['paid', 'unpaid']).describe('Unpaid after a part payment'),
      }),
      refusals: ['claim_not_found', 'field_invalid'],
    },
    answer: async (bank, { params, body }, { kernel }) => {
      const data = parseSent(payment, body);
      const claim_id = params.claim_id ?? '';
      if (data.exchange_rate && (await bank.currencyOf(claim_id)) === 'ISK')
        fail('field_invalid', 'exchange_rate', violation('rate_of_isk'));
      const paid = await bank.pay(claim_id, {
        amount: data.amount?.toFixed(),
        rate: data.exchange_rate?.toFixed(),
        paidOn: data.date ?? toPlainDate(kernel.clock()),
        capitalGainsTax: data.capital_gains_tax?.toFixed() ?? '0',
        otherDefaultCosts: data.other_default_costs_amount?.toFixed() ?? '0',
        defaultCharge: data.default_charge_amount?.toFixed() ?? '0',
        defaultInterest: data.default_interest_amount?.toFixed() ?? '0',
      });
      if (!paid) fail('claim_not_found');
      await bank.follow(paid.accountId);
      return { claim_id, status: paid.status };
    },
  }),
  sandboxRoute('claims', {
    method: 'POST',
    path: '/:claim_id/cancel',
    action: 'sandbox-cancel-claim',
    about: {
      summary: 'Simulates the cancellation of a claim at the embedded bank.',
      description: 'For testing. The invoice stays unpaid, and its `claim_status` becomes cancel.',
      input: object({}),
      output: z.object({
        claim_id: out.own('The claim at the bank', EXAMPLE_CLAIM),
        status: z.literal('cancelled'),
      }),
      refusals: ['claim_not_found'],
    },
    answer: async (bank, { params }) => {
      const claim_id = params.claim_id ?? '';
      const cancelled = (await bank.cancel(claim_id)) ?? fail('claim_not_found');
      await bank.follow(cancelled.accountId);
      return { claim_id, status: 'cancelled' };
    },
  }),
];
