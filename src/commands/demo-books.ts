import { totals } from '../domain/invoices/totals.ts';
import type { VatCode } from '../domain/invoices/vat.ts';
import { bookedVatRates } from '../domain/invoices/vat.ts';
import { addDays, firstOfMonth, type PlainDate } from '../domain/values/dates.ts';
import { type Decimal, decimal, fixed2 } from '../domain/values/money.ts';
import { runWrite } from '../kernel/execute.ts';
import { UploadedFile } from '../kernel/fields/uploaded-file.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { createCost, createCostAdv } from '../modules/costs/create-cost.ts';
import { createInvoice } from '../modules/invoices/issue/create-invoice.ts';
import { doPaidInvoice } from '../modules/payments/do-paid-invoice.ts';
import { createRecurringInvoice } from '../modules/recurring/create-recurring-invoice.ts';
import { pauseRecurringInvoice } from '../modules/recurring/move-recurring-invoice.ts';
import {
  createDraftInvoice,
  createOrderInvoice,
  createQuote,
} from '../modules/sales-documents/create-sales-document.ts';
import { COSTS, RECEIPTS } from './demo-data.ts';
import { receiptPdf } from './demo-receipt.ts';

export interface DemoItem {
  guid: string;
  unitPrice: Decimal;
  tax: VatCode;
}

interface DemoData {
  customers: readonly string[];
  items: readonly DemoItem[];
  today: PlainDate;
}

const WEEKS = 104;

/** Runs a call as of a past day, so that the books look as if they had been kept all along. */
const asOf = (caller: Caller, day: PlainDate): Caller => ({ ...caller, now: new Date(`${day}T10:20:00Z`) });

/** Two years of invoices and costs, and some records of every kind that wait for a person. */
export async function createBooks(kernel: Kernel, caller: Caller, books: DemoData): Promise<void> {
  await createInvoices(kernel, caller, books);
  await createSalesDocuments(kernel, caller, books);
  await createCosts(kernel, caller, books.today);
}

async function createInvoices(
  kernel: Kernel,
  caller: Caller,
  { customers, items, today }: DemoData,
): Promise<void> {
  for (let n = 0; n < WEEKS; n += 1) {
    const issueDate = addDays(today, (n - WEEKS + 1) * 7 - (n % 3));
    // Sales grow over the two years and slow down in summer.
    const summer = /-0[678]-/.test(issueDate) ? 0.6 : 1;
    const maxQuantity = Math.max(1, Math.round((2 + n / 20) * summer));
    const lines = [0, 1, 2]
      .slice(0, 1 + (n % 3))
      .map((k) => ({ item: items[(n * 5 + k * 3) % items.length], qty: 1 + ((n * 3 + k) % maxQuantity) }));
    const body = invoice(lines, customers[(n * 7) % customers.length], issueDate);
    const { guid } = (await runWrite(kernel, createInvoice, asOf(caller, issueDate), body)).output;
    const paidOn = addDays(issueDate, 8 + ((n * 5) % 19));
    const isLate = n % 17 === 5 && n > WEEKS - 30;
    if (paidOn <= today && !isLate) await runWrite(kernel, doPaidInvoice, asOf(caller, paidOn), { guid });
    if (n === WEEKS - 9) await creditOne(kernel, asOf(caller, paidOn), body, guid, paidOn);
  }
}

/** Credits one unit of the first line. */
async function creditOne(
  kernel: Kernel,
  caller: Caller,
  body: DemoInvoice,
  guid: string,
  paidOn: PlainDate,
): Promise<void> {
  const [first] = body.lines;
  if (!first) return;
  const line = { qty: decimal(1), unitPrice: first.item.unitPrice, tax: first.item.tax };
  const { amount } = totals([line], { rates: bookedVatRates(body.issue_date) });
  await runWrite(kernel, createInvoice, caller, {
    type: 'credit',
    ref_invoice_guid: guid,
    settlement_date: paidOn,
    amount: fixed2(amount),
    items: [{ guid: first.item.guid, qty: 1 }],
    description: 'Ein eining endurgreidd',
    mark_paid: true,
  });
}

interface DemoLine {
  item: DemoItem | undefined;
  qty: number;
}

type DemoInvoice = ReturnType<typeof invoice>;

function invoice(requested: DemoLine[], customer: string | undefined, issueDate: PlainDate) {
  const lines = requested.flatMap(({ item, qty }) => (item ? [{ item, qty }] : []));
  const { amount } = totals(
    lines.map(({ item, qty }) => ({ qty: decimal(qty), unitPrice: item.unitPrice, tax: item.tax })),
    { rates: bookedVatRates(issueDate) },
  );
  return {
    type: 'invoice',
    amount: fixed2(amount),
    currency: 'ISK',
    issue_date: issueDate,
    due_date: addDays(issueDate, 14),
    settlement_date: addDays(issueDate, 21),
    customer: { guid: customer },
    items: lines.map(({ item, qty }) => ({ guid: item.guid, qty })),
    lines,
  };
}

async function createSalesDocuments(
  kernel: Kernel,
  caller: Caller,
  { customers, items, today }: DemoData,
): Promise<void> {
  const lines = (...chosen: [number, number][]) =>
    chosen.map(([item, qty]) => ({ guid: items[item]?.guid, qty }));
  const body = (customer: number, ...chosen: [number, number][]) => ({
    customer: { guid: customers[customer] },
    items: lines(...chosen),
  });
  await runWrite(kernel, createDraftInvoice, asOf(caller, addDays(today, -2)), body(1, [0, 6], [5, 84]));
  await runWrite(kernel, createQuote, asOf(caller, addDays(today, -11)), body(3, [1, 40], [2, 12]));
  await runWrite(kernel, createQuote, asOf(caller, addDays(today, -4)), body(0, [1, 16]));
  await runWrite(kernel, createOrderInvoice, asOf(caller, addDays(today, -6)), body(4, [3, 120]));
  const [year = 0, month = 0] = today.split('-').map(Number);
  const start = month === 12 ? firstOfMonth(year + 1, 1) : firstOfMonth(year, month + 1);
  const [, , third] = items;
  if (!third) return;
  const hosted = { qty: decimal(1), unitPrice: third.unitPrice, tax: third.tax };
  const hosting = totals([hosted], { rates: bookedVatRates(today) });
  const template = (name: string, customer: number) => ({
    ...body(customer, [2, 1]),
    recurring_name: name,
    recurring_interval: 'monthly',
    recurring_start_date: start,
    amount: fixed2(hosting.amount),
    currency: 'ISK',
  });
  await runWrite(kernel, createRecurringInvoice, caller, template('Hýsing, vefur', 3));
  const paused = (await runWrite(kernel, createRecurringInvoice, caller, template('Hýsing, netverslun', 0)))
    .output;
  await runWrite(kernel, pauseRecurringInvoice, caller, {
    guid: paused.guid,
    reason: 'Beðið eftir nýjum samningi',
  });
}

async function createCosts(kernel: Kernel, caller: Caller, today: PlainDate): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    const cost = COSTS[n % COSTS.length];
    const date = addDays(today, -4 - n * 18);
    // Older purchases were paid by card, so that only the latest are owed.
    const how_paid = n < COSTS.length ? cost?.how_paid : 3;
    const due = how_paid === 1 && { due_date: addDays(date, 30) };
    await runWrite(kernel, createCostAdv, asOf(caller, date), { ...cost, date, how_paid, ...due });
  }
  for (const [index, receipt] of RECEIPTS.entries()) {
    const date = addDays(today, -1 - index * 2);
    const file = new UploadedFile(`kvittun-${index + 1}.pdf`, receiptPdf(receipt.lines));
    await runWrite(kernel, createCost, asOf(caller, date), { date, file, description: receipt.description });
  }
}
