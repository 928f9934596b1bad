import { CURRENCIES } from '../codes.ts';
import { decimal, isZero } from '../money.ts';
import { CONFIDENT, type ReadField, type ReceiptFields } from './fields.ts';

/** What may be filled in unseen. What is missing stays empty. */
export interface SureValues {
  supplier_name?: string;
  supplier_id?: string;
  issue_date?: string;
  amount?: string;
  currency?: string;
  vat_24?: string;
  vat_11?: string;
  invoice_number?: string;
  credit_note?: boolean;
}

const MOST_NAME = 200;
const MOST_NUMBER = 60;

/**
 * Figures count only with their currency: one that is not known here, or is in doubt, would make krónur of them.
 * A receipt that names none is taken to be in krónur.
 */
export function sureValues(fields: ReceiptFields): SureValues {
  const currency = fields.currency?.value ?? 'ISK';
  const isSure = !fields.currency || currency === 'ISK' || fields.currency.confidence >= CONFIDENT;
  const amount = sure(fields.amount);
  const isPayable = amount !== undefined && !isZero(decimal(amount));
  const hasFigures = isSure && isPayable && (CURRENCIES as readonly string[]).includes(currency);
  const values: { [K in keyof SureValues]: SureValues[K] | undefined } = {
    supplier_name: sure(fields.supplier_name)?.slice(0, MOST_NAME),
    supplier_id: sure(fields.supplier_id),
    issue_date: sure(fields.issue_date),
    invoice_number: sure(fields.invoice_number)?.slice(0, MOST_NUMBER),
    credit_note: sure(fields.is_credit_note),
    ...(hasFigures && { amount, currency, vat_24: sure(fields.vat_24), vat_11: sure(fields.vat_11) }),
  };
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as SureValues;
}

function sure<T>(field: ReadField<T> | undefined): T | undefined {
  return field && field.confidence >= CONFIDENT ? field.value : undefined;
}
