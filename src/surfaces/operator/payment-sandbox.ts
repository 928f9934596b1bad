import { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { toFailure } from '../../kernel/fields/field-failures.ts';
import { choice, number, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { OperationDescription, OperatorAnswer, OperatorCall, OperatorDeps } from './deps.ts';

const EXAMPLE_CHECKOUT = 'cs_test_1.0198c0de6f1e7c3a9b523d1f6a7e8c90';

export const aboutCheckouts: OperationDescription = {
  summary: "Lists an account's checkouts at the test provider of card payments, the newest first.",
  description: 'For testing. The checkout_id names the payment in the call that refunds or disputes it.',
  input: object({ account: text(100, { examples: ['demo'] })().describe('Username of the account') }),
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
};

export async function listCheckouts(
  { payments, accounts }: OperatorDeps,
  { query }: OperatorCall,
): Promise<OperatorAnswer> {
  const provider = payments ?? fail('path_not_found', '/operator/sandbox/payments');
  const account = await accounts.byUsername(query.account ?? fail('field_required', 'account'));
  return { body: await provider.list(account.id) };
}

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
  event: choice(EVENT_NAMES)().describe('What happens at the provider'),
  amount: number({ places: 2, min: '0.01', max: '1000000000' })
    .optional()
    .describe('Amount of the payment; all of it when left out. Of fee: the amount that the provider keeps'),
  id: text(100)
    .optional()
    .describe('Id of the refund, dispute or payout; send the same one for its next events or payments'),
}).meta({ examples: [{ event: 'refund', amount: 5000 }] });

export const aboutReport: OperationDescription = {
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
};

export async function reportAsProvider(
  { payments, kernel }: OperatorDeps,
  { params, body }: OperatorCall,
): Promise<OperatorAnswer> {
  const provider = payments ?? fail('path_not_found', '/operator/sandbox/payments');
  const parsed = report.safeParse(body);
  if (!parsed.success) throw toFailure(parsed.error);
  const { event, amount } = parsed.data;
  const { type, status, prefix } = EVENTS[event];
  const checkout_id = params.checkout_id ?? '';
  // The provider finds the account of a payout in its id, as in that of a checkout.
  const name = event === 'payout' ? checkout_id.replace(/^cs_test_/, '') : kernel.newGuid();
  const id = parsed.data.id ?? `${prefix}${name}`;
  const outcome = await provider.report(checkout_id, { type, status, id, amount: amount?.toFixed() });
  return { body: { checkout_id, id, outcome: outcome ?? fail('payment_not_found') } };
}
