import { CURRENCIES } from '../values/codes.ts';
import { decimal, isZero } from '../values/money.ts';
import { AUTO_FILL_THRESHOLD, type FieldName, type ReadField, type ReceiptFields } from './fields.ts';

/** The values that are filled in without review. A missing value stays empty. */
export interface ConfidentValues extends Partial<Record<Exclude<FieldName, 'is_credit_note'>, string>> {
  credit_note?: boolean;
}

const MAX_NAME_LENGTH = 200;
const MAX_NUMBER_LENGTH = 60;

/**
 * Amounts count only with a confident, supported currency; otherwise foreign amounts would be taken for krónur. A foreign
 * currency counts also where it is not certain, without an amount: whoever types the amount then does not book krónur. A
 * receipt without a currency is in krónur where it is plainly Icelandic; otherwise a person says what it is in.
 */
export function confidentValues(fields: ReceiptFields): ConfidentValues {
  const currency = fields.currency?.value ?? 'ISK';
  const isConfidentCurrency = fields.currency
    ? currency === 'ISK' || fields.currency.confidence >= AUTO_FILL_THRESHOLD
    : isIcelandic(fields);
  const amount = confidentValue(fields.amount);
  const isPayable = amount !== undefined && !isZero(decimal(amount));
  const isSupported = (CURRENCIES as readonly string[]).includes(currency);
  const hasFigures = isConfidentCurrency && isPayable && isSupported;
  const values: { [K in keyof ConfidentValues]: ConfidentValues[K] | undefined } = {
    supplier_name: confidentValue(fields.supplier_name)?.slice(0, MAX_NAME_LENGTH),
    supplier_id: confidentValue(fields.supplier_id),
    issue_date: confidentValue(fields.issue_date),
    due_date: confidentValue(fields.due_date),
    payee_account: confidentValue(fields.payee_account),
    payee_iban: confidentValue(fields.payee_iban),
    invoice_number: confidentValue(fields.invoice_number)?.slice(0, MAX_NUMBER_LENGTH),
    credit_note: confidentValue(fields.is_credit_note),
    ...(isSupported && currency !== 'ISK' && { currency }),
    ...(hasFigures && {
      amount,
      currency,
      vat_24: confidentValue(fields.vat_24),
      vat_11: confidentValue(fields.vat_11),
    }),
  };
  const readValues = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(readValues) as ConfidentValues;
}

/** It names a kennitala, or VAT at a rate of Iceland. */
function isIcelandic({ supplier_id, vat_24, vat_11 }: ReceiptFields): boolean {
  return [supplier_id, vat_24, vat_11].some((field) => field !== undefined);
}

function confidentValue<T>(field: ReadField<T> | undefined): T | undefined {
  return field && field.confidence >= AUTO_FILL_THRESHOLD ? field.value : undefined;
}
