import type { Account } from '../../../kernel/account.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../schema.ts';
import type { ResolvedBuyer } from './buyer.ts';

export interface InvoiceTexts {
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
}

type TextsInput = Pick<InvoiceInput, 'delivery_date' | 'description' | 'booking' | 'cost_provide' | 'terms'>;

/** Terms that are left out are the usual ones; an empty text stands for an invoice without terms. */
export function invoiceTexts(input: TextsInput, usualTerms = ''): InvoiceTexts {
  const { delivery_date, description, booking, cost_provide, terms } = input;
  return {
    delivery_date: delivery_date ?? null,
    description: description ?? '',
    booking: booking ?? '',
    cost_provide: cost_provide ?? '',
    terms: terms ?? usualTerms,
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
