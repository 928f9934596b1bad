import { costParts } from '../costs/cost-figures.ts';
import { bookedVatRates } from '../invoices/vat.ts';
import { decimal, ONE, sum, ZERO } from '../values/money.ts';
import { costKey } from './accounts.ts';
import { balanced, type JournalLine, line, missingOf, type Party, toIsk } from './entry.ts';

export interface PostedCost {
  issue_date: string;
  cost_code: string;
  credit_note: boolean;
  exchange_rate: string;
  amount: string;
  vat_s: string;
  vat_aa: string;
}

/** A cost is owed to its supplier; its VAT is input VAT, and the rest is posted to the account of its code. */
export function postCost(cost: PostedCost, supplier: Party): JournalLine[] {
  const sign = cost.credit_note ? ONE.neg() : ONE;
  const figures = {
    amount: decimal(cost.amount),
    vat_s: decimal(cost.vat_s),
    vat_aa: decimal(cost.vat_aa),
  };
  const isk = (amount: typeof ZERO) => toIsk(amount.times(sign), cost.exchange_rate);
  const key = costKey(cost.cost_code);
  const fixed = [
    line('payables', ZERO.minus(isk(figures.amount)), { party: supplier }),
    line('input_vat_s', isk(figures.vat_s), { vatCode: 'S' }),
    line('input_vat_aa', isk(figures.vat_aa), { vatCode: 'AA' }),
  ];
  const parts = costParts(figures, bookedVatRates(cost.issue_date));
  const nets = parts.map(({ tax, net }) => line(key, isk(net), { vatCode: tax }));
  // Each figure is rounded to ISK by itself: the first part takes what that leaves.
  const rest = missingOf([...fixed, ...nets]);
  const [first, ...others] = nets;
  const booked = first ? [{ ...first, amount: sum([first.amount, rest]) }, ...others] : [];
  return balanced([...booked, ...fixed]);
}
