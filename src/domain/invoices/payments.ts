import { currencyPlaces, type Decimal, decimal, roundTo } from '../values/money.ts';

export interface AmountOwed {
  /** The unpaid amount of the invoice, net of its credit notes. */
  remaining: string;
  paymentFee: string;
  currency: string;
}

/** What is to be paid of an amount in the books: whole krónur, on paper, in the e-invoice, by link and at the bank. */
export function payableAmount(amount: Decimal | string, currency: string): Decimal {
  return roundTo(decimal(amount), currencyPlaces(currency));
}

/** The amount that a payer is charged for an invoice. The fee is rounded by itself, because the bank adds it itself. */
export function amountDue({ remaining, paymentFee, currency }: AmountOwed): Decimal {
  return payableAmount(remaining, currency).plus(payableAmount(paymentFee, currency));
}
