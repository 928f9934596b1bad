/** The inputs and outputs of the server's operations, inferred from its schemas; nothing of the server is bundled. */
import type { z } from 'zod';
import type { Decimal } from '../../../src/domain/values/money.ts';
import type { guardedUpdates } from '../../../src/surfaces/console/guarded-updates.ts';
import type { Operations } from '../../../src/surfaces/console/routes.ts';

export type OperationName = keyof Operations;
/** An update of a record that two people may edit at once: it names the values that it was made from. */
export type GuardedName = keyof typeof guardedUpdates;

/** JSON form of an input: decimals are numbers or text, days may replace dates, and the server reports missing fields. */
type WireInput<T> = T extends Decimal
  ? number | string
  : T extends { days: number } | { date: string }
    ? number | string
    : T extends readonly (infer One)[]
      ? readonly WireInput<One>[]
      : T extends object
        ? { readonly [Key in keyof T]?: WireInput<T[Key]> | undefined }
        : T extends string | number
          ? string | number
          : T;

/** An operation without input takes an empty object. */
type OperationInput<In> = In extends Record<string, never> ? object : WireInput<In>;

export type InputOf<N extends OperationName> = Operations[N] extends { input: z.ZodType<infer In> }
  ? OperationInput<In>
  : never;

type OutputRow<N extends OperationName> = Operations[N] extends { output: z.ZodType<infer Out> }
  ? Out
  : never;
export type OutputOf<N extends OperationName> = Operations[N] extends { kind: 'list' }
  ? OutputRow<N>[]
  : OutputRow<N>;

export type Webhook = OutputOf<'get-webhooks'>[number];
export type FoundInvoice = OutputOf<'find-invoices'>['rows'][number];
export type InvoiceTab = FoundInvoice['tab'];
export type Invoice = OutputOf<'get-invoice'>;
/** The sums of a document, as the server adds them up. */
export type Figures = OutputOf<'preview-sales-document'>;
export type Preview = OutputOf<'preview-invoice'>;
export type Customer = OutputOf<'get-customer'>;
export type FoundCustomer = OutputOf<'find-customers'>['rows'][number];
/** The part of a customer that a form needs after it was chosen or created. */
export type ChosenCustomer = Pick<FoundCustomer, 'guid' | 'name' | 'currency'>;
export type FoundItem = OutputOf<'find-items'>['rows'][number];
export type SalesDocument = OutputOf<'get-order-invoice'>;
export type Quote = OutputOf<'get-quote'>;
export type SalesDocumentSummary = OutputOf<'get-quotes'>[number];
export type Recurring = OutputOf<'get-recurring-invoices'>[number];
/** A template as its editor reads it. */
export type RecurringTemplate = OutputOf<'get-recurring-invoice'>;
export type Task = OutputOf<'get-task'>;
export type FoundCost = OutputOf<'find-costs'>['rows'][number];
export type Cost = OutputOf<'get-cost'>;
export type ProductSale = OutputOf<'get-product-sales'>[number];
export type ProductSaleDetails = OutputOf<'show-product-sale'>;
export type TicketBuyer = OutputOf<'find-guests'>['rows'][number];
export type Proposal = OutputOf<'find-proposals'>['rows'][number];
export type Payment = OutputOf<'get-payment'>;
export type BankAccount = OutputOf<'get-bank-accounts'>[number];
export type BankLine = OutputOf<'find-bank-lines'>['rows'][number];
export type BankAction = BankLine['proposals'][number]['actions'][number];
/** A record that a booking names, as people know it. */
export type NamedRecord = OutputOf<'find-bank-lines'>['named'][number];
