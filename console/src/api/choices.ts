/** The values that people choose from, in the order of the screen. Codes and types come from the server's domain. */

import type { VatCode } from '../../../src/domain/invoices/vat.ts';
import type { Interval } from '../../../src/domain/sales/recurrence.ts';
import type { SaleType } from '../../../src/domain/sales/selling.ts';
import {
  type CostCode,
  type Currency,
  type OutputSelect,
  PAYMENT_METHODS,
} from '../../../src/domain/values/codes.ts';
import type { COST_STATES } from '../../../src/modules/costs/search.ts';
import type { Requirable } from '../../../src/modules/product-sales/schema.ts';
import { everyOf } from '../lib/every.ts';
import type { InvoiceTab } from './types.ts';

export const VAT_CODE_ORDER = everyOf<VatCode>()(['S', 'AA', 'Z']);

/** By e-mail first, which most customers choose. */
export const OUTPUT_ORDER = everyOf<OutputSelect>()(['3', '2', '4']);
export const OUTPUT_EINVOICE: OutputSelect = '2';
export const OUTPUT_EMAIL: OutputSelect = '3';
export const OUTPUT_PRINT: OutputSelect = '4';

export const INTERVAL_ORDER = everyOf<Interval>()(['weekly', 'monthly', 'quarterly', 'yearly']);

/** Money that nobody but the bank has seen is mostly a transfer. */
export const BANK_TRANSFER = '9';

export const PAYMENT_METHOD_CODES = PAYMENT_METHODS.map(({ code }) => `${code}` as const);

/** The usual currencies; any other that the server knows is offered where a record already has it. */
export const COMMON_CURRENCIES = [
  'ISK',
  'EUR',
  'USD',
  'GBP',
  'DKK',
  'NOK',
  'SEK',
  'CHF',
  'PLN',
  'CAD',
  'JPY',
] as const satisfies readonly Currency[];

export const INVOICE_TABS = everyOf<InvoiceTab>()([
  'open',
  'overdue',
  'collection',
  'paid',
  'credit',
  'cancelled',
  'written_off',
  'draft',
]);

export const COST_STATE_ORDER = everyOf<(typeof COST_STATES)[number]>()([
  'New',
  'Reading',
  'Created',
  'Posted',
  'Skipped',
  'Error',
]);

/** How a cost was paid: on account, debit card, credit card, by the owner. */
export const COST_PAYMENT_CODES = ['1', '2', '3', '4'] as const;

/** The expense accounts in the order that people look for them, the most used first. */
export const COST_CODE_ORDER = everyOf<CostCode>()([
  '2093',
  '2153',
  '3028',
  '2173',
  '2353',
  '2383',
  '2193',
  '2243',
  '2423',
  '2443',
  '2403',
  '2263',
  '3163',
  '2333',
  '3140',
  '2283',
  '3033',
  '3080',
  '3085',
  '3090',
  '2633',
  '3653',
  '5028',
  '9535',
  '2533',
]);

export const SALE_TYPE_ORDER = everyOf<SaleType>()(['EVENT', 'STAND', 'SUB', 'DONA']);

/** The fields that a seller may require of buyers besides name and e-mail address. */
export const REQUIRABLE_ORDER = everyOf<Requirable>()(['kennitala', 'phone_number', 'address']);

/** In the address, in the place of a cost code: costs that have none. */
export const NO_CODE = 'none';
