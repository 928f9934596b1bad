import { type Decimal, decimal, fixed2, sum, ZERO } from '../../domain/values/money.ts';
import type { ClaimPayment } from '../../kernel/ports/ports.ts';
import type { Transaction } from './shapes.ts';

/**
 * The payments of a claim in the order of their days: its parts, and last the one that has closed it. IOBWS gives
 * transactions no id, and a bank may report one more than once. A part is known by its moment and sum; a claim is closed
 * once, so of several closing transactions the last one counts, under the id of the claim.
 */
export function toClaimPayments(
  claimId: string,
  claimAmount: number,
  pages: readonly (readonly Transaction[])[],
): { payments: ClaimPayment[]; isClosed: boolean } {
  const all = pages.flat();
  const closing = all.findLast(({ paymentType = 'Complete' }) => paymentType === 'Complete');
  const parts = [...distinctParts(claimId, pages)].sort(([, one], [, other]) =>
    momentOf(one).localeCompare(momentOf(other)),
  );
  const transactions = closing ? [...parts, [claimId, closing] as const] : parts;
  let left = decimal(claimAmount);
  const payments = transactions.map(([key, transaction]) => {
    const principal = principalOf(transaction, left);
    left = left.minus(principal);
    return toPayment(key, transaction, principal);
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
