import type { Account } from '../../../kernel/access/account.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../schema.ts';
import type { ResolvedBuyer } from './buyer.ts';

export interface InvoiceTexts {
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  order_number: string;
  contract_number: string;
  accounting_cost: string;
  terms: string;
}

type TextsInput = Pick<InvoiceInput, keyof InvoiceTexts>;

/** Terms that are left out are the usual ones; an empty text stands for an invoice without terms. */
export function invoiceTexts(input: TextsInput, usualTerms = ''): InvoiceTexts {
  return {
    delivery_date: input.delivery_date ?? null,
    description: input.description ?? '',
    booking: input.booking ?? '',
    cost_provide: input.cost_provide ?? '',
    order_number: input.order_number ?? '',
    contract_number: input.contract_number ?? '',
    accounting_cost: input.accounting_cost ?? '',
    terms: input.terms ?? usualTerms,
  };
}

/** The usual terms of the customer, else those of the account in the customer's language. */
export function defaultTerms(
  account: Account,
  buyer: Pick<ResolvedBuyer, 'defaults' | 'snapshot'> | null,
): string {
  if (!buyer) return '';
  const settings = settingsOf(account);
  const terms = buyer.snapshot.lang === 'en' ? settings.invoice_terms_en : settings.invoice_terms_is;
  return buyer.defaults.term || (terms ?? '');
}
