import type { Account } from '../../../kernel/access/account.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { InvoiceInput } from '../records/schema.ts';
import { TEXT_NAMES, textColumns, type textRow } from '../records/tables.ts';
import type { ResolvedBuyer } from './buyer.ts';

export type InvoiceTexts = RowOf<typeof textRow>;

const WITHOUT_TEXTS = Object.fromEntries(
  TEXT_NAMES.map((name) => [name, textColumns[name].isNullable ? null : '']),
) as InvoiceTexts;

type TextsInput = Pick<InvoiceInput, keyof InvoiceTexts>;

/** Terms that are left out are the usual ones; an empty text stands for an invoice without terms. */
export function invoiceTexts(input: TextsInput, usualTerms = ''): InvoiceTexts {
  const unsent = { ...WITHOUT_TEXTS, terms: usualTerms };
  return Object.fromEntries(TEXT_NAMES.map((name) => [name, input[name] ?? unsent[name]])) as InvoiceTexts;
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
