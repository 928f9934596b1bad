import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import {
  add,
  cents,
  type Fraction,
  fraction,
  multiply,
  over,
  roundHalfUp,
  subtract,
  total,
} from '../../domain/fractions.ts';
import { companyKennitala } from '../../domain/generators.ts';
import type { Client, Reply } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';
import { type ShopLine, type ShopOrder, shopOrders, VAT_PERCENT } from '../../support/shop-orders.ts';

const ORDERS = 200;
const SEED = 20_260_317;
const LANES = 4;
const SELLER_KENNITALA = companyKennitala(650);

interface Sale {
  order: ShopOrder;
  guid: string;
  amount: string;
  /** Empty while it is a draft. */
  number: string;
  /** The numbers of its credit notes. */
  notes: string[];
}

/** A day of a web shop: orders, drafts and refunds as shop plugins send them. */
onBothDatabases("a shop's day", (kvitt) => {
  let seller: Client;
  const sales: Sale[] = [];

  before(async () => {
    seller = await kvitt.account({ registration_no: SELLER_KENNITALA });
    // An item whose number the shop uses for goods of its own.
    await seller.ok('create-item', {
      data: { item_number: '501', description: 'Ráðgjöf', unit_price: 1, uom: 'HUR', tax: 'S' },
    });
  });

  test('every order becomes an invoice with the sum that the shop computed', async () => {
    const orders = shopOrders(ORDERS, SEED, SELLER_KENNITALA);
    await inLanes(orders, async (order) => {
      const amount = exactAmount(order);
      const guid = await sendOrder(seller, order, amount);
      const stored = await seller.ok('get-invoice', { guid });
      assert.equal(stored.amount, Number(amount), `order ${order.number}`);
      assert.equal(stored.status, order.isDraft ? 'Draft' : order.isPaid ? 'Paid' : 'Sent');
      assert.deepEqual(
        stored.items.map((line: ShopLine & { guid: unknown }) => [line.guid, line.item_number, line.qty]),
        order.lines.map((line) => [null, line.item_number, line.qty]),
      );
      const { name, email, address = '' } = order.customer;
      assert.deepEqual(
        [stored.customer.name, stored.customer.email, stored.customer.address],
        [name, email, address],
      );
      sales.push({ order, guid, amount, number: stored.number, notes: [] });
    });
    assert.equal(sales.length, ORDERS);
  });

  test('the catalogue gets no new items, and free lines have a heading of their own', async () => {
    assert.equal(await seller.ok('get-count-items'), 1);
    const listed = await seller.ok('get-dashboard-data');
    const headings = listed.flatMap(({ items }: { items: { number: string; guid: unknown }[] }) =>
      items.map(({ number, guid }) => `${number} ${guid}`),
    );
    assert.deepEqual([...new Set(headings)], ['Free lines null']);
  });

  test('drafts are issued with the payment that they were saved with', async () => {
    for (const sale of sales.filter(({ order: { isDraft } }) => isDraft)) {
      const { order, guid } = sale;
      await seller.ok('issue-invoice', { guid });
      const stored = await seller.ok('get-invoice', { guid });
      assert.equal(stored.status, order.isPaid ? 'Paid' : 'Sent');
      sale.number = stored.number;
    }
  });

  test('refunds in whole, by line and by amount are credited to the aur', async () => {
    await inLanes(sales, async (sale) => {
      const refund = refundOf(sale);
      if (!refund) return;
      const reply = await seller.call('create-invoice', { data: refund });
      assert.equal(reply.status, true, `${JSON.stringify(refund)}: ${reply.message}`);
      const note = await seller.ok('get-invoice', { guid: reply.result });
      assert.equal(note.amount, refund.amount, sale.order.refund);
      const original = await seller.ok('get-invoice', { guid: sale.guid });
      assert.equal(original.credited_amount, refund.amount);
      assert.equal(original.credited, sale.order.refund === 'whole');
      sale.notes.push(note.number);
    });
    assert.ok(sales.filter(({ notes }) => notes.length > 0).length > ORDERS / 3);
  });

  test('each mail goes to the address that was sent with its document', async () => {
    await runJobs(kvitt);
    for (const { order, number, notes } of sales) {
      const expected = [number, ...notes];
      const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${order.email}`);
      const numbers = mails.map(({ subject }: { subject: string }) => /\d+/.exec(subject)?.[0]);
      assert.deepEqual(numbers.sort(), expected.sort(), `order ${order.number}`);
    }
  });
});

async function inLanes<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const queue = [...list];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Half of the shops still speak HTTP/1.0. */
async function sendOrder(seller: Client, order: ShopOrder, amount: string): Promise<string> {
  const data = {
    type: 'invoice',
    // What PHP makes of a sum of floating-point numbers.
    amount: Number(amount) + (order.number % 3) * 1e-10,
    currency: 'ISK',
    issue_date: '2026-03-17',
    due_date: '2026-03-24',
    settlement_date: '2026-03-31',
    description: `Pöntun ${order.number}`,
    is_claim: false,
    mark_paid: order.isPaid,
    ...(order.isPaid && { method_payment: 8 }),
    save: order.isDraft,
    default_payment_fee: true,
    customer_default: 1,
    customer: order.customer,
    items: order.lines,
    ...(order.cartDiscount && {
      is_discount: 1,
      discount_type: order.cartDiscount.isPercent ? 1 : 0,
      discount_value: order.cartDiscount.value,
    }),
  };
  const reply =
    order.number % 2 === 0
      ? await seller.call('create-invoice', { data })
      : await postByHttp10(seller, 'create-invoice', data);
  assert.equal(reply.status, true, `order ${JSON.stringify(data)}: ${reply.message}`);
  return reply.result;
}

function postByHttp10({ url, username, apiKey }: Client, endpoint: string, data: object): Promise<Reply> {
  const { hostname, port, host } = new URL(url);
  const form = new URLSearchParams({ username, api_key: apiKey, data: JSON.stringify(data) }).toString();
  const head = [
    `POST /api/v1/${endpoint} HTTP/1.0`,
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(form)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${form}`));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const [, body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      resolve(JSON.parse(body) as Reply);
    });
  });
}

const ONE_HUNDRED = fraction('100');

/** The price that counts: what was sent, rounded to four decimals. */
function unitPrice({ unit_price }: ShopLine): Fraction {
  return fraction(roundHalfUp(fraction(String(unit_price)), 4));
}

function netOf(line: ShopLine): Fraction {
  const whole = multiply(unitPrice(line), fraction(String(line.qty)));
  const rest = subtract(ONE_HUNDRED, fraction(String(line.discount ?? 0)));
  return over(multiply(whole, rest), ONE_HUNDRED);
}

function withVat(net: Fraction, tax: ShopLine['tax']): Fraction {
  return over(multiply(net, fraction(String(100 + VAT_PERCENT[tax]))), ONE_HUNDRED);
}

/** Sum of all lines after discounts with VAT, rounded once. */
function exactAmount({ lines, cartDiscount }: ShopOrder): string {
  const net = total(lines.map(netOf));
  const factor = !cartDiscount
    ? fraction('1')
    : cartDiscount.isPercent
      ? over(subtract(ONE_HUNDRED, fraction(String(cartDiscount.value))), ONE_HUNDRED)
      : over(subtract(net, fraction(String(cartDiscount.value))), net);
  return cents(total(lines.map((line) => withVat(multiply(netOf(line), factor), line.tax))));
}

/** The credit note that a shop sends for its refund, or null where the order cannot be refunded in that way. */
function refundOf({ order, guid, amount }: Sale): (Record<string, unknown> & { amount: number }) | null {
  const base = {
    type: 'credit',
    ref_invoice_guid: guid,
    issue_date: '2026-03-18',
    settlement_date: '2026-03-31',
    mark_paid: true,
  };
  const part = { ...base, credit_partial: true, credit_stock: 0 };
  switch (order.refund) {
    case 'whole':
      return { ...base, amount: Number(amount), items: order.lines };
    case 'line':
    case 'line-in-kronur': {
      const line = order.lines.find(({ unit_price, discount }) => unit_price > 100 && !discount);
      if (!line || order.cartDiscount) return null;
      const places = order.refund === 'line' ? 2 : 0;
      const price = roundHalfUp(fraction(String(line.unit_price)), places);
      const sum = cents(withVat(fraction(price), line.tax));
      // A price that was rounded up may be more than the invoice has at that rate.
      const [max] = [total(order.lines.filter(({ tax }) => tax === line.tax).map(netOf))];
      if (subtract(max, fraction(price)).n < 0n) return null;
      return { ...part, amount: Number(sum), items: [{ ...line, qty: 1, unit_price: Number(price) }] };
    }
    case 'lines-by-rate':
    case 'amount': {
      const taxes = (['S', 'AA'] as const).filter((tax) => restOf(order, tax).n > 0n);
      if (taxes.length === 0 || Number(amount) < 500) return null;
      if (order.refund === 'amount') return { ...part, amount: 250 };
      const items = taxes.map((tax) => ({
        item_number: 'refund',
        description: 'Endurgreitt: galli á vöru',
        qty: 1,
        uom: 'C62',
        tax,
        unit_price: 80.5948,
      }));
      const sum = items.reduce(
        (left, line) => add(left, withVat(fraction('80.5948'), line.tax)),
        fraction('0'),
      );
      return { ...part, amount: Number(cents(sum)), items };
    }
    default:
      return null;
  }
}

/** The net of a rate beyond what the refund by rate takes of it. */
function restOf({ lines, cartDiscount }: ShopOrder, tax: ShopLine['tax']): Fraction {
  const net = total(lines.filter((line) => line.tax === tax).map(netOf));
  return subtract(net, fraction(cartDiscount ? '300' : '100'));
}
