import { z } from 'zod';
import { FORMAT_NAMES, STATEMENT_FIELDS } from '../../domain/bank/column-names.ts';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import { type ColumnMapping, STATEMENT_FORMATS } from '../../domain/bank/statement.ts';
import { CURRENCIES } from '../../domain/values/codes.ts';
import { violation } from '../../kernel/failures/violations.ts';
import {
  choice,
  field,
  fileContent,
  flag,
  guid,
  type Outcome,
  object,
  text,
} from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { CONNECTIONS } from './tables.ts';

export const bankAccount = z
  .object({
    guid: out.guid('Identifies the bank account'),
    name: out.own('What it is called', 'Veltureikningur'),
    account_no: out.own(
      'Its twelve digits: bank, type and number; empty for an account abroad',
      '013326012345',
    ),
    iban: out.own('Its IBAN; empty where none was sent', 'IS140159260076545510730339'),
    currency: out.code(CURRENCIES, 'Its currency'),
    auto_book: out.flag('Whether proposals of score 1 are booked by themselves'),
    connection: out.code(CONNECTIONS, 'file: somebody brings statements; bank: they are fetched'),
    balance: out.number('What was on it after the last known transaction', 1_250_000).nullable(),
    balance_on: out.date('The day of that transaction').nullable(),
    lines_open: out.integer('How many lines wait to be booked', 12),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof bankAccount>;

const accountFields = {
  currency: choice(CURRENCIES).optional().describe('Its currency; ISK when left out'),
  auto_book: flag.optional().describe('Books proposals of score 1 by themselves; false when left out'),
  connection: choice(CONNECTIONS)
    .optional()
    .describe('file: somebody brings statements (when left out); bank: they are fetched from the bank'),
};

export const newBankAccount = object({
  name: text(100)().describe('What it is called'),
  account_no: text(30, { examples: ['0133-26-012345'] })
    .optional()
    .describe('Its twelve digits; or send iban'),
  iban: text(42).optional().describe('Its IBAN, which names an Icelandic account as well'),
  ...accountFields,
}).meta({ id: 'NewBankAccount', examples: [{ name: 'Veltureikningur', account_no: '0133-26-012345' }] });
export type NewBankAccount = z.infer<typeof newBankAccount>;

export const bankAccountChanges = object({
  name: text(100).optional().describe('What it is called'),
  auto_book: flag.optional().describe('Whether proposals of score 1 are booked by themselves'),
  connection: choice(CONNECTIONS).optional().describe('How transactions arrive'),
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
  bank_account_guid: guid().describe('The account that the statement is of'),
  file: fileContent().describe(
    'The statement of the bank, of at most 5 MB: camt.053, CSV or XLSX; as a file of a form, or its bytes in base64',
  ),
  file_name: text(200).optional().describe('Its name; that of the uploaded file when left out'),
  format: choice(STATEMENT_FORMATS).optional().describe('What it is; its content decides when left out'),
  mapping: mappingInput
    .optional()
    .describe(
      `Which columns of CSV or XLSX hold what, by their names or numbers from 1: ${FIELDS.join(', ')}. Beside them date_format, decimal, separator and encoding. Left out: as in the last file of the account, else by the headings`,
    ),
});

export const statement = z
  .object({
    guid: out.guid('Identifies the import'),
    lines_total: out.integer('How many transactions the file has', 42),
    lines_new: out.integer('How many of them were not here yet', 40),
    lines_known: out.integer('How many were here already, from this or another file', 2),
    lines_refused: out.integer('How many cannot be read; a file with such a line is refused as a whole'),
    from_date: out.date('Day of the first transaction').nullable(),
    to_date: out.date('Day of the last transaction').nullable(),
    opening_balance: out.number('Balance before the first transaction', 100_000).nullable(),
    closing_balance: out.number('Balance after the last transaction', 1_250_000).nullable(),
    mapping: z
      .record(z.string(), out.own('What the column holds, or a format', 'booked_on'))
      .nullable()
      .describe('How the columns were read; send it back, changed, to read them otherwise'),
    sample: z
      .array(
        z.object({
          booked_on: out.date('Day on which the bank booked it'),
          amount: out.number('Signed: money that came in is positive', 46500),
          text: out.outside('What the statement says', 'Reikningur 17'),
          reference: out.outside('Its reference'),
          balance: out.number('Balance after it', 1_250_000).nullable(),
        }),
      )
      .describe('The first transactions as they were understood, for a preview (dry run)'),
  })
  .meta({ id: 'BankStatement' });
export type ImportedStatement = z.infer<typeof statement>;

export const bankLine = z
  .object({
    guid: out.guid('Identifies the line'),
    bank_account_guid: out.guid('The account that it is on'),
    booked_on: out.date('Day on which the bank booked it'),
    value_on: out.date('Day of value').nullable(),
    amount: out.number('Signed: money that came in is positive', 46500),
    currency: out.code(CURRENCIES, 'That of the account'),
    text: out.outside('What the statement says', 'Reikningur 17'),
    reference: out.outside('Its reference', 'RF18 5390'),
    counterparty: z
      .object({
        name: out.outside('Name', 'Jón Jónsson'),
        registration_no: out.outside('Kennitala', '5501234520'),
        account_no: out.outside('Account', '013326012345'),
      })
      .describe('Who paid or was paid, as far as the bank says it'),
    balance: out.number('Balance of the account after it', 1_250_000).nullable(),
    state: out.code(LINE_STATES, 'Whether it waits, is in the books, or does not belong there'),
    reason: out.own('Why it is ignored, or why it was unbooked'),
  })
  .meta({ id: 'BankLine' });
export type BankLine = z.infer<typeof bankLine>;
