import type { Client } from './client.ts';
import type { ConsoleClient } from './console-client.ts';

/** Everything that was read of a set of books, by the call and its fields. */
type ReadBooks = Record<string, any>;

const PAGE = 100;

/** Reads every list, document, statement and report of the books, on the day of the node. */
export async function readBooks(seller: Client, person: ConsoleClient, year: number): Promise<ReadBooks> {
  const books: ReadBooks = {};
  const key = async (name: string, fields: Record<string, unknown> = {}) => {
    const { httpStatus: _, ...reply } = await seller.call(name, fields);
    books[`key ${name} ${JSON.stringify(fields)}`] = reply;
    return reply.result;
  };
  const desk = async (name: string, fields: Record<string, unknown> = {}) => {
    const result = await person.ok(name, fields);
    books[`desk ${name} ${JSON.stringify(fields)}`] = result;
    return result;
  };
  const everything = async (name: string) => {
    const found: { guid: string }[] = [];
    for (let page = 1; found.length === (page - 1) * PAGE; page++)
      found.push(...(await key(name, { limit: PAGE, page })));
    return found.map(({ guid }) => guid);
  };
  for (const guid of await everything('get-invoices')) {
    await key('get-invoice', { guid });
    await desk('get-invoice', { guid });
  }
  for (const guid of await everything('get-customers')) {
    await key('get-customer', { guid });
    for (const currency of ['ISK', 'EUR'])
      for (const to of ['06-30', '12-31'])
        await desk('get-customer-statement', {
          guid,
          currency,
          from_date: `${year}-01-01`,
          to_date: `${year}-${to}`,
        });
    await desk('get-customer-timeline', { guid, limit: 100 });
  }
  const period = { from_date: `${year}-01-01`, to_date: `${year}-12-31` };
  for (const by of ['month', 'customer', 'item']) await desk('get-sales', { ...period, by });
  await desk('get-vat', period);
  await desk('get-profit', period);
  await desk('get-aged-receivables');
  await desk('get-overview');
  await desk('find-customers', { limit: PAGE });
  for (const tab of ['open', 'overdue', 'collection', 'paid', 'credit', 'cancelled', 'unpaid'])
    await desk('find-invoices', { tab, limit: PAGE });
  await key('get-dashboard-data');
  await key('invoice-summaries', { year });
  for (let month = 1; month <= 12; month++) await key('invoice-summaries', { year, month });
  for (const status of ['Sent', 'Paid', 'Collection', 'Cancelled'])
    await key('get-count-invoices', { status });
  await key('get-product-sales');
  return books;
}

/** What was paid by months, summed up. The release before counted credit notes on other days, and aurar. */
export function paidInAll(books: ReadBooks): number {
  const { months } = books['desk get-overview {}'];
  return months.reduce((sum: number, { paid }: { paid: number }) => sum + paid, 0);
}

/** An answer without the address of its node, and without what changes on purpose from the second release on. */
export function comparable(call: string, answer: any): any {
  const copy = JSON.parse(JSON.stringify(answer).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ''));
  if (call.startsWith('desk get-aged-receivables')) return owedByCustomer(copy);
  if (call.startsWith('desk get-overview'))
    return { ...copy, months: copy.months.map(({ month, issued }: any) => ({ month, issued })) };
  if (call.startsWith('desk get-customer-timeline'))
    return { ...copy, rows: copy.rows.flatMap(paidRow).sort(byTime) };
  if (call.startsWith('desk get-invoice')) for (const name of CONSOLE_SHAPES) delete copy[name];
  return withoutRestOfNotes(copy);
}

/** Figures that the console's answer has under other names, and what may be done, which follows other rules. */
const CONSOLE_SHAPES = ['vat', 'net', 'line_nets', 'discount', 'may'];

/** Credit of customers counts since payments are records; the bands are what they were. */
function owedByCustomer({ total, rows }: any) {
  const owed = rows.filter(({ bands }: any) => bands.some((band: number) => band !== 0));
  return {
    bands: total.bands,
    rows: Object.fromEntries(owed.map(({ customer_guid, bands }: any) => [customer_guid, bands])),
  };
}

/** A payment is shown as it was paid, in whole krónur, and one of nothing is none. */
function paidRow(row: any) {
  if (row.event !== 'paid') return [row];
  if (row.amount === 0) return [];
  return [{ ...row, amount: row.currency === 'ISK' ? Math.round(row.amount) : row.amount }];
}

/** Rows of one moment had no order among them. */
function byTime(one: any, other: any): number {
  const sortKey = ({ at, guid, event }: any) => `${at} ${guid} ${event}`;
  return sortKey(one).localeCompare(sortKey(other));
}

/** What is still to be paid back of a credit note was not known. */
function withoutRestOfNotes(value: any): any {
  if (Array.isArray(value)) return value.map(withoutRestOfNotes);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'remaining' || value.type !== 'credit');
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutRestOfNotes(one)]));
}

/** The paths at which `found` has not what was expected. More fields than expected are fine. */
export function missingIn(found: any, expected: any, path: string): string[] {
  if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length)
    return [`${path}: ${found.length} instead of ${expected.length}`];
  if (expected && found && typeof expected === 'object' && typeof found === 'object')
    return Object.entries(expected).flatMap(([name, one]) => missingIn(found[name], one, `${path} ${name}`));
  return found === expected
    ? []
    : [`${path}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`];
}
