import { payableAmount } from '../../domain/invoices/payments.ts';
import { type Decimal, decimal, fixed2, sum, ZERO } from '../../domain/values/money.ts';
import type { PayerChoices, StoredPart, StoredPayment } from './tables.ts';

/** What a payer of a claim pays, in the order in which it is taken: costs and interest first, the claim itself last. */
const ORDER = ['otherDefaultCosts', 'defaultCharge', 'defaultInterest', 'fee', 'principal'] as const;
type Due = Record<(typeof ORDER)[number], Decimal>;

interface TakenPayment {
  payment: StoredPart;
  /** Nothing of the claim is left to pay. */
  isComplete: boolean;
}

/** What the embedded bank takes of a payment. Without an amount all that is due is paid; what is more belongs to the claim. */
export function takePayment(
  claim: { amount: string; paymentFee: string },
  parts: readonly StoredPart[],
  choices: PayerChoices,
): TakenPayment {
  const due = dueOf(claim, parts, choices);
  const total = sum(Object.values(due));
  const paid = choices.amount === undefined ? total : decimal(choices.amount);
  let free = paid;
  const taken = { ...due };
  for (const kind of ORDER) {
    const isLast = kind === 'principal';
    taken[kind] = free.lt(due[kind]) || isLast ? free : due[kind];
    free = free.minus(taken[kind]);
  }
  const tax = decimal(choices.capitalGainsTax);
  const held = tax.gt(paid) ? paid : tax;
  const unpaid = (kind: keyof Due) => fixed2(due[kind].minus(taken[kind]));
  return {
    isComplete: paid.gte(total),
    payment: {
      paidOn: choices.paidOn,
      capitalGainsTax: fixed2(held),
      otherDefaultCosts: fixed2(taken.otherDefaultCosts),
      defaultCharge: fixed2(taken.defaultCharge),
      defaultInterest: fixed2(taken.defaultInterest),
      fee: fixed2(taken.fee),
      principal: fixed2(taken.principal),
      transactionAmount: fixed2(paid.minus(held)),
      ...(choices.rate && { rate: choices.rate }),
      unpaid: {
        otherDefaultCosts: unpaid('otherDefaultCosts'),
        defaultCharge: unpaid('defaultCharge'),
        defaultInterest: unpaid('defaultInterest'),
      },
    },
  };
}

/** What is left of the claim and of its fee, and the costs of late payment: those of this call and what parts have left. */
function dueOf(
  claim: { amount: string; paymentFee: string },
  parts: readonly StoredPart[],
  choices: PayerChoices,
): Due {
  const unpaid = parts.at(-1)?.unpaid;
  const paidOf = (kind: 'fee' | 'principal') => sum(parts.map((part) => decimal(part[kind])));
  const left = (amount: string, paid: Decimal) => {
    const remainder = decimal(amount).minus(paid);
    return remainder.lt(ZERO) ? ZERO : remainder;
  };
  return {
    otherDefaultCosts: decimal(choices.otherDefaultCosts).plus(unpaid?.otherDefaultCosts ?? 0),
    defaultCharge: decimal(choices.defaultCharge).plus(unpaid?.defaultCharge ?? 0),
    defaultInterest: decimal(choices.defaultInterest).plus(unpaid?.defaultInterest ?? 0),
    fee: left(claim.paymentFee, paidOf('fee')),
    principal: left(claim.amount, paidOf('principal')),
  };
}

/** Payments of earlier releases have all of the fee and of the claim. */
export function completePayment(
  claim: { amount: string; paymentFee: string },
  { fee = claim.paymentFee, principal = claim.amount, ...payment }: StoredPayment,
): Omit<StoredPart, 'unpaid'> {
  return { ...payment, fee, principal };
}

type ReportedPart = Omit<StoredPart, 'unpaid' | 'rate'>;

/** The figures of a payment as the bank reports it: in whole krónur where the payer has paid a claim in another currency so. */
export function reportedFigures(payment: ReportedPart, rate: string | undefined): ReportedPart {
  if (!rate) return payment;
  const krónur = (amount: Decimal | string) => payableAmount(decimal(amount).times(rate), 'ISK');
  const total = krónur(decimal(payment.transactionAmount).plus(payment.capitalGainsTax));
  const tax = krónur(payment.capitalGainsTax);
  let left = total;
  const taken = (amount: string) => {
    const whole = krónur(amount);
    const part = whole.gt(left) ? left : whole;
    left = left.minus(part);
    return fixed2(part);
  };
  return {
    ...payment,
    capitalGainsTax: fixed2(tax),
    otherDefaultCosts: taken(payment.otherDefaultCosts),
    defaultCharge: taken(payment.defaultCharge),
    defaultInterest: taken(payment.defaultInterest),
    fee: taken(payment.fee),
    principal: fixed2(left),
    transactionAmount: fixed2(total.minus(tax)),
  };
}
