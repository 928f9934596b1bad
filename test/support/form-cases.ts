import type { FormCase } from './form-case.ts';
import { BANK_FORMS } from './form-cases-bank.ts';
import { PAYMENT_FORMS } from './form-cases-payments.ts';
import { RECORD_FORMS } from './form-cases-records.ts';
import { SETTINGS_FORMS } from './form-cases-settings.ts';
import { VAT_FORMS } from './form-cases-vat.ts';

/** Every form of the console. */
export const FORMS: readonly FormCase[] = [
  ...RECORD_FORMS,
  ...PAYMENT_FORMS,
  ...BANK_FORMS,
  ...SETTINGS_FORMS,
  ...VAT_FORMS,
];
