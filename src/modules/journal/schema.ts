import type { z } from 'zod';
import { JOURNAL_KEYS } from '../../domain/journal/accounts.ts';
import {
  BUILT_IN_LAYOUTS,
  DATE_FORMATS,
  DECIMAL_MARKS,
  LAYOUT_FIELDS,
  type LayoutField,
  SEPARATORS,
  THOUSANDS_MARKS,
} from '../../domain/journal/layout.ts';
import { keysOf } from '../../domain/values/records.ts';
import { violation } from '../../kernel/failures/violations.ts';
import {
  choice,
  date,
  field,
  flag,
  guid,
  listOf,
  type Outcome,
  object,
  text,
} from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

const MAX_COLUMNS = 40;
const MAX_HEADING = 60;

export const exportInput = object({
  from_date: date.optional('First day; the beginning of the books when left out'),
  to_date: date.optional('Last day; today when left out'),
  layout: text(60, { examples: ['general'] }).optional(
    `How the file is written: ${keysOf(BUILT_IN_LAYOUTS).join(', ')}, or the name or guid of a layout of your own; general when left out`,
  ),
  only_new: flag.optional(
    '1: only entries that were not exported before; those that were changed since are reversed and posted again',
  ),
});

/** What was asked for, and the figures of the file. */
const exportFacts = {
  file_name: out.own('What to call the file', 'Smiðjan ehf dagbók 2026-01-01 2026-12-31.csv'),
  layout: out.own('How it is written: a layout of the service, or the name of one of your own', 'general'),
  from_date: out.date('First day; null: from the beginning', '2026-01-01').nullable(),
  to_date: out.date('Last day', '2026-12-31'),
  only_new: out.flag('Whether it has only entries that were not exported before'),
  entries: out.integer('How many documents it has', 3),
  lines: out.integer('How many rows it has, without the headings', 12),
  debit: out.number('The sum of debit, which is that of credit, in ISK', 124000),
  without_rate: out.integer(
    'How many approved costs and lines of the bank are missing, because their exchange rate is not known',
    0,
  ),
  sha256: out.own(
    'The digest of the file',
    'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  ),
};
export type ExportFacts = z.infer<z.ZodObject<typeof exportFacts>>;

export const exportOutput = component('JournalExport', {
  guid: out.guid('Identifies the file, which get-journal-export reads again'),
  created_at: out.time('When it was made'),
  ...exportFacts,
});

export const exportedFile = exportOutput
  .extend({ file: out.base64('The CSV, base64, in UTF-8', 'ZGF0ZTtudW1iZXI…') })
  .meta({ id: 'JournalFile' });
export type ExportedFile = z.infer<typeof exportedFile>;

interface LayoutColumn {
  field: LayoutField;
  heading: string;
}

/** A column by its field alone, or with the heading that the file has for it. */
const column = field<LayoutColumn>(
  (input): Outcome<LayoutColumn> => {
    const sent = typeof input === 'object' ? (input as Record<string, unknown>) : { field: input };
    const { heading } = sent;
    const name = LAYOUT_FIELDS.find((one) => one === sent.field);
    if (!name) return { problem: violation('one_of', LAYOUT_FIELDS.join(', ')) };
    if (heading === undefined || heading === null) return { value: { field: name, heading: name } };
    if (typeof heading !== 'string') return { problem: violation('text') };
    if (heading.length > MAX_HEADING) return { problem: violation('long', MAX_HEADING) };
    return { value: { field: name, heading: heading.trim() } };
  },
  {
    anyOf: [
      { type: 'string', enum: [...LAYOUT_FIELDS] },
      {
        type: 'object',
        properties: {
          field: { type: 'string', enum: [...LAYOUT_FIELDS] },
          heading: { type: 'string', maxLength: MAX_HEADING },
        },
        required: ['field'],
      },
    ],
  },
);

const layoutFormats = {
  separator: choice(SEPARATORS).optional('Separator of the columns'),
  decimal_mark: choice(DECIMAL_MARKS).optional('The decimal mark of amounts'),
  thousands_mark: choice(THOUSANDS_MARKS).optional('Separator of thousands'),
  date_format: choice(DATE_FORMATS).optional('How a day is written'),
  has_header: flag.optional('Whether the first row has the headings'),
  with_vat: flag.optional(
    'Sales and costs are stated with VAT and its rate, instead of VAT in rows of its own',
  ),
};

const columns = listOf(column(), MAX_COLUMNS);
const COLUMNS_TEXT =
  'The columns in their order: the name of a field, or `{field, heading}`. `ledger` is 1, or 2 and 3 for lines of a customer and a supplier, whose kennitala is then `ledger_account`; `amount` is debit less credit; `entry` numbers the documents';

export const newLayout = object({
  name: text(60, { examples: ['Regla'] })('What it is called'),
  columns: columns.describe(COLUMNS_TEXT),
  ...layoutFormats,
}).meta({
  id: 'NewJournalLayout',
  examples: [{ name: 'Regla', columns: ['date', 'account', 'amount'], decimal_mark: ',' }],
});

export const layoutChanges = object({
  name: text(60).optional('What it is called'),
  columns: columns.optional().describe(`${COLUMNS_TEXT}; an empty list changes nothing`),
  ...layoutFormats,
}).meta({ id: 'JournalLayoutChanges', examples: [{ decimal_mark: '.' }] });

export const byLayout = object({ guid: guid('The layout') });

export const layoutOutput = component('JournalLayout', {
  guid: out.guid('The layout; null: the service has it').nullable(),
  name: out.own('What it is called', 'general'),
  columns: out.list('The columns in their order', {
    field: out.code(LAYOUT_FIELDS, 'What it holds'),
    heading: out.own('Its heading', 'date'),
  }),
  separator: out.code(SEPARATORS, 'Separator of the columns'),
  decimal_mark: out.code(DECIMAL_MARKS, 'The decimal mark of amounts'),
  thousands_mark: out.code(THOUSANDS_MARKS, 'Separator of thousands'),
  date_format: out.code(DATE_FORMATS, 'How a day is written'),
  has_header: out.flag('Whether the first row has the headings', true),
  with_vat: out.flag('Whether sales and costs are stated with VAT'),
});

export const accountOutput = component('JournalAccount', {
  key: out.code(JOURNAL_KEYS, 'The kind of posting'),
  account: out.own('Number of the ledger account', '7600'),
  name: out.own('What it is called', 'Viðskiptakröfur'),
  is_default: out.flag('Whether it is that of the default chart of accounts', true),
});

export const accountChanges = object({
  accounts: listOf(
    object({
      key: choice(JOURNAL_KEYS)('The kind of posting'),
      account: text(20).optional(
        'Number of the ledger account; empty: that of the default chart of accounts',
      ),
      name: text(100).optional('What it is called'),
    }),
    JOURNAL_KEYS.length,
  ).describe('Only those that change'),
}).meta({ id: 'JournalAccountChanges', examples: [{ accounts: [{ key: 'receivables', account: '7611' }] }] });
