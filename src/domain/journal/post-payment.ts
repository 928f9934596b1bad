import {
  type Components,
  type Direction,
  type PaymentSource,
  SOURCES_WITHOUT_MONEY,
} from '../payments/payment.ts';
import { type Decimal, decimal, ONE, sum, ZERO } from '../values/money.ts';
import { moneyKey } from './accounts.ts';
import { balanced, type JournalLine, line, missingOf, type Party, toIsk } from './entry.ts';

/** What a payment settles of an invoice, or takes of a credit note. */
interface PostedShare {
  kind: 'invoice' | 'credit';
  currency: string;
  exchange_rate: string;
  /** In the currency of the document, and in that of the payment. */
  amount: string;
  paid: string;
  /** What rounding the rest of the document adds to what the customer owes, as on the statement. */
  rounding: string;
  customer: Party;
}

/** What a payment takes of the surplus of another one. */
interface PostedSurplus {
  amount: string;
  currency: string;
  exchange_rate: string;
  customer: Party | null;
}

export interface PostedPayment extends Components<string> {
  direction: Direction;
  source: PaymentSource;
  amount: string;
  currency: string;
  exchange_rate: string;
  method_payment: number | null;
  acquirer_fee: string;
  shares: readonly PostedShare[];
  taken: readonly PostedSurplus[];
}

/**
 * Money goes to the account of its way. What settles an invoice or pays a credit note back is taken of the receivables at
 * the rate of the document, and the difference to the rate of the payment is an exchange difference. What settles nothing
 * is credit of the payer.
 */
export function postPayment(payment: PostedPayment, payer: Party | null): JournalLine[] {
  const lines = [
    ...postMoney(payment),
    ...payment.shares.flatMap(postShare),
    ...payment.taken.map(({ amount, exchange_rate, customer }) =>
      line('customer_credit', toIsk(decimal(amount), exchange_rate), { party: customer }),
    ),
    line('customer_credit', toIsk(surplusOf(payment).neg(), payment.exchange_rate), { party: payer }),
  ];
  const difference = missingOf(lines);
  const isForeign = [payment, ...payment.shares, ...payment.taken].some(({ currency }) => currency !== 'ISK');
  return balanced(isForeign ? [...lines, line('exchange_difference', difference)] : lines);
}

function postMoney(payment: PostedPayment): JournalLine[] {
  if (SOURCES_WITHOUT_MONEY.includes(payment.source)) return [];
  const sign = payment.direction === 'in' ? ONE : ONE.neg();
  const isk = (amount: Decimal | string) => toIsk(decimal(amount).times(sign), payment.exchange_rate);
  // Of a claim the bank holds back the tax on its interest.
  const kept = payment.source === 'claim' ? 'withheld_tax' : 'acquirer_fee';
  return [
    line(moneyKey(payment.method_payment), isk(decimal(payment.amount).minus(payment.acquirer_fee))),
    line(kept, isk(payment.acquirer_fee)),
    line('interest', ZERO.minus(isk(payment.interest))),
    line('charge', ZERO.minus(isk(payment.charge))),
    line('fee', ZERO.minus(isk(payment.fee))),
  ];
}

function postShare(share: PostedShare): JournalLine[] {
  const isk = (amount: string) => toIsk(decimal(amount), share.exchange_rate);
  const settled = share.kind === 'invoice' ? ZERO.minus(isk(share.amount)) : isk(share.amount);
  const rounding = isk(share.rounding);
  return [
    line('receivables', settled, { party: share.customer }),
    line('receivables', rounding, { party: share.customer }),
    line('rounding', ZERO.minus(rounding)),
  ];
}

/**
 * What came in and settles nothing, whether or not it was used since. The credit of an imported payment is in the opening
 * balance, so that what it settles here is taken of that.
 */
function surplusOf({ direction, source, amount, interest, charge, fee, shares }: PostedPayment): Decimal {
  if (direction === 'out' || source === 'credit') return ZERO;
  const settled = sum(shares.map(({ paid }) => decimal(paid)));
  if (source === 'import') return ZERO.minus(settled);
  return decimal(amount).minus(interest).minus(charge).minus(fee).minus(settled);
}
