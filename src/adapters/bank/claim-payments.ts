import { payableAmount } from '../../domain/invoices/payments.ts';
import { type Decimal, decimal, divide, fixed2, sum, ZERO } from '../../domain/values/money.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { Transaction } from './shapes.ts';

/**
 * The payments of a claim in the order of their days: its parts, and last the one that has closed it. IOBWS gives
 * transactions no id, and a bank may report one more than once. A part is known by its moment and sum; a claim is closed
 * once, so of several closing transactions the last one counts, under the id of the claim.
 */
export function toClaimPayments(
  claimId: string,
  claim: { amount: number; currency: string },
  pages: readonly (readonly Transaction[])[],
): { payments: ClaimPayment[]; isClosed: boolean } {
  const all = pages.flat();
  const closing = all.findLast(({ paymentType = 'Complete' }) => paymentType === 'Complete');
  const parts = [...distinctParts(claimId, pages)].sort(([, one], [, other]) =>
    momentOf(one).localeCompare(momentOf(other)),
  );
  const transactions = closing ? [...parts, [claimId, closing] as const] : parts;
  let left = decimal(claim.amount);
  const payments = transactions.map(([key, transaction]) => {
    const rate = exchangeRateOf(transaction, claim.currency);
    const paid = principalOf(transaction, rate ? payableAmount(left.times(rate), 'ISK') : left);
    const principal = rate ? exchanged(transaction, { paid, rate, left, currency: claim.currency }) : paid;
    left = left.minus(principal);
    const isk = rate && { rate: rate.toFixed(), principal: fixed2(paid) };
    return { ...toPayment(key, transaction, principal), ...(isk && { isk }) };
  });
  return { payments, isClosed: closing !== undefined || (payments.length > 0 && left.lte(ZERO)) };
}

/** Parts by their keys. Where a bank reports days only, equal parts on one page are different payments. */
function distinctParts(
  claimId: string,
  pages: readonly (readonly Transaction[])[],
): Map<string, Transaction> {
  const parts = new Map<string, Transaction>();
  for (const page of pages) {
    const seen = new Map<string, number>();
    for (const part of page.filter(({ paymentType }) => paymentType === 'Partial')) {
      const moment = momentOf(part);
      const identity = `${claimId}/${moment}/${fixed2(totalOf(part))}`;
      const equals = seen.get(identity) ?? 0;
      seen.set(identity, equals + 1);
      parts.set(equals > 0 && !hasTime(moment) ? `${identity}/${equals + 1}` : identity, part);
    }
  }
  return parts;
}

function toPayment(key: string, transaction: Transaction, principal: Decimal): ClaimPayment {
  return {
    key,
    paidOn: paymentDay(transaction),
    principal: fixed2(principal),
    capitalGainsTax: fixed2(decimal(transaction.capitalGainsTax ?? 0)),
    otherDefaultCosts: fixed2(decimal(transaction.otherDefaultCostsAmountPaid ?? 0)),
    defaultCharge: fixed2(decimal(transaction.defaultChargeAmountPaid ?? 0)),
    defaultInterest: fixed2(decimal(transaction.defaultInterestAmountPaid ?? 0)),
    transactionAmount: fixed2(depositedAmountOf(transaction)),
  };
}

/** ISK for one unit of the currency of the claim, where the sums of the payment are in ISK; undefined: in that currency. */
function exchangeRateOf({ currency, currencyExchange }: Transaction, ofClaim: string): Decimal | undefined {
  if ((currency ?? ofClaim) === ofClaim) return undefined;
  const { currency: from = ofClaim, rate = 0 } = currencyExchange ?? {};
  if (currency !== 'ISK' || from !== ofClaim || rate <= 0)
    throw new Error(
      `The bank reports a payment in ${currency} of a claim in ${ofClaim} without the rate: record it by record-payment`,
    );
  return decimal(rate);
}

interface ExchangedPayment {
  /** What was paid in ISK of the claim itself, and how much of the claim was unpaid. */
  paid: Decimal;
  left: Decimal;
  rate: Decimal;
  currency: string;
}

/** Banks report rates with few decimals and round sums to whole krónur: what closes a claim may differ by so much. */
const ROUNDING = { share: '0.005', krónur: '1' } as const;

/** What a payment in ISK pays of a claim in another currency. What closes it pays what is left of it. */
function exchanged(transaction: Transaction, { paid, left, rate, currency }: ExchangedPayment): Decimal {
  const { amount, paymentType = 'Complete' } = transaction;
  const expected = left.times(rate);
  const beyondFees = totalOf(transaction).minus(costsOf(transaction)).minus(feesOf(transaction));
  const isComplete = paymentType === 'Complete';
  // A rate for the opposite direction or for a hundred, or a sum in another currency than the bank says.
  const fits =
    paid.lte(expected.times(2)) &&
    (!isComplete || paid.times(2).gte(expected)) &&
    (amount === undefined || decimal(amount).times(2).gte(beyondFees));
  if (!fits)
    throw new Error(
      `The bank reports a payment in ISK of a claim in ${currency} whose sums do not fit the rate ${rate.toFixed()}: record it by record-payment`,
    );
  const tolerated = expected.times(ROUNDING.share).plus(ROUNDING.krónur);
  if (isComplete && paid.minus(expected).abs().lte(tolerated)) return left;
  return payableAmount(divide(paid, rate), currency);
}

/**
 * What was paid of the claim itself, of which `left` was unpaid. A bank may omit it, or repeat the amount of the claim
 * beside every part, which is more than was paid: a part is then what costs and fees leave of it, and the closing payment
 * what the parts have left.
 */
function principalOf(transaction: Transaction, left: Decimal): Decimal {
  const { amount, paymentType, totalAmountPaid } = transaction;
  const received = totalOf(transaction).minus(costsOf(transaction));
  const total = totalAmountPaid === undefined ? totalOf(transaction) : decimal(totalAmountPaid);
  const beyondFees = total.minus(costsOf(transaction)).minus(feesOf(transaction));
  const isOwn = amount !== undefined && beyondFees.gte(amount);
  const principal = isOwn ? decimal(amount) : paymentType === 'Partial' ? beyondFees : left;
  const most = principal.gt(received) ? received : principal;
  return most.lt(ZERO) ? ZERO : most;
}

function feesOf({ noticeChargeAmountPaid = 0, otherCostsAmountPaid = 0 }: Transaction): Decimal {
  return decimal(noticeChargeAmountPaid).plus(decimal(otherCostsAmountPaid));
}

function costsOf(transaction: Transaction): Decimal {
  const { defaultInterestAmountPaid, defaultChargeAmountPaid, otherDefaultCostsAmountPaid } = transaction;
  const costs = [defaultInterestAmountPaid, defaultChargeAmountPaid, otherDefaultCostsAmountPaid];
  return sum(costs.map((cost) => decimal(cost ?? 0)));
}

/** What came in, with the tax that the bank holds back. */
function totalOf(transaction: Transaction): Decimal {
  return depositedAmountOf(transaction).plus(decimal(transaction.capitalGainsTax ?? 0));
}

function depositedAmountOf({
  depositedAmount,
  totalAmountPaid = 0,
  capitalGainsTax = 0,
}: Transaction): Decimal {
  if (depositedAmount !== undefined) return decimal(depositedAmount);
  return decimal(totalAmountPaid).minus(decimal(capitalGainsTax));
}

/** When it was paid. The booking day may follow later, so it tells a payment from another only where nothing else does. */
function momentOf({ transactionTimestamp, valueDate, bookingDate }: Transaction): string {
  return transactionTimestamp ?? valueDate ?? bookingDate ?? '';
}

function hasTime(moment: string): boolean {
  return /T(?!00:00:00)/.test(moment);
}

/** The value date, up to which interest accrues; otherwise the day of the transaction. */
function paymentDay({ valueDate, bookingDate, transactionTimestamp }: Transaction): string {
  const day = valueDate ?? transactionTimestamp?.slice(0, 10) ?? bookingDate;
  if (!day) throw new Error('The bank reports a payment without a date');
  return day;
}
