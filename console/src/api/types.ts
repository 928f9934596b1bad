/** What the server's operations take and answer, taken from its own schemas; nothing of the server is bundled. */
import type { z } from 'zod';
import type { Decimal } from '../../../src/domain/money.ts';
import type { Operations } from '../../../src/surfaces/console/routes.ts';

export type Name = keyof Operations;

/** On the wire exact numbers are plain ones or text, days may stand for dates, and the server says what is missing. */
export type Sent<T> = T extends Decimal
  ? number | string
  : T extends { days: number } | { date: string }
    ? number | string
    : T extends readonly (infer One)[]
      ? readonly Sent<One>[]
      : T extends object
        ? { readonly [Key in keyof T]?: Sent<T[Key]> | undefined }
        : T extends string | number
          ? string | number
          : T;

/** Of an operation that takes nothing, an object without fields of its own. */
type SentTo<In> = In extends Record<string, never> ? object : Sent<In>;

export type InputOf<N extends Name> = Operations[N] extends { input: z.ZodType<infer In> }
  ? SentTo<In>
  : never;

type Output<N extends Name> = Operations[N] extends { output: z.ZodType<infer Out> } ? Out : never;
export type AnswerOf<N extends Name> = Operations[N] extends { kind: 'list' } ? Output<N>[] : Output<N>;

export type FoundInvoice = AnswerOf<'find-invoices'>['rows'][number];
export type InvoiceTab = FoundInvoice['tab'];
export type Invoice = AnswerOf<'get-invoice'>;
export type Preview = AnswerOf<'preview-invoice'>;
export type Customer = AnswerOf<'get-customer'>;
export type FoundCustomer = AnswerOf<'find-customers'>['rows'][number];
/** What a form needs to know of a customer that was chosen or just made. */
export type ChosenCustomer = Pick<FoundCustomer, 'guid' | 'name' | 'currency'>;
export type FoundItem = AnswerOf<'find-items'>['rows'][number];
export type Document = AnswerOf<'get-order-invoice'>;
export type ListedDocument = AnswerOf<'get-quotes'>[number];
export type Recurring = AnswerOf<'get-recurring-invoices'>[number];
export type Task = AnswerOf<'get-task'>;
export type TaskLog = Task['logs'][number];
export type FoundCost = AnswerOf<'find-costs'>['rows'][number];
export type Cost = AnswerOf<'get-cost'>;
export type ProductSale = AnswerOf<'get-product-sales'>[number];
export type SaleInFull = AnswerOf<'show-product-sale'>;
export type Guest = AnswerOf<'find-guests'>['rows'][number];
