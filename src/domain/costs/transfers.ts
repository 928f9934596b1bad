import { payableAmount } from '../invoices/payments.ts';
import type { PlainDate } from '../values/dates.ts';
import { ibanOf } from '../values/iban.ts';
import { type Decimal, ZERO } from '../values/money.ts';

/** A cost that somebody wants to pay. */
export interface ChosenCost {
  guid: string;
  supplier_name: string;
  supplier_id: string;
  invoice_number: string;
  currency: string;
  isApproved: boolean;
  /** Negative on a credit note. */
  remaining: Decimal;
  dueOn: PlainDate;
  /** Of the cost, or else of the supplier's last one. */
  payee: { account_no: string; iban: string };
  isExported: boolean;
}

/** Money that the bank is asked to transfer. */
export interface Transfer {
  guid: string;
  name: string;
  /** Empty where the payee has none. */
  kennitala: string;
  iban: string;
  account_no: string;
  amount: Decimal;
  currency: string;
  payOn: PlainDate;
  /** What the payee knows it by. */
  text: string;
}

/** Why a cost is not in the file. */
export const LEFT_OUT = ['not_approved', 'credit_note', 'paid', 'exported', 'no_account'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

interface Options {
  today: PlainDate;
  /** Left out: each cost is paid on its due date, and what is late today. */
  payOn?: PlainDate | undefined;
  /** Also what a file has had before. */
  isAgain: boolean;
}

export function planTransfer(
  cost: ChosenCost,
  { today, payOn, isAgain }: Options,
): { transfer: Transfer } | { leftOut: LeftOut } {
  const { payee, remaining, currency, dueOn } = cost;
  if (!cost.isApproved) return { leftOut: 'not_approved' };
  if (remaining.lt(ZERO)) return { leftOut: 'credit_note' };
  const amount = payableAmount(remaining, currency);
  if (amount.eq(ZERO)) return { leftOut: 'paid' };
  if (cost.isExported && !isAgain) return { leftOut: 'exported' };
  // The IBAN of an Icelandic account has the kennitala of its owner.
  const iban = payee.iban || ibanOf(payee.account_no, cost.supplier_id);
  if (iban === '') return { leftOut: 'no_account' };
  return {
    transfer: {
      guid: cost.guid,
      name: cost.supplier_name,
      kennitala: cost.supplier_id,
      iban,
      account_no: payee.account_no,
      amount,
      currency,
      payOn: payOn ?? (dueOn > today ? dueOn : today),
      text: cost.invoice_number,
    },
  };
}
