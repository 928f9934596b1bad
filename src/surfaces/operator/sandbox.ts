import { fail } from '../../kernel/failure.ts';
import { date, number, object, problemOf } from '../../kernel/fields.ts';
import type { Answer, OperatorCall, OperatorParts } from './parts.ts';

export async function listClaims(
  { claims, accounts }: OperatorParts,
  { query }: OperatorCall,
): Promise<Answer> {
  const bank = claims ?? fail('path_not_found', '/operator/sandbox/claims');
  const account = await accounts.byUsername(query.account ?? fail('field_required', 'account'));
  return { body: await bank.list(account.id) };
}

const money = number({ places: 2, min: '0', max: '1000000000' }).optional();

const payment = object({
  date: date.optional(),
  capital_gains_tax: money,
  other_default_costs_amount: money,
  default_charge_amount: money,
  default_interest_amount: money,
});

export async function payClaim(
  { claims, kernel }: OperatorParts,
  { params, body }: OperatorCall,
): Promise<Answer> {
  const bank = claims ?? fail('path_not_found', '/operator/sandbox/claims');
  const parsed = payment.safeParse(body);
  if (!parsed.success) throw problemOf(parsed.error);
  const { data } = parsed;
  const paid = await bank.pay(params.claim_id ?? '', {
    paidOn: data.date ?? kernel.clock().toISOString().slice(0, 10),
    capitalGainsTax: data.capital_gains_tax?.toFixed() ?? '0',
    otherDefaultCosts: data.other_default_costs_amount?.toFixed() ?? '0',
    defaultCharge: data.default_charge_amount?.toFixed() ?? '0',
    defaultInterest: data.default_interest_amount?.toFixed() ?? '0',
  });
  if (!paid) fail('claim_not_found');
  await bank.follow(paid.accountId);
  return { body: { claim_id: params.claim_id, status: 'paid' } };
}
