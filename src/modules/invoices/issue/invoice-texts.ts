import type { Account } from '../../../kernel/account.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../schema.ts';

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

/** The terms of the account, in the language of the customer. */
export function defaultTerms(account: Account, lang: string): string {
  const settings = settingsOf(account);
  return (lang === 'en' ? settings.invoice_terms_en : settings.invoice_terms_is) ?? '';
}
