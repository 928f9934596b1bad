import { payableAmount } from '../invoices/payments.ts';
import type { VatCode } from '../invoices/vat.ts';
import { type Decimal, decimal, ONE, ZERO } from '../values/money.ts';
import { balanced, type JournalLine, line, missingOf, type Party, toIsk } from './entry.ts';

export interface PostedInvoice {
  kind: 'invoice' | 'credit';
  currency: string;
  /** ISK for one unit of the currency. */
  exchange_rate: string;
  amount: string;
  net_s: string;
  net_aa: string;
  net_z: string;
  vat_s: string;
  vat_aa: string;
  /** What rounding the rest of a credited invoice adds to what the customer owes, as on the statement. */
  rounding: string;
}

/** An invoice is owed as it is printed, in whole krónur; what that differs from net and VAT is rounding. */
export function postInvoice(invoice: PostedInvoice, customer: Party): JournalLine[] {
  const sign = invoice.kind === 'credit' ? ONE.neg() : ONE;
  const isk = (amount: Decimal | string) => toIsk(decimal(amount).times(sign), invoice.exchange_rate);
  const owed = payableAmount(invoice.amount, invoice.currency).plus(sign.times(invoice.rounding));
  const at = (key: 'sales' | 'output_vat', vatCode: VatCode, amount: string) =>
    line(`${key}_${vatCode.toLowerCase()}` as JournalLine['key'], ZERO.minus(isk(amount)), { vatCode });
  const lines = [
    line('receivables', isk(owed), { party: customer }),
    at('sales', 'S', invoice.net_s),
    at('sales', 'AA', invoice.net_aa),
    at('sales', 'Z', invoice.net_z),
    at('output_vat', 'S', invoice.vat_s),
    at('output_vat', 'AA', invoice.vat_aa),
  ];
  return balanced([...lines, line('rounding', missingOf(lines))]);
}

export interface PostedWriteOff {
  amount: string;
  currency: string;
  exchange_rate: string;
  /** The VAT in it, in ISK, which the return takes off what is to pay. */
  lost_vat_s: string;
  lost_vat_aa: string;
}

/** What is written off of an invoice is a loss, without its VAT. */
export function postWriteOff(
  { amount, currency, exchange_rate, lost_vat_s, lost_vat_aa }: PostedWriteOff,
  customer: Party,
): JournalLine[] {
  const lines = [
    line('output_vat_s', decimal(lost_vat_s), { vatCode: 'S' }),
    line('output_vat_aa', decimal(lost_vat_aa), { vatCode: 'AA' }),
    line('receivables', toIsk(payableAmount(amount, currency), exchange_rate).neg(), { party: customer }),
  ];
  return balanced([line('lost_claims', missingOf(lines)), ...lines]);
}
