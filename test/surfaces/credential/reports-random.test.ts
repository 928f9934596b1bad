import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  add,
  cents,
  type Fraction,
  fraction,
  multiply,
  over,
  subtract,
  total,
} from '../../domain/fractions.ts';
import type { Client } from '../../support/client.ts';
import { RandomBooks, TODAY } from '../../support/random-books.ts';
import { onBothDatabases } from '../../support/service.ts';

type Row = Record<string, any>;

const SEEDS = { embedded: 20_260_310, postgres: 7 };
const RATE: Record<string, string> = { S: '0.24', AA: '0.11', Z: '0' };

/** The records that the reports are computed from, as the other endpoints return them. */
interface Source {
  documents: Row[];
  items: Map<string, Row>;
  customers: Map<string, Row>;
  orderOf: Map<string, string>;
  username: string;
}

const one = fraction('1');
const text = (n: number) => fraction(`${n}`);

function places(a: Fraction, digits: number): number {
  const shifted = { n: a.n * 10n ** BigInt(digits), d: a.d };
  const whole = ((shifted.n < 0n ? -shifted.n : shifted.n) * 2n + shifted.d) / (2n * shifted.d);
  const written = whole.toString().padStart(digits + 1, '0');
  const value = Number(`${written.slice(0, -digits)}.${written.slice(-digits)}`);
  return value === 0 || a.n >= 0n ? value : -value;
}

/** The share of each line that the total discount leaves. */
function shareLeft({ is_discount, discount_type, discount_value, items }: Row): Fraction {
  if (!is_discount) return one;
  const value = text(discount_value);
  if (discount_type) return subtract(one, multiply(value, fraction('0.01')));
  const net = total(items.map(netOf));
  return over(subtract(net, value), net);
}

function netOf({ qty, unit_price, discount, discount_type }: Row): Fraction {
  const base = multiply(text(qty), text(unit_price));
  const off = text(discount);
  return subtract(base, discount_type ? multiply(base, multiply(off, fraction('0.01'))) : off);
}

/** A document of the dashboard, computed from the invoice with fractions of integers. */
function recountDocument(document: Row, source: Source): Row {
  const customer = source.customers.get(document.customer.guid) ?? {};
  const sign = document.type === 'credit' ? fraction('-1') : one;
  const share = shareLeft(document);
  const lines = document.items.map((line: Row) =>
    recountLine(line, sign, share, customer.tax_exempt, source),
  );
  const vatOf = (tax: string) => {
    const its = document.items.filter((line: Row) => line.tax === tax);
    const net = multiply(total(its.map(netOf)), share);
    return fraction(cents(customer.tax_exempt ? fraction('0') : multiply(net, fraction(RATE[tax] ?? '0'))));
  };
  const vat = add(vatOf('S'), vatOf('AA'));
  const amount = text(document.amount);
  return {
    invoice_creator_username: source.username,
    invoice_issue_date: document.issue_date,
    invoice_number: document.number,
    invoice_status: document.status === 'Paid' ? 'Paid' : 'Not Paid',
    customer_number: customer.customer_number,
    customer_name: customer.name,
    customer_guid: customer.guid,
    invoice_description: document.description,
    document_type: document.type === 'credit' ? 'Credit Note' : 'Invoice',
    invoice_booking_information: document.booking,
    invoice_order_reference: source.orderOf.get(document.guid) ?? '',
    invoice_cost_location: document.cost_provide,
    invoice_total_excluding_vat: cents(multiply(subtract(amount, vat), sign)),
    invoice_vat_total: cents(multiply(vat, sign)),
    invoice_total_discount: cents(total(lines.map((line: Row) => text(line.total_discount)))),
    invoice_total_including_vat: cents(multiply(amount, sign)),
    items: lines,
  };
}

function recountLine(line: Row, sign: Fraction, share: Fraction, exempt: boolean, source: Source): Row {
  const item = source.items.get(line.guid) ?? {};
  const rate = fraction(exempt ? '0' : (RATE[line.tax] ?? '0'));
  const exact = multiply(netOf(line), multiply(share, sign));
  const net = fraction(cents(exact));
  const vat = fraction(cents(multiply(exact, rate)));
  const cost = multiply(multiply(text(item.product_cost ?? 0), text(line.qty)), sign);
  const base = multiply(multiply(text(line.qty), text(line.unit_price)), sign);
  const off = multiply(subtract(base, exact), add(one, rate));
  return {
    number: line.guid ? line.item_number : 'Free lines',
    name: line.description,
    description: line.description,
    qty: Number(cents(sign)) * line.qty,
    uom: line.uom,
    vat_code: line.tax,
    category_code: line.guid ? item.category : 'Free lines',
    guid: line.guid,
    product_cost: cents(cost),
    total_excluding_vat: places(net, 2),
    total_vat: places(vat, 2),
    total_including_vat: places(add(net, vat), 2),
    total_discount: places(off, 2),
    profit: places(subtract(net, cost), 2),
    margin: net.n === 0n ? 0 : places(over(cost, net), 4),
  };
}

function bucketOf({ type, status, due_date }: Row): string | null {
  if (status === 'Draft' || status === 'Cancelled') return null;
  if (type === 'credit') return status === 'Paid' ? null : 'sent';
  if (status === 'Paid' || status === 'Collection') return status.toLowerCase();
  return due_date < TODAY ? 'overdue' : 'sent';
}

function recountSummaries(documents: Row[], from: string, to: string): Row[] {
  const counted = documents.filter((one) => one.issue_date >= from && one.issue_date <= to && bucketOf(one));
  return ['total', 'paid', 'sent', 'overdue', 'collection'].flatMap((status) => {
    const its = counted.filter((document) => status === 'total' || bucketOf(document) === status);
    if (its.length === 0 && status !== 'total') return [];
    const currencies = [...new Set(its.map(({ currency }) => currency as string))].sort();
    const amounts = currencies.map((currency) => {
      const same = its.filter((document) => document.currency === currency);
      const signed = same.map(({ amount, type }) => text(type === 'credit' ? -amount : amount));
      return { currency, total: places(total(signed), 2) };
    });
    return [{ status, count: its.length, amounts }];
  });
}

async function sourceOf(seller: Client): Promise<Source> {
  const byGuid = (rows: Row[]) => new Map(rows.map((row) => [row.guid as string, row]));
  const orderOf = new Map<string, string>();
  for (const { guid, number } of await seller.ok('get-order-invoices')) {
    for (const created of await seller.ok('get-invoices-from-order', { guid }))
      orderOf.set(created.guid, number);
  }
  return {
    documents: await seller.ok('get-invoices', { sort: 'date_asc' }),
    items: byGuid(await seller.ok('get-items')),
    customers: byGuid(await seller.ok('get-customers')),
    orderOf,
    username: seller.username,
  };
}

onBothDatabases('reports on random books', (kvitt, kind) => {
  let seller: Client;
  let source: Source;
  before(async () => {
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    seller = await kvitt.account();
    await new RandomBooks(kvitt, seller, SEEDS[kind]).trade();
    source = await sourceOf(seller);
  });

  test('the random books contain documents of every kind and state', () => {
    const states = new Set(source.documents.map(({ type, status }) => `${type} ${status}`));
    const all = ['Draft', 'Sent', 'Paid', 'Cancelled', 'Collection'].map((status) => `invoice ${status}`);
    assert.deepEqual([...states].sort(), [...all, 'credit Paid', 'credit Sent'].sort());
    assert.ok(source.documents.some(({ items }) => items.some(({ guid }: Row) => guid === null)));
    assert.ok(source.orderOf.size >= 5);
    assert.ok(source.documents.length >= 50, `${source.documents.length} documents`);
  });

  test('the dashboard agrees with the invoices', async () => {
    const dashboard: Row[] = await seller.ok('get-dashboard-data');
    const issued = source.documents.filter(({ status }) => status !== 'Draft');
    assert.deepEqual(
      dashboard.map((row) => row.invoice_number),
      issued.map(({ number }) => number),
    );
    for (const [n, document] of issued.entries())
      assert.deepEqual(dashboard[n], recountDocument(document, source));
  });

  test('the summaries of any period agree with the sums of its invoices', async () => {
    const days = [...new Set(source.documents.map(({ issue_date }) => issue_date as string))].sort();
    const periods = days.flatMap((from, n) => days.slice(n).map((to) => ({ from, to })));
    const testedPeriods = [
      { from: '2026-01-01', to: '2026-12-31' },
      ...periods.filter((_, n) => n % 37 === 0),
    ];
    for (const { from, to } of testedPeriods) {
      const { summaries } = await seller.call('invoice-summaries', { from_date: from, to_date: to });
      const expected = recountSummaries(source.documents, from, to);
      for (const summary of summaries)
        summary.amounts.sort((a: Row, b: Row) => (a.currency < b.currency ? -1 : 1));
      assert.deepEqual(summaries, expected, `${from} to ${to}`);
    }
  });
});
