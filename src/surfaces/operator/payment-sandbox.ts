import { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { parseSent } from '../../kernel/fields/field-failures.ts';
import { choice, number, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { byAccount, type OperatorRoute, sandboxRoute } from './route.ts';

const EXAMPLE_CHECKOUT = 'cs_test_1.0198c0de6f1e7c3a9b523d1f6a7e8c90';

/** What Stripe sends for each of them. */
const EVENTS = {
  refund: { type: 'refund.created', status: 'succeeded', prefix: 're_test_' },
  refund_failed: { type: 'refund.failed', status: 'failed', prefix: 're_test_' },
  dispute_opened: { type: 'charge.dispute.created', status: 'needs_response', prefix: 'dp_test_' },
  dispute_withdrawn: { type: 'charge.dispute.funds_withdrawn', status: 'needs_response', prefix: 'dp_test_' },
  dispute_lost: { type: 'charge.dispute.closed', status: 'lost', prefix: 'dp_test_' },
  fee: { type: 'charge.updated', status: 'succeeded', prefix: 'txn_test_' },
  payout: { type: 'payout.reconciliation_completed', status: 'paid', prefix: 'po_test_' },
  dispute_won: { type: 'charge.dispute.funds_reinstated', status: 'won', prefix: 'dp_test_' },
} as const;
const EVENT_NAMES = Object.keys(EVENTS) as (keyof typeof EVENTS)[];

const report = object({
  event: choice(EVENT_NAMES)('What happens at the provider'),
  amount: number({ places: 2, min: '0.01', max: '1000000000' }).optional(
    'Amount of the payment; all of it when left out. Of fee: the amount that the provider keeps',
  ),
  id: text(100).optional(
    'Id of the refund, dispute or payout; send the same one for its next events or payments',
  ),
}).meta({ examples: [{ event: 'refund', amount: 5000 }] });

/** The test provider of card payments. */
export const paymentRoutes: readonly OperatorRoute[] = [
  sandboxRoute('payments', {
    method: 'GET',
    path: '',
    action: 'sandbox-payments',
    about: {
      summary: "Lists an account's checkouts at the test provider of card payments, the newest first.",
      description: 'For testing. The checkout_id names the payment in the call that refunds or disputes it.',
      input: byAccount,
      output: z.array(
        z.object({
          checkout_id: out.own('The checkout at the provider', EXAMPLE_CHECKOUT),
          status: z.enum(['open', 'paid', 'refused']),
          description: out.own('Description for the payer', 'Reikningur 1'),
          amount: out.own('Amount that is charged', '46500.00'),
          currency: out.own('Currency', 'ISK'),
        }),
      ),
      refusals: ['account_not_found'],
    },
    answer: async (provider, call) => provider.list((await call.account()).id),
  }),
  sandboxRoute('payments', {
    method: 'POST',
    path: '/:checkout_id/report',
    action: 'sandbox-report-payment',
    about: {
      summary:
        'Simulates a refund, dispute, fee or payout of a payment at the test provider, which reports it by a webhook.',
      description: 'For testing. Every event may be sent again, in any order; each counts once.',
      input: report,
      output: z.object({
        checkout_id: out.own('The checkout at the provider', EXAMPLE_CHECKOUT),
        id: out.own('The refund, dispute or payout', 're_test_1'),
        outcome: z.enum(['applied', 'known', 'unknown', 'ignored']).describe('Answer of the webhook'),
      }),
      refusals: ['payment_not_found'],
    },
    answer: async (provider, { params, body }, { kernel }) => {
      const { event, amount, ...sent } = parseSent(report, body);
      const { type, status, prefix } = EVENTS[event];
      const checkout_id = params.checkout_id ?? '';
      // The provider finds the account of a payout in its id, as in that of a checkout.
      const name = event === 'payout' ? checkout_id.replace(/^cs_test_/, '') : kernel.newGuid();
      const id = sent.id ?? `${prefix}${name}`;
      const outcome = await provider.report(checkout_id, { type, status, id, amount: amount?.toFixed() });
      return { checkout_id, id, outcome: outcome ?? fail('payment_not_found') };
    },
  }),
];
