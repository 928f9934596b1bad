import { costParts, partsFromAbroad, type VatCharger } from '../costs/cost-figures.ts';
import { bookedVat, deductibleShare } from '../costs/deductible-vat.ts';
import { bookedVatRates } from '../invoices/vat.ts';
import { decimal, divide, HUNDRED, ONE, sum, ZERO } from '../values/money.ts';
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
  vat_deductible: number | null;
  vat_charged_by: VatCharger;
}

/**
 * A cost is owed to its supplier. What may be deducted of its VAT is input VAT, and the share of the cost that it belongs to has its VAT
 * code; the rest, and the VAT in it, is a cost without VAT. The VAT of a service from abroad is owed to the state.
 */
export function postCost(cost: PostedCost, supplier: Party): JournalLine[] {
  const { vat_charged_by: charger } = cost;
  const sign = cost.credit_note ? ONE.neg() : ONE;
  const figures = {
    amount: decimal(cost.amount),
    vat_s: decimal(cost.vat_s),
    vat_aa: decimal(cost.vat_aa),
  };
  const isk = (amount: typeof ZERO) => toIsk(amount.times(sign), cost.exchange_rate);
  const { share } = deductibleShare(cost.cost_code, cost.vat_deductible);
  const [standard, reduced] = [
    bookedVat(isk(figures.vat_s), share, charger),
    bookedVat(isk(figures.vat_aa), share, charger),
  ];
  const fixed = [
    line('payables', ZERO.minus(isk(figures.amount)), { party: supplier }),
    line('input_vat_s', standard.deducted, { vatCode: 'S' }),
    line('input_vat_aa', reduced.deducted, { vatCode: 'AA' }),
    line('vat_abroad', ZERO.minus(standard.owed).minus(reduced.owed)),
  ];
  const key = costKey(cost.cost_code);
  const deducted = (net: typeof ZERO) => isk(divide(net.times(share), HUNDRED));
  const rates = bookedVatRates(cost.issue_date);
  const parts = charger === 'buyer' ? partsFromAbroad(figures, rates, share) : costParts(figures, rates);
  const lines = [
    ...parts
      .filter(({ tax }) => tax !== 'Z')
      .map(({ tax, net }) => line(key, deducted(net), { vatCode: tax })),
    line(key, isk(sum(parts.map(({ tax, net }) => (tax === 'Z' ? net : ZERO)))), { vatCode: 'Z' }),
  ];
  // Each figure is rounded to ISK by itself: the first part takes what that leaves, or the last one with what is not deducted.
  const taking = share === 100 ? 0 : lines.length - 1;
  const remainder = missingOf([...fixed, ...lines]);
  const booked = lines.map((one, index) =>
    index === taking ? { ...one, amount: one.amount.plus(remainder) } : one,
  );
  return balanced([...booked, ...fixed]);
}
