import { z } from 'zod';
import { findRecordColumns } from '../../domain/imports/columns.ts';
import { type FileRecord, readRecords } from '../../domain/imports/records.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { type RecordImport, RecordsRefused, type RowFate } from '../../kernel/operations/record-import.ts';
import { importCosts } from '../costs/import-costs.ts';
import { importCustomers } from '../customers/import-customers.ts';
import { importOpenInvoices } from '../invoices/imports/import-open-invoices.ts';
import { importItems } from '../items/import-items.ts';
import { nameDocuments, type ReadDocuments, readDocuments } from './documents.ts';
import { findMapping, insertImport, lockImports } from './import-store.ts';
import { type ImportedRecords, importedRecords, importInput } from './schema.ts';
import type { ImportKind } from './tables.ts';

const IMPORTS: Readonly<Record<ImportKind, RecordImport>> = {
  customers: importCustomers,
  items: importItems,
  costs: importCosts,
  open_invoices: importOpenInvoices,
};

const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_RECORDS = 20_000;
/** Unit prices have four decimals. */
const PLACES = 4;

export const importRecords = defineWrite({
  name: 'import-records',
  summary: 'Imports customers, items, costs or open invoices from CSV, XLSX or e-invoices, all rows or none.',
  description:
    'A row that matches an existing record updates it or leaves it unchanged, so importing the same file again changes nothing. Customers are matched by kennitala, else number, else name; items by item_number; costs by supplier, number, date and amount; open invoices by their old number. Costs and open invoices are also imported from e-invoices: a UBL file, or a ZIP of them. A dry run shows how the columns are understood and the result of each row. If a row is refused, nothing is written, and the refusal has all rows in result.',
  access: { scope: null },
  books: true,
  events: [...new Set(Object.values(IMPORTS).flatMap(({ events }) => events))],
  input: importInput,
  output: z.object({ import: importedRecords }),
  refusals: [
    ...([
      'period_locked',
      'file_refused',
      'records_unreadable',
      'records_columns',
      'records_no_column',
    ] as const),
    ...([
      'records_no_field',
      'records_empty',
      'records_many',
      'records_refused',
      'register_unavailable',
    ] as const),
  ],
  prepare: readFile,
  async run(ctx, { kind, file, file_name }, { records, mapping, documents }) {
    await lockImports(ctx.tx, ctx.account.id);
    const plan = await IMPORTS[kind].plan(ctx, records, documents?.of);
    const { ctes, bookedOn = [] } = plan;
    const rows = documents ? nameDocuments(plan.rows, documents) : plan.rows;
    const guid = ctx.newGuid();
    const imported: ImportedRecords = { guid, kind, ...countFates(rows), rows, mapping };
    const refused = rows.filter(({ fate }) => fate === 'refused');
    if (refused.length > 0) throw new RecordsRefused(refused, rows.length, imported);
    const { rows_total, rows_new, rows_changed } = imported;
    const record = {
      account_id: ctx.account.id,
      guid,
      kind,
      file_name: file_name || file.name,
      sha256: file.sha256,
      mapping,
      rows_total,
      rows_new,
      rows_changed,
      created_by: ctx.caller.person?.id ?? null,
      created_at: ctx.now,
    };
    return ctx.finish({ target: guid, ...insertImport(record, ctes, imported), bookedOn });
  },
});

interface ReadFile {
  records: FileRecord[];
  mapping: ImportedRecords['mapping'];
  /** Where the records are e-invoices and not rows. */
  documents: ReadDocuments | null;
}

async function readFile(ctx: ReadContext, input: z.infer<typeof importInput>): Promise<ReadFile> {
  const { bytes } = input.file;
  if (bytes.length === 0) fail('file_refused', violation('file_empty'));
  if (bytes.length > MAX_FILE_BYTES) fail('file_refused', violation('file_large'));
  const documents = await readDocuments(ctx, IMPORTS[input.kind], input.file);
  return documents ? { records: documents.records, mapping: {}, documents } : readTable(ctx, input);
}

async function readTable(
  ctx: ReadContext,
  { kind, file: { bytes }, mapping = undefined }: z.infer<typeof importInput>,
): Promise<ReadFile> {
  const { db, account, ports } = ctx;
  const { columns, complete } = IMPORTS[kind];
  const { separator, encoding } = mapping ?? {};
  const read = await ports.documents.readRows(account.id, { bytes, separator, encoding, places: PLACES });
  if ('problem' in read) return fail('records_unreadable', read.problem);
  const remembered = await findMapping(db, account.id, kind);
  const layout = findRecordColumns(read.rows, columns, { mapping: mapping ?? null, remembered });
  const known = Object.keys(columns.fields).join(', ');
  if ('missing' in layout) return fail('records_columns', layout.missing, known);
  if ('noColumn' in layout) return fail('records_no_column', layout.noColumn);
  if ('noField' in layout) return fail('records_no_field', layout.noField, known);
  const records = readRecords(read.rows, columns, layout);
  if (records.length === 0) fail('records_empty');
  if (records.length > MAX_RECORDS) fail('records_many', String(MAX_RECORDS));
  const completed = complete ? await complete(ctx, records) : records;
  return { records: completed, mapping: { ...layout.mapping, ...read.formats }, documents: null };
}

function countFates(rows: readonly RowFate[]) {
  const count = (fate: RowFate['fate']) => rows.filter((one) => one.fate === fate).length;
  return {
    rows_total: rows.length,
    rows_new: count('new'),
    rows_changed: count('changed'),
    rows_same: count('same'),
    rows_refused: count('refused'),
  };
}
