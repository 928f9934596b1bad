import { z } from 'zod';
import type { ColumnMapping } from '../../domain/bank/statement.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, field, fileContent, type Outcome, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { FATES } from '../../kernel/operations/record-import.ts';
import { IMPORT_KINDS } from './tables.ts';

const MAX_COLUMNS = 200;

function readMapping(sent: unknown): Outcome<ColumnMapping> {
  const given = typeof sent === 'string' ? parseJson(sent) : sent;
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const entries = isObject ? Object.entries(given) : [];
  const isMapping =
    isObject && entries.length <= MAX_COLUMNS && entries.every(([, value]) => typeof value === 'string');
  return isMapping ? { value: Object.fromEntries(entries) } : { problem: violation('record_mapping') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const mapping = field<ColumnMapping>(readMapping, {
  type: 'object',
  additionalProperties: { type: 'string' },
  examples: [{ Nafn: 'name', Kennitala: 'registration_no', Netfang: 'email' }],
});

export const importInput = object({
  kind: choice(IMPORT_KINDS)('What the rows are'),
  file: fileContent(
    'CSV or XLSX with headings, or for costs and open invoices a UBL file or a ZIP of at most 1,000 of them; of at most 5 MB, as a file of a form or its bytes in base64',
  ),
  file_name: text(200).optional('Its name; that of the uploaded file when left out'),
  mapping: mapping.optional(
    'Which columns hold what: the headings or numbers of columns, with the names of fields; ignore leaves one out. Beside them date_format, decimal, separator and encoding. Left out: as in the last file of the kind, else by the headings',
  ),
});

export const importedRecords = component('ImportedRecords', {
  guid: out.guid('Identifies the import'),
  kind: out.code(IMPORT_KINDS, 'What the rows are'),
  rows_total: out.integer('How many rows the file has', 42),
  rows_new: out.integer('How many became new records', 40),
  rows_changed: out.integer('Number that change an existing record', 1),
  rows_same: out.integer('Number that equal an existing record', 1),
  rows_refused: out.integer('How many cannot be imported; with one of them nothing is written'),
  rows: out.list('Each row', {
    row: out.integer('Number of the row in the file, from 1', 2),
    fate: out.code(FATES, 'What becomes of it'),
    message: out.own('Why the row is refused, or the fields that change', ''),
  }),
  mapping: z
    .record(z.string(), out.own('What the column holds, or a format', 'name'))
    .describe('How the columns were read; send it back, changed, to read them otherwise'),
});
export type ImportedRecords = z.infer<typeof importedRecords>;
