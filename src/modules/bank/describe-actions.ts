import type { BankAction } from '../../domain/bank/actions.ts';
import { decimal, fixed2 } from '../../domain/values/money.ts';
import type { PaymentPlan } from '../payments/book-payment.ts';

/** The costs, payments and accounts that actions name, in words that a person knows them by. */
export type NamedRecords = Map<string, string>;

/**
 * What each action does, for the person who approves it. Records whose names may be equal have their guid after the
 * name.
 */
export function describeActions(
  actions: readonly BankAction[],
  currency: string,
  plans: readonly PaymentPlan[],
  names: NamedRecords,
): string[] {
  const left = [...plans];
  return actions.flatMap((action) => {
    if (action.type === 'settled')
      return action.payments.map((guid) => describe('settled', names.get(guid), guid));
    const amount = `${fixed2(decimal(action.amount))} ${currency}`;
    const plan = action.type === 'payment' ? left.shift() : undefined;
    if (plan) return [describe('payment', amount, ...paidFor(plan))];
    if (action.type === 'cost') {
      const paid = action.cost_amount;
      return [describe('cost', amount, names.get(action.cost_guid), action.cost_guid, paid)];
    }
    if (action.type === 'transfer')
      return [describe('transfer', amount, names.get(action.bank_account_guid))];
    return [
      action.type === 'other' ? describe('other', amount, action.code, action.note) : describe('fee', amount),
    ];
  });
}

function describe(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Who pays or is paid back, and each invoice with its share. */
function paidFor({ payer, invoices, surplus, currency }: PaymentPlan): string[] {
  const shares = invoices.map(({ invoice, amount, paid }) => {
    const settled = `#${invoice.number} ${fixed2(amount)} ${invoice.currency}`;
    return invoice.currency === currency ? settled : `${settled} (${fixed2(paid)} ${currency})`;
  });
  const credits = surplus.map(
    ({ payment, amount }) => `${payment.paid_on} ${fixed2(amount)} ${payment.currency}`,
  );
  return [payer?.name ?? '', ...shares, ...credits];
}
