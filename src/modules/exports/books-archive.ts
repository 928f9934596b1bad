import type { z } from 'zod';
import { type Cell, SHEET_FILE, Sheet, workbookFiles } from '../../domain/files/spreadsheet.ts';
import { exportName } from '../../domain/strings/export-name.ts';
import { archiveReadme, archiveTexts } from '../../domain/texts/archive-texts.ts';
import { type BookSheet, bookSheet, COST_COLUMNS, INVOICE_COLUMNS } from '../../domain/texts/book-sheets.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { LISTED_BOXES } from '../../domain/vat/boxes.ts';
import { yearOf } from '../../domain/vat/periods.ts';
import { BOX_TEXTS } from '../../domain/vat/return-texts.ts';
import { runList, runRead } from '../../kernel/execute.ts';
import { Failure } from '../../kernel/failures/failure.ts';
import { type StreamedFile, zipStream } from '../../kernel/node/zip-stream.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { ReadOperation } from '../../kernel/operations/operation.ts';
import { readContext } from '../../kernel/operations/read-context.ts';
import { getCostForConsole } from '../costs/console-view.ts';
import { findCosts } from '../costs/search.ts';
import { findInvoices } from '../invoices/read/search.ts';
import { findOrPrintRendition } from '../invoices/renditions/rendition.ts';
import { getAgedPayables } from '../reports/figures/payables.ts';
import { getAgedReceivables } from '../reports/figures/receivables.ts';
import { readAccountPeriods } from '../vat/account-periods.ts';
import { readMonths } from '../vat/period-boxes.ts';
import { getVatDocuments } from '../vat/read.ts';
import { getVatReturnCsv, getVatReturnPdf } from '../vat/return-file.ts';
import { documentName } from './document-name.ts';

/** How many rows are read at a time. */
const BATCH = 200;

interface ArchiveRequest {
  kernel: Kernel;
  caller: Caller;
  period: { from_date: string; to_date: string };
  lang: Lang;
}

/**
 * What an accountant needs of some days as one ZIP: the journals of sales and purchases, VAT, receivables and payables as
 * sheets, and every document. It is read while it is written, a batch of rows or one document at a time, so memory use does
 * not grow with the period.
 */
export function booksArchive(request: ArchiveRequest): AsyncIterable<Uint8Array> {
  return zipStream(archiveFiles(request));
}

async function* archiveFiles(request: ArchiveRequest): AsyncGenerator<StreamedFile> {
  const { kernel, caller, period, lang } = request;
  const t = archiveTexts(lang);
  const ctx = readContext(kernel, caller);
  const { from_date: from, to_date: to } = period;
  // The age of a debt is not known before its day has come.
  const asOf = to < ctx.today ? to : ctx.today;
  const at = ctx.now.toISOString().slice(0, 16).replace('T', ' ');
  yield {
    name: 'README.md',
    chunks: [archiveReadme({ company: caller.account.name, from, to, asOf, at, lang })],
  };
  const invoices = () => pages(request, findInvoices, { sort: 'number', ascending: true });
  const issued = (row: { tab: string }) => row.tab !== 'draft';
  // What a former system has reported is no sale or purchase here.
  const isOwn = (row: { is_imported: boolean }) => !row.is_imported;
  const sales = filterBatches(invoices(), (row) => issued(row) && isOwn(row));
  yield workbook(t('sales'), bookSheet(INVOICE_COLUMNS, t), sales);
  yield workbook(t('purchases'), bookSheet(COST_COLUMNS, t), filterBatches(pages(request, findCosts), isOwn));
  yield* agedFiles(request, asOf);
  yield* vatFiles(request);
  for await (const batch of filterBatches(invoices(), issued))
    for (const invoice of batch) {
      const { bytes } = await findOrPrintRendition(ctx, invoice.guid);
      yield { name: `${t('invoices')}/${documentName(invoice)}.pdf`, chunks: [bytes] };
    }
  for await (const batch of pages(request, findCosts))
    for (const cost of batch) {
      const receipt = cost.has_file && (await readReceipt(request, cost));
      if (receipt) yield receipt;
    }
}

interface Aged {
  bands: number[];
  credit: number;
  total: number;
}

/** Who owes and who is owed. Those that the reports have no room for are one row, so that the columns add up. */
async function* agedFiles({ kernel, caller, lang }: ArchiveRequest, as_of: string) {
  const t = archiveTexts(lang);
  const receivables = await runRead(kernel, getAgedReceivables, caller, { as_of });
  const customers = receivables.rows.map((row) => ({ ...row, name: row.customer }));
  yield agedFile(t('receivables'), t, customers, receivables.total);
  const payables = await runRead(kernel, getAgedPayables, caller, { as_of });
  const suppliers = payables.rows.map((row) => ({ ...row, name: row.supplier }));
  yield agedFile(t('payables'), t, suppliers, payables.total);
}

function agedFile(
  title: string,
  t: (key: string) => string,
  rows: readonly (Aged & { name: string })[],
  total: Aged,
): StreamedFile {
  const others: Aged = {
    bands: [0, 1, 2, 3, 4].map((band) => left(total.bands[band], rows, (row) => row.bands[band])),
    credit: left(total.credit, rows, (row) => row.credit),
    total: left(total.total, rows, (row) => row.total),
  };
  const hasOthers = [...others.bands, others.credit].some((amount) => amount !== 0);
  const all = [
    ...rows,
    ...(hasOthers ? [{ ...others, name: t('others') }] : []),
    { ...total, name: t('total') },
  ];
  const bands = [0, 1, 2, 3, 4] as const;
  const sheet = {
    headings: [t('field.name'), ...bands.map((band) => t(`band${band}`)), t('credit'), t('total')],
    toCells: (row: Aged & { name: string }): Cell[] => [
      row.name,
      ...bands.map((band) => row.bands[band] ?? 0),
      row.credit,
      row.total,
    ],
  };
  return workbook(title, sheet, oneBatch(all));
}

/** What the rows leave of a sum, in aurar. */
function left<Row>(
  sum: number | undefined,
  rows: readonly Row[],
  amountOf: (row: Row) => number | undefined,
) {
  const aurar = (amount: number | undefined) => Math.round((amount ?? 0) * 100);
  return rows.reduce((rest, row) => rest - aurar(amountOf(row)), aurar(sum)) / 100;
}

async function* oneBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** The returns of the settlement periods in which something counts, and the documents of their boxes. */
async function* vatFiles({ kernel, caller, period, lang }: ArchiveRequest): AsyncGenerator<StreamedFile> {
  const t = archiveTexts(lang);
  const { from_date, to_date } = period;
  const periods = await readAccountPeriods(kernel.db, caller.account.id);
  const months = await readMonths(kernel.db, caller.account.id, { from: from_date, to: to_date });
  const years = [...new Set(months.map(({ month }) => yearOf(month)))].sort((a, b) => a - b);
  for (const one of years.flatMap((year) => periods.ofYear(year))) {
    if (!months.some(({ month }) => one.from.slice(0, 7) <= month && month <= one.to.slice(0, 7))) continue;
    const input = { period: one.period, lang };
    for (const operation of [getVatReturnPdf, getVatReturnCsv]) {
      const { file_name, file } = await runRead(kernel, operation, caller, input);
      yield { name: `${t('vat')}/${file_name}`, chunks: [Buffer.from(file, 'base64')] };
    }
    const title = `${t('vat')} ${one.period} ${t('documents')}`;
    const documents = workbook(title, vatSheet(t, lang), boxDocuments(kernel, caller, one.period));
    yield { ...documents, name: `${t('vat')}/${documents.name}` };
  }
}

type BoxDocument = z.infer<typeof getVatDocuments.output> & { box: (typeof LISTED_BOXES)[number] };

function vatSheet(t: (key: string) => string, lang: Lang): BookSheet<BoxDocument> {
  return {
    headings: [t('box'), t('kind'), t('field.number'), t('field.date'), t('field.name'), t('field.amount')],
    toCells: ({ box, kind, number, date, text, box_amount }) => [
      BOX_TEXTS[lang][box],
      t(`kind.${kind}`),
      number,
      date,
      text,
      box_amount,
    ],
  };
}

async function* boxDocuments(kernel: Kernel, caller: Caller, period: string): AsyncGenerator<BoxDocument[]> {
  for (const box of LISTED_BOXES)
    for await (const rows of runList(kernel, getVatDocuments, caller, { period, box }))
      yield rows.map((row) => ({ ...row, box }));
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
