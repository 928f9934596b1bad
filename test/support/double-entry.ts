import assert from 'node:assert/strict';

/** The accounts of the default chart, written by hand. */
export const ACCOUNTS = {
  sales: { S: '1010', AA: '1020', Z: '1030' },
  vat: { S: '9510', AA: '9511' },
  rounding: '1090',
  interest: '1610',
  charge: '1620',
  fee: '1080',
  lost: '2620',
  exchange: '1630',
  acquirer: '2610',
  withheld: '7690',
  receivables: '7600',
  credit: '9350',
  payables: '9300',
  inputVat: { S: '9520', AA: '9521' },
  vatAbroad: '9515',
} as const;

/** The account of each way of payment; null: the way is not known. */
export const MONEY = new Map<number | null, string>([
  [null, '7800'],
  [1, '7700'],
  [2, '7650'],
  [8, '7800'],
  [9, '7800'],
]);

interface Posting {
  date: string;
  account: string;
  /** Empty where the account has no subledger. */
  customer: string;
  /** Aurar: debit above zero, credit below. */
  amount: number;
}

/**
 * A double-entry ledger that shares no rule and no figure with the product. Every figure is a sum of postings, and every
 * entry is refused unless it balances.
 */
export class DoubleEntry {
  readonly postings: Posting[] = [];

  post(date: string, lines: readonly [account: string, amount: number, customer?: string][]): void {
    assert.equal(
      lines.reduce((sum, [, amount]) => sum + amount, 0),
      0,
      `an entry on ${date} does not balance`,
    );
    for (const [account, amount, customer = ''] of lines)
      if (amount !== 0) this.postings.push({ date, account, customer, amount });
  }

  /** Balances by account and customer at the end of a day, without those at zero. */
  balances(day: string): Record<string, number> {
    return sumsOf(this.postings.filter(({ date }) => date <= day));
  }

  balance(accounts: readonly string[], day: string, customer?: string): number {
    return this.postings
      .filter((one) => accounts.includes(one.account) && one.date <= day)
      .filter((one) => customer === undefined || one.customer === customer)
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** What was posted to accounts within a month. */
  movement(accounts: readonly string[], month: string, sign: 1 | -1): number {
    const within = this.postings.filter(
      (one) => accounts.includes(one.account) && one.date.startsWith(month),
    );
    return within.reduce((sum, { amount }) => sum + sign * amount, 0);
  }
}

/** Sums by account and customer, without those at zero. */
export function sumsOf(rows: readonly Omit<Posting, 'date'>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { account, customer, amount } of rows) {
    const key = `${account} ${customer}`.trim();
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).sort());
}
