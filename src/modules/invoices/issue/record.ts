import { fixed2 } from '../../../domain/money.ts';
import type { Totals } from '../../../domain/totals.ts';
import type { Account } from '../../../kernel/account.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../schema.ts';
import { type Line, lineRecord } from './lines.ts';

export function lineRecords(ctx: WriteContext, lines: readonly Line[], sums: Totals) {
  return lines.map((line, index) => {
    const lineSums = sums.lines[index];
    if (!lineSums) throw new Error('Every line has its sums');
    return lineRecord(line, lineSums, ctx.newGuid());
  });
}

export function totalsColumns({ amount, net, vat, discountTotal }: Totals) {
  return {
    amount: fixed2(amount),
    net_s: fixed2(net.S),
    net_aa: fixed2(net.AA),
    net_z: fixed2(net.Z),
    vat_s: fixed2(vat.S),
    vat_aa: fixed2(vat.AA),
    discount_total: fixed2(discountTotal),
  };
}

type Texts = Pick<InvoiceInput, 'delivery_date' | 'description' | 'booking' | 'cost_provide' | 'terms'>;

/** What was sent; without terms, `usualTerms`. Empty ones are sent where there shall be none. */
export function invoiceTexts(
  { delivery_date, description, booking, cost_provide, terms }: Texts,
  usualTerms = '',
) {
  return {
    delivery_date: delivery_date ?? null,
    description: description ?? '',
    booking: booking ?? '',
    cost_provide: cost_provide ?? '',
    terms: terms ?? usualTerms,
  };
}

/** The terms of the account, in the language of the customer. */
export function defaultTerms(account: Account, lang: string): string {
  const settings = settingsOf(account);
  return (lang === 'en' ? settings.invoice_terms_en : settings.invoice_terms_is) ?? '';
}

/** The account as the invoice keeps it. */
export function sellerSnapshot({
  name,
  registrationNo,
  vatNo,
  email,
  address,
  zip,
  city,
  bankAccount,
}: Account) {
  return {
    name,
    registration_no: registrationNo,
    vat_no: vatNo,
    email,
    address,
    zip,
    city,
    bank_account: bankAccount,
  };
}
