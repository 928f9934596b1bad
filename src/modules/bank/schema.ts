import { z } from 'zod';
import { ACTION_TYPES } from '../../domain/bank/actions.ts';
import { FORMAT_NAMES, STATEMENT_FIELDS } from '../../domain/bank/column-names.ts';
import { CONSENTS } from '../../domain/bank/consent.ts';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import { CLAUSE_CODES } from '../../domain/bank/matching/reasons.ts';
import { type ColumnMapping, STATEMENT_FORMATS } from '../../domain/bank/statement.ts';
import { CURRENCIES } from '../../domain/values/codes.ts';
import { violation } from '../../kernel/failures/violations.ts';
import {
  choice,
  field,
  fileContent,
  flag,
  guid,
  integer,
  listOf,
  longText,
  number,
  type Outcome,
  object,
  strictObject,
  text,
} from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { CONNECTIONS } from './tables.ts';

export const missing = out.list(
  'Days between which statements do not follow each other: transactions are missing. Gone once the statement of these days is imported',
  {
    from_date: out.date('The last day before it that a statement has'),
    to_date: out.date('The first day after it that a statement has'),
    amount: out.number('Sum of the missing transactions', -12_400),
  },
);

export const bankAccount = component('BankAccount', {
  guid: out.guid('Identifies the bank account'),
  name: out.own('What it is called', 'Veltureikningur'),
  account_no: out.own(
    'Its twelve digits: bank, type and number; empty for an account abroad',
    '013326012345',
  ),
  iban: out.own('Its IBAN; empty where none was sent', 'IS140159260076545510730339'),
  currency: out.code(CURRENCIES, 'Its currency'),
  auto_book: out.flag('Whether proposals of score 1 are booked by themselves'),
  connection: out.code(CONNECTIONS, 'file: somebody brings statements; bank: the bank reports by itself'),
  fetched_at: out.time('When transactions were last fetched from the bank').nullable(),
  fetch_problem: out.outside(
    'Why the last fetch from the bank failed; empty where it succeeded',
    'The bank did not answer within 15 seconds',
  ),
  consent: out.code(
    CONSENTS,
    'Whether the bank may be asked: none, consent was not asked for; given; ending, it is to be renewed; ended',
  ),
  consent_to: out.date('The last day of the consent').nullable(),
  balance: out.number('Balance after the last known transaction', 1_250_000).nullable(),
  balance_on: out.date('The day of that transaction').nullable(),
  lines_open: out.integer('How many lines wait to be booked', 12),
  missing,
});
export type BankAccount = z.infer<typeof bankAccount>;

const accountFields = {
  currency: choice(CURRENCIES).optional('Its currency; ISK when left out'),
  auto_book: flag.optional('Books proposals of score 1 by themselves; false when left out'),
  connection: choice(CONNECTIONS).optional(
    'file: statements are imported (when left out); bank: transactions are fetched from the bank',
  ),
};

export const newBankAccount = object({
  name: text(100)('What it is called'),
  account_no: text(30, { examples: ['0133-26-012345'] }).optional('Its twelve digits; send this or iban'),
  iban: text(42).optional('Its IBAN, which names an Icelandic account as well'),
  ...accountFields,
}).meta({ id: 'NewBankAccount', examples: [{ name: 'Veltureikningur', account_no: '0133-26-012345' }] });
export type NewBankAccount = z.infer<typeof newBankAccount>;

export const bankAccountChanges = object({
  name: text(100).optional('What it is called'),
  auto_book: flag.optional('Whether proposals of score 1 are booked by themselves'),
  connection: choice(CONNECTIONS).optional('How transactions arrive'),
}).meta({ id: 'BankAccountChanges', examples: [{ auto_book: true }] });

const FORMATS: readonly string[] = FORMAT_NAMES;
const FIELDS: readonly string[] = [...STATEMENT_FIELDS, 'ignore'];

/** `{"Dags.": "booked_on", "3": "amount", "date_format": "dd.mm.yyyy"}`, as an object or as JSON text in a form. */
function readMapping(input: unknown): Outcome<ColumnMapping> {
  const sent = typeof input === 'string' ? parseJson(input) : input;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return { problem: violation('mapping') };
  const entries = Object.entries(sent);
  const isGood = entries.every(
    ([name, value]) =>
      typeof value === 'string' && (FORMATS.includes(name) ? value.length <= 20 : FIELDS.includes(value)),
  );
  if (!isGood || entries.length > 200) return { problem: violation('mapping') };
  return { value: Object.fromEntries(entries) };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const mappingInput = field<ColumnMapping>(readMapping, {
  type: 'object',
  additionalProperties: { type: 'string' },
  examples: [{ Dags: 'booked_on', Upphæð: 'amount', Texti: 'text' }],
});

export const statementInput = object({
  bank_account_guid: guid.optional(
    'The account that the statement is of; the one that the file names when left out, or the only one of the company where it names none',
  ),
  file: fileContent(
    'The statement of the bank, of at most 5 MB: camt.053, CSV or XLSX; as a file of a form, or its bytes in base64',
  ),
  file_name: text(200).optional('Its name; that of the uploaded file when left out'),
  format: choice(STATEMENT_FORMATS).optional('Format of the file; detected from its content when left out'),
  mapping: mappingInput.optional(
    `Which columns of CSV or XLSX hold what, by their names or numbers from 1: ${FIELDS.join(', ')}. Beside them date_format, decimal, separator and encoding. Left out: as in the last file of the account, else by the headings`,
  ),
});

export const statement = component('BankStatement', {
  guid: out.guid('Identifies the import'),
  bank_account_guid: out.guid('The account that the statement is of'),
  lines_total: out.integer('How many transactions the file has', 42),
  lines_new: out.integer('How many of them were not here yet', 40),
  lines_known: out.integer('How many were here already, from this or another file', 2),
  lines_refused: out.integer('How many cannot be read; a file with such a line is refused as a whole'),
  from_date: out.date('Day of the first transaction').nullable(),
  to_date: out.date('Day of the last transaction').nullable(),
  opening_balance: out.number('Balance before the first transaction', 100_000).nullable(),
  closing_balance: out.number('Balance after the last transaction', 1_250_000).nullable(),
  missing,
  mapping: z
    .record(z.string(), out.own('What the column holds, or a format', 'booked_on'))
    .nullable()
    .describe('How the columns were read; send it back, changed, to read them otherwise'),
  columns: z
    .array(out.outside('Its name, or its number where the file has no heading', 'Upphæð'))
    .describe('All columns of a CSV or XLSX file, for a person who edits the mapping'),
  sample: out.list('The first transactions as they were read, for a preview (dry run)', {
    booked_on: out.date('Day on which the bank booked it'),
    amount: out.number('Signed: money that came in is positive', 46500),
    text: out.outside('What the statement says', 'Reikningur 17'),
    reference: out.outside('Reference of the transaction'),
    name: out.outside('Who paid or was paid, if the file says it', 'Jón Jónsson'),
    balance: out.number('Balance after it', 1_250_000).nullable(),
  }),
});
export type ImportedStatement = z.infer<typeof statement>;

const action = component('BankAction', {
  type: out.code(ACTION_TYPES, 'What the money is'),
  amount: out.number('Always positive, in the currency of the line', 46500).optional(),
  customer_guid: out.guid('The customer who pays, or gets the money back').optional(),
  allocations: z
    .array(
      z.object({
        invoice_guid: out.guid('The invoice or credit note'),
        amount: out.number('In its currency', 46500).optional(),
        paid: out.number('In the currency of the line', 46500).optional(),
      }),
    )
    .optional()
    .describe('What a payment settles'),
  payment_guid: out.guid('The payment that was recorded').optional(),
  cost_guid: out.guid('The cost').optional(),
  cost_amount: out.number('What was paid of it in its currency, where that is another', 100).optional(),
  bank_account_guid: out.guid('The other account of a transfer').optional(),
  code: out.own('What other money is', 'salary').optional(),
  note: out.outside('Note').optional(),
  payments: z.array(out.guid('A payment')).optional().describe('Payments that are recorded already'),
});
export type ActionOutput = z.infer<typeof action>;

const positive = number({ places: 2, min: '0.01', max: '999999999999' });
const MAX_ACTIONS = 50;
const MAX_SETTLED = 1000;

const actionInput = strictObject({
  type: choice(ACTION_TYPES)('What the money is'),
  amount: positive.optional(
    'Always positive; one action may leave it out and gets what remains of the line. Not sent with settled',
  ),
  customer_guid: guid.optional('Of a payment: the customer who pays, or gets the money back'),
  allocations: listOf(
    strictObject({
      invoice_guid: guid('The invoice to settle, or the credit note to pay back'),
      amount: positive.optional('In the currency of the invoice; as much as fits when left out'),
      paid: positive.optional('In the currency of the line, where the invoice has another'),
    }),
    500,
  )
    .optional()
    .describe('Of a payment: what it settles; left out: the oldest open invoices of the customer'),
  cost_guid: guid.optional('Of a cost: the cost that is paid'),
  cost_amount: positive.optional(
    'Of a cost in another currency than the line: the amount that is paid in its currency; all that remains when left out',
  ),
  bank_account_guid: guid.optional('Of a transfer: the other own account'),
  code: text(40).optional('Of other: what it is, such as salary, tax or interest'),
  note: text(200).optional('Of other: a note'),
  payments: listOf(guid(), MAX_SETTLED)
    .optional()
    .describe('Of settled: payments that are recorded already, of claims or a card provider'),
}).meta({ id: 'NewBankAction' });
export type ActionInput = z.infer<typeof actionInput>;

export const bookingInput = object({
  proposal: integer(0, 20).optional('Index of the proposal, from 0; send this or actions'),
  actions: listOf(actionInput, MAX_ACTIONS)
    .optional()
    .describe('How the line is booked; the actions add up to it exactly'),
}).meta({ id: 'BankBooking', examples: [{ proposal: 0 }] });

export const reasonInput = object({ reason: longText(500)('Why') }).meta({
  id: 'BankLineReason',
  examples: [{ reason: 'Booked on the wrong invoice' }],
});
export const optionalReason = object({ reason: longText(500).optional('Why') }).meta({
  id: 'OptionalReason',
});

export const bankLine = component('BankLine', {
  guid: out.guid('Identifies the line'),
  bank_account_guid: out.guid('The account that it is on'),
  booked_on: out.date('Day on which the bank booked it'),
  value_on: out.date('Day of value').nullable(),
  amount: out.number('Signed: money that came in is positive', 46500),
  is_reversal: out.flag(
    'Whether the bank says that it takes back an earlier transaction, or returns a payment that did not arrive; such a line is never booked by itself',
  ),
  currency: out.code(CURRENCIES, 'That of the account'),
  text: out.outside('What the statement says', 'Reikningur 17'),
  reference: out.outside('Reference of the transaction', 'RF18 5390'),
  counterparty: out.record('Who paid or was paid, if the bank says it', {
    name: out.outside('Name', 'Jón Jónsson'),
    registration_no: out.outside('Kennitala', '5501234520'),
    account_no: out.outside('Account', '013326012345'),
  }),
  balance: out.number('Balance of the account after it', 1_250_000).nullable(),
  state: out.code(LINE_STATES, 'Whether it waits, is in the books, or does not belong there'),
  reason: out.own('Why it is ignored, or why it was unbooked'),
  proposals: out.list('Proposals of how to book it, the best first; empty unless it is open', {
    score: out.number('1: a number or kennitala, and the exact sum, match this record alone', 0.95),
    reason: out.outside(
      'Reason of the proposal, in a sentence',
      'The text names invoice 17, and the sum is what is left of it',
    ),
    why: out.list('The clauses of the reason, for programs that show it in another language', {
      code: out.code(CLAUSE_CODES, 'What speaks for it'),
      values: z
        .record(z.string(), out.outside('A number, name, sum or day', '17'))
        .describe('What the clause names'),
    }),
    actions: z.array(action),
  }),
  booking: z
    .object({
      guid: out.guid('Identifies the booking'),
      booked_at: out.time('When it was booked'),
      automatic: out.flag('Whether it was booked by itself'),
      actions: z.array(action),
    })
    .nullable()
    .describe('The booking; null unless it is booked'),
});
export type BankLine = z.infer<typeof bankLine>;
