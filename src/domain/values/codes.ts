export const CURRENCIES = [
  'ISK',
  'EUR',
  'USD',
  'DKK',
  'NOK',
  'SEK',
  'JPY',
  'GBP',
  'AUD',
  'PLN',
  'CAD',
  'CHF',
  'CNY',
  'NZD',
  'MXN',
  'SGD',
  'HKD',
  'KRW',
  'TRY',
  'RUB',
  'INR',
  'VND',
  'BRL',
  'ZAR',
  'UAH',
  'CZK',
] as const;
export type Currency = (typeof CURRENCIES)[number];

/** UN/ECE codes; `C62` means one piece. */
export const UOMS = [
  'C62',
  'HUR',
  'DAY',
  'MIN',
  'KGS',
  'MTR',
  'LTR',
  'MTK',
  'MTQ',
  'TNE',
  'KWH',
  'KTM',
] as const;

export const PAYMENT_METHODS = [
  { code: 1, name: 'Cash' },
  { code: 2, name: 'Visa credit' },
  { code: 3, name: 'Visa debit' },
  { code: 4, name: 'MasterCard credit' },
  { code: 5, name: 'MasterCard debit' },
  { code: 6, name: 'Amex' },
  { code: 7, name: 'Customer account' },
  { code: 8, name: 'Other' },
  { code: 9, name: 'Direct deposit' },
] as const;

/** How a customer receives invoices: '2' as e-invoice, '3' by email, '4' on paper. */
export const OUTPUT_SELECT = ['2', '3', '4'] as const;
export type OutputSelect = (typeof OUTPUT_SELECT)[number];

export const LANGS = ['is', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** The language of a document, mail or page for a customer: Icelandic, unless English was chosen. */
export function toLang(code: unknown): Lang {
  return code === 'en' ? 'en' : 'is';
}

/** The expense accounts to which a cost can be posted, with their labels in English. */
export const COST_CODES = {
  '2093': 'Operating supplies and production costs',
  '2153': 'Goods',
  '2173': 'Bought-in labour and services for resale',
  '2193': 'Rent of premises',
  '2243': 'Running of premises',
  '2263': 'Sales and advertising',
  '2283': 'Vehicle expenses, other',
  '2333': 'Travel',
  '2353': 'Bought services, various',
  '2383': 'Office costs, various',
  '2403': 'Leasing of equipment',
  '2423': 'Small tools and equipment',
  '2443': 'Maintenance and repairs',
  '2533': 'Other costs',
  '2633': 'Interest and other capital income',
  '3028': 'Materials used',
  '3033': 'Wages',
  '3080': 'Imputed owner remuneration',
  '3085': 'Pension contributions',
  '3090': 'Wage-related costs, other',
  '3140': 'Vehicle expenses',
  '3163': 'Hospitality, gifts and sponsorship',
  '3653': 'Interest and other capital costs',
  '5028': 'Fixed assets',
  '9535': 'VAT settlement',
} as const;
export type CostCode = keyof typeof COST_CODES;

export function isCostCode(code: string): code is CostCode {
  return Object.hasOwn(COST_CODES, code);
}

/**
 * Codes of documents that are no expense of the year: a fixed asset is depreciated, and a VAT settlement pays the VAT
 * that sales and costs without VAT leave out.
 */
export const UNEXPENSED_CODES: readonly CostCode[] = ['5028', '9535'];

/** The payment terms of a customer that nobody has set any for, in days from issue. */
export const DEFAULT_DUE_DAYS = 3;
export const DEFAULT_SETTLEMENT_DAYS = 7;
