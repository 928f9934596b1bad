/** A payment at the test provider, with what it keeps of it and what was refunded. */
export interface TestCharge {
  object: 'charge';
  amount: number;
  currency: string;
  metadata: Record<string, string | undefined>;
  payment_intent: string;
  /** Null until it is computed. */
  fee: number | null;
  refunds: { id: string; amount: number }[];
}

/** A payment as Stripe shows it with the balance transaction of its charge. */
export function toIntent(charge: TestCharge): object {
  const booked = charge.fee === null ? null : toTransaction(charge, charge.amount, charge.fee);
  return {
    id: charge.payment_intent,
    object: 'payment_intent',
    currency: charge.currency,
    latest_charge: { object: 'charge', balance_transaction: booked },
  };
}

/** What a payout has of a payment: the charge, and its refunds. */
export function toBalance(charge: TestCharge): object[] {
  const refunds = charge.refunds.map(({ id, amount }) => ({
    ...toTransaction(charge, -amount, 0),
    id: `txn_${id}`,
    source: { object: 'refund', id, charge },
  }));
  return [{ ...toTransaction(charge, charge.amount, charge.fee ?? 0), source: charge }, ...refunds];
}

function toTransaction({ payment_intent, currency }: TestCharge, amount: number, fee: number) {
  return {
    id: `txn_${payment_intent}`,
    object: 'balance_transaction',
    amount,
    fee,
    net: amount - fee,
    currency,
  };
}
