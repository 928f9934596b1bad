import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type Cell, SHEET_FILE, Sheet, workbookFiles } from '../../../domain/files/spreadsheet.ts';
import { exportName } from '../../../domain/strings/export-name.ts';
import {
  type BookSheet,
  bookSheet,
  COST_COLUMNS,
  INVOICE_COLUMNS,
} from '../../../domain/texts/book-sheets.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { runRead } from '../../../kernel/execute.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { type StreamedFile, zipStream } from '../../../kernel/node/zip-stream.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { ReadOperation } from '../../../kernel/operations/operation.ts';
import { getCostForConsole } from '../../../modules/costs/console-view.ts';
import { findCosts } from '../../../modules/costs/search.ts';
import { findInvoices } from '../../../modules/invoices/read/search.ts';
import { archiveTexts } from './texts.ts';

/** How many rows are read at a time. */
const BATCH = 200;

export interface ArchiveRequest {
  kernel: Kernel;
  caller: Caller;
  period: { from_date: string; to_date: string };
  lang: Lang;
}

export function archiveName({ caller, period, lang }: ArchiveRequest): string {
  const name = exportName(
    caller.account.name,
    archiveTexts(lang)('archive'),
    period.from_date,
    period.to_date,
  );
  return `${name}.zip`;
}

/**
 * What an accountant needs of a period as one ZIP: issued invoices and costs as sheets, and every receipt. It is read
 * while it is sent, a batch of rows or one receipt at a time, so memory use does not grow with the period.
 */
export async function accountantArchive(request: ArchiveRequest): Promise<Readable> {
  // A refusal, as of a period that ends before it begins, is thrown before any byte has been sent.
  await readPage(request, findInvoices, 1, 1);
  return Readable.from(zipStream(archiveFiles(request)));
}

async function* archiveFiles(request: ArchiveRequest): AsyncGenerator<StreamedFile> {
  const t = archiveTexts(request.lang);
  const invoices = pages(request, findInvoices, { sort: 'number', ascending: true });
  const issued = (row: { tab: string }) => row.tab !== 'draft';
  yield workbook(t('nav.invoices'), bookSheet(INVOICE_COLUMNS, t), filterBatches(invoices, issued));
  yield workbook(t('nav.costs'), bookSheet(COST_COLUMNS, t), pages(request, findCosts));
  for await (const batch of pages(request, findCosts))
    for (const cost of batch) {
      const receipt = cost.has_file && (await readReceipt(request, cost));
      if (receipt) yield receipt;
    }
}

type FoundCost = z.infer<typeof findCosts.output>['rows'][number];

/** A search of the console, by the rows that it finds. */
type Search<Row> = ReadOperation<unknown, { rows: Row[] }>;

async function readPage<Row>(
  { kernel, caller, period }: ArchiveRequest,
  search: Search<Row>,
  page: number,
  limit = BATCH,
  more: object = {},
): Promise<Row[]> {
  return (await runRead(kernel, search, caller, { ...period, ...more, limit, page })).rows;
}

async function* pages<Row>(
  request: ArchiveRequest,
  search: Search<Row>,
  more: object = {},
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page += 1) {
    const rows = await readPage(request, search, page, BATCH, more);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}

async function* filterBatches<Row>(batches: AsyncIterable<Row[]>, keeps: (row: Row) => boolean) {
  for await (const batch of batches) yield batch.filter(keeps);
}

function workbook<Row>(title: string, sheet: BookSheet<Row>, batches: AsyncIterable<Row[]>): StreamedFile {
  const others = Object.entries(workbookFiles(title)).map(([name, text]) => ({ name, chunks: [text] }));
  const files = [...others, { name: SHEET_FILE, chunks: sheetChunks(sheet, batches) }];
  return { name: `${exportName(title)}.xlsx`, chunks: zipStream(files) };
}

/** The columns are laid out by the first batch. */
async function* sheetChunks<Row>({ headings, toCells }: BookSheet<Row>, batches: AsyncIterable<Row[]>) {
  let sheet: Sheet | null = null;
  for await (const batch of batches) {
    const rows: (readonly Cell[])[] = batch.map(toCells);
    if (!sheet) {
      sheet = new Sheet([headings, ...rows]);
      yield sheet.start() + sheet.row(headings);
    }
    const written = sheet;
    yield rows.map((cells) => written.row(cells)).join('');
  }
  if (!sheet) {
    sheet = new Sheet([headings]);
    yield sheet.start() + sheet.row(headings);
  }
  yield sheet.end();
}

/** Two receipts of a supplier on one day have different guids. Null where the cost was deleted meanwhile. */
async function readReceipt(
  { kernel, caller, lang }: ArchiveRequest,
  { guid, issue_date, created_date, supplier_name }: FoundCost,
): Promise<StreamedFile | null> {
  try {
    const { file, file_extension } = await runRead(kernel, getCostForConsole, caller, { guid });
    const name = exportName(issue_date ?? created_date, supplier_name, guid.slice(-6));
    const path = `${archiveTexts(lang)('receipts')}/${name}.${file_extension}`;
    return { name: path, chunks: [Buffer.from(file ?? '', 'base64')] };
  } catch (error) {
    if (error instanceof Failure && error.code === 'cost_not_found') return null;
    throw error;
  }
}
