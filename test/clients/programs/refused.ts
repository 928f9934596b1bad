import type { GetInvoicesData, NewDocument, NewInvoice, NewInvoiceLine } from './hey-api/types.gen.ts';
import type { components, operations } from './openapi-typescript/schema.ts';

type Schemas = components['schemas'];
type Query = NonNullable<operations['get-invoices']['parameters']['query']>;

// Forms that the service takes.
export const freeLine: NewInvoiceLine = { description: 'Heimsending', unit_price: 1290, qty: 1 };
export const sameFreeLine: Schemas['NewInvoiceLine'] = freeLine;
export const byNumber: NewInvoiceLine = { item_number: 'RAD-1', qty: 2 };
export const byGuid: NewInvoiceLine = {
  guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  qty: 2,
  unit_price: '9.50',
};
export const document: NewDocument = { kennitala: '5501234520', items: [freeLine], settlement_date: 14 };

// What the service would refuse does not compile: an unused @ts-expect-error is an error by itself.

// @ts-expect-error An invoice needs customer, lines, currency and settlement date.
export const empty: NewInvoice = { type: 'invoice', amount: 1 };
// @ts-expect-error The same with the other generator.
export const sameEmpty: Schemas['NewInvoice'] = { type: 'invoice', amount: 1 };
// @ts-expect-error A credit note needs the invoice that it credits.
export const noOriginal: NewInvoice = { type: 'credit', amount: 1, settlement_date: '2026-04-01' };
// @ts-expect-error A line needs an item, or words and a price.
export const nothing: NewInvoiceLine = { qty: 1 };
// @ts-expect-error The same with the other generator.
export const sameNothing: Schemas['NewInvoiceLine'] = { qty: 1 };
// @ts-expect-error A new item needs a number, a unit and a VAT code.
export const incomplete: NewInvoiceLine = { add_new: 1, description: 'Ráðgjöf', unit_price: 1, qty: 1 };
// @ts-expect-error A document needs lines.
export const noLines: NewDocument = { kennitala: '5501234520' };
// @ts-expect-error There is no such status.
export const status: GetInvoicesData['query'] = { accounting_status: ['Nonsense'] };
// @ts-expect-error The same with the other generator.
export const sameStatus: Query = { accounting_status: ['Nonsense'] };
