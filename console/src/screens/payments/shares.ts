import { payableAmount } from '../../../../src/domain/invoices/payments.ts';
import { type Decimal, decimal, divide, sum, ZERO } from '../../../../src/domain/values/money.ts';

/** An invoice that a payment can settle. */
export interface OpenInvoice {
  guid: string;
  number: string;
  /** Empty where it is not known. */
  due_date: string;
  currency: string;
  remaining: number;
  claim_status: string;
}

/** The typed shares by invoice; an invoice that was not touched takes as much as fits. */
export type Shares = Readonly<Record<string, string>>;

/** What a payment is to settle: `paid` is what invoices in another currency take of it, in its own. */
export interface Settling {
  currency: string;
  shares: Shares;
  paid: Shares;
}

const isNothing = (share: string) => /^[0.]*$/.test(share);

/** What a person has typed as a number; zero where it is none. */
function typedAmount(typed: string): Decimal {
  return /^\d{1,15}(\.\d{1,10})?$/.test(typed) ? decimal(typed) : ZERO;
}

export function isForeign(invoice: Pick<OpenInvoice, 'currency'>, { currency }: Pick<Settling, 'currency'>) {
  return invoice.currency !== currency;
}

/** What an invoice in another currency is settled by: what was typed, or all that is owed. */
export function foreignShare({ guid, remaining, currency }: OpenInvoice, { shares }: Settling): string {
  return shares[guid] ?? payableAmount(decimal(remaining), currency).toFixed();
}

/** The allocations of the request, in the order of the list. */
export function toAllocations(invoices: readonly OpenInvoice[], settling: Settling) {
  return invoices.flatMap((invoice) => {
    const { guid: invoice_guid } = invoice;
    if (isForeign(invoice, settling)) {
      const [amount, paid] = [foreignShare(invoice, settling), settling.paid[invoice_guid] ?? ''];
      return isNothing(amount) || isNothing(paid) ? [] : [{ invoice_guid, amount, paid }];
    }
    const amount = settling.shares[invoice_guid];
    if (amount === undefined) return [{ invoice_guid }];
    return isNothing(amount) ? [] : [{ invoice_guid, amount }];
  });
}

/**
 * What invoices in another currency take of an amount: what was typed, and the others in proportion to what they settle, so
 * that nothing is left.
 */
export function spreadPaid(amount: string, invoices: readonly OpenInvoice[], settling: Settling): Shares {
  const { currency, paid } = settling;
  const foreign = invoices.filter((invoice) => isForeign(invoice, settling));
  const untouched = foreign.filter(({ guid }) => paid[guid] === undefined);
  const typed = sum(foreign.map(({ guid }) => typedAmount(paid[guid] ?? '')));
  const free = typedAmount(amount).minus(typed);
  const amounts = untouched.map((invoice) => typedAmount(foreignShare(invoice, settling)));
  const whole = sum(amounts);
  if (free.lte(ZERO) || whole.lte(ZERO)) return paid;
  let settled = ZERO;
  let taken = ZERO;
  const spread = untouched.map(({ guid }, at) => {
    settled = settled.plus(amounts[at] ?? ZERO);
    const upToThis = payableAmount(divide(free.times(settled), whole), currency);
    const share = upToThis.minus(taken);
    taken = upToThis;
    return [guid, share.toFixed()];
  });
  return { ...paid, ...Object.fromEntries(spread) };
}
