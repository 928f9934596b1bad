import { availableParallelism } from 'node:os';
import type { PrintableInvoice } from '../printable-invoice.ts';
import { type PrintedInvoice, PrintQueue } from './print-queue.ts';
import type { PrintOrder, Reports } from './printer-thread.ts';

/** Far above the time of the longest invoice. */
const TIMEOUT_MS = 60_000;

const MAX_THREADS = 4;

/** In each function `accountId` is the account that has the document printed; accounts take turns. */
const printer = new PrintQueue({
  thread: new URL('./printer-thread.ts', import.meta.url),
  timeoutMs: TIMEOUT_MS,
  // Each takes about 90 MB.
  maxThreads: Math.min(availableParallelism(), MAX_THREADS),
  backlog: 8,
  idleMs: 30_000,
});

/** Renders the PDF of an invoice, with its data attached as UBL, and its file name. */
export function printInvoice(
  accountId: number,
  record: PrintableInvoice,
  logo: Uint8Array | null = null,
  paymentLink = '',
): Promise<PrintedInvoice> {
  return printer.print(accountId, { record, logo, paymentLink });
}

/** Renders a reminder: the invoice with what is left of it, and how long it is overdue. */
export function printReminder(
  accountId: number,
  record: PrintableInvoice,
  { overdueDays, paymentLink }: { overdueDays: number; paymentLink: string },
  logo: Uint8Array | null = null,
): Promise<PrintedInvoice> {
  return printer.print(accountId, { record, logo, paymentLink, form: 'reminder', overdueDays });
}

/** Renders the PDF of a quote, order or draft, which are printed like the invoice that they become. */
export function printSalesDocument(
  accountId: number,
  record: PrintableInvoice,
  { form, validUntil = null }: { form: 'quote' | 'order' | 'draft'; validUntil?: string | null },
  logo: Uint8Array | null = null,
): Promise<PrintedInvoice> {
  return printer.print(accountId, { record, logo, form, validUntil });
}

const reportPrinter =
  <K extends keyof Reports>(report: K) =>
  (accountId: number, content: Reports[K], logo: Uint8Array | null = null): Promise<PrintedInvoice> =>
    printer.print(accountId, { report, content, logo } as PrintOrder);

/** Who paid what, what it settled and what is left. */
export const printReceipt = reportPrinter('receipt');

/** Opening balance, movements and closing balance of a customer in a period. */
export const printStatement = reportPrinter('statement');

/** The boxes beside those of other periods, and what is missing. */
export const printVatReturn = reportPrinter('vatReturn');

/** A text in sections with tables. */
export const printManual = reportPrinter('manual');
