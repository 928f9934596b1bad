import type { z } from 'zod';
import type { RecordColumns } from '../../../domain/imports/columns.ts';
import { CURRENCIES } from '../../../domain/values/codes.ts';
import { choice, date, integer, number, object, text } from '../../../kernel/fields/input-fields.ts';
import { exchangeRate } from '../records/schema.ts';

/** What a list of debtors may hold, with its usual headings. */
export const OPEN_INVOICE_COLUMNS: RecordColumns = {
  fields: {
    invoice_number: {
      kind: 'text',
      headings: [
        ...['reikningsnumer', 'reikningur', 'reikningsnr', 'reikningur nr', 'numer reiknings', 'numer', 'nr'],
        ...['invoice no', 'invoice', 'number'],
      ],
    },
    name: {
      kind: 'text',
      headings: [
        ...['nafn', 'vidskiptavinur', 'greidandi', 'vidskiptamadur', 'nafn vidskiptavinar', 'heiti'],
        ...['customer', 'customer name'],
      ],
    },
    registration_no: {
      kind: 'kennitala',
      headings: ['kennitala', 'kt', 'kennitala greidanda', 'kennitala vidskiptavinar', 'national id', 'ssn'],
    },
    customer_number: {
      kind: 'text',
      headings: ['vidskiptanumer', 'vidskiptamannanumer', 'numer vidskiptavinar', 'customer no'],
    },
    email: { kind: 'text', headings: ['netfang', 'tolvupostur', 'e mail'] },
    address: { kind: 'text', headings: ['heimilisfang', 'heimili'] },
    zip: { kind: 'text', headings: ['postnumer', 'postnr'] },
    city: { kind: 'text', headings: ['stadur'] },
    issue_date: {
      kind: 'date',
      headings: [
        'dagsetning',
        'dags',
        'utgafudagur',
        'utgafudagsetning',
        'reikningsdagur',
        'utgefinn',
        'date',
      ],
    },
    due_date: { kind: 'date', headings: ['gjalddagi', 'due'] },
    settlement_date: { kind: 'date', headings: ['eindagi', 'final due date'] },
    amount: {
      kind: 'number',
      headings: [
        ...[
          'upphaed',
          'fjarhaed',
          'samtals',
          'upphaed m vsk',
          'upphaed med vsk',
          'samtals m vsk',
          'samtals med vsk',
        ],
        ...['heildarupphaed', 'total'],
      ],
    },
    paid_amount: {
      kind: 'number',
      headings: ['greitt', 'innborgad', 'innborganir', 'greidd upphaed', 'paid'],
    },
    remaining: {
      kind: 'number',
      headings: [
        ...['eftirstodvar', 'ogreitt', 'ogreidd upphaed', 'til greidslu', 'stada'],
        ...['balance', 'outstanding'],
      ],
    },
    paid_on: { kind: 'date', headings: ['greitt dags', 'greidsludagur', 'sidast greitt', 'paid date'] },
    currency: { kind: 'text', headings: ['gjaldmidill', 'mynt'] },
    exchange_rate: { kind: 'number', headings: ['gengi', 'rate'] },
    vat_24: { kind: 'number', headings: ['vsk 24', 'vsk', 'virdisaukaskattur', 'vat'] },
    vat_11: { kind: 'number', headings: ['vsk 11'] },
    claim_id: { kind: 'text', headings: ['krofunumer', 'krafa', 'audkenni krofu', 'claim'] },
    description: {
      kind: 'text',
      headings: ['lysing', 'skyring', 'texti', 'tilvisun', 'tilvisun verk', 'athugasemd', 'text'],
    },
  },
  required: ['invoice_number', 'issue_date', 'amount'],
};

const MAX_AMOUNT = '1000000000000';
/** Negative for credit of the customer. */
const signedAmount = number({ places: 2, isRounded: true, min: `-${MAX_AMOUNT}`, max: MAX_AMOUNT });
const vatAmount = number({ places: 2, isRounded: true, min: '0', max: MAX_AMOUNT });
/** Numbers are stored as whole numbers, and sorted by their value. */
const MAX_NUMBER = 999_999_999_999_999;

export const importedInvoice = object({
  invoice_number: integer(1, MAX_NUMBER)(),
  issue_date: date(),
  due_date: date.optional(),
  settlement_date: date.optional(),
  amount: signedAmount(),
  paid_amount: signedAmount.optional(),
  remaining: signedAmount.optional(),
  paid_on: date.optional(),
  currency: choice(CURRENCIES).optional(),
  exchange_rate: exchangeRate.optional(),
  vat_24: vatAmount.optional(),
  vat_11: vatAmount.optional(),
  claim_id: text(100).optional(),
  description: text(1000).optional(),
});
export type ImportedRow = z.infer<typeof importedInvoice>;

/** The columns that name the customer, or make one. */
export const CUSTOMER_FIELDS = [
  ...(['name', 'registration_no', 'customer_number', 'email', 'address', 'zip', 'city'] as const),
] as const;
