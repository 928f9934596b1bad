import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { creditNote } from '../support/credits.ts';
import { deliverEinvoice } from '../support/einvoices.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { seededRandom } from '../support/random-books.ts';
import { onBothDatabases } from '../support/service.ts';

const DOCUMENTS = Number(process.env.KVITT_EINVOICES ?? 14);
const SEED = Number(process.env.KVITT_EINVOICES_SEED ?? 20260302);
const BUYER = companyKennitala(830);
const CUSTOMER = {
  ...{ name: 'Kaupandi ehf.', registration_no: BUYER, output_select: 2, trading_partner_id: BUYER },
  ...{ email: 'k@kaupandi.example', address: 'Hafnarbraut 30', zip: '780', city: 'Höfn' },
};
const PERCENT = { S: 24, AA: 11, Z: 0 } as const;
type Tax = keyof typeof PERCENT;

/** All sums are in whole hundredths of the currency, by arithmetic of this file alone. */
interface Expected {
  currency: string;
  lines: { quantity: number; price: number; amount: number; percent: number }[];
  discount: number;
  vat: { percent: number; base: number; amount: number }[];
  net: number;
  gross: number;
  payable: number;
}

interface RandomLine {
  tax: Tax;
  quantity: number;
  /** In hundredths. */
  price: number;
  discountPercent: number;
}

/** Half up, of a number that is never negative here. */
const divided = (hundredths: number, by: number) => Math.floor((2 * hundredths + by) / (2 * by));

/** Prices and discounts are such that every sum before VAT has two decimals, so that only VAT is rounded. */
function expectedOf(lines: readonly RandomLine[], discountPercent: number, currency: string): Expected {
  const nets = lines.map(
    ({ quantity, price, discountPercent }) => (quantity * price * (100 - discountPercent)) / 100,
  );
  const taxes = (Object.keys(PERCENT) as Tax[]).filter((tax) => lines.some((one) => one.tax === tax));
  const vat = taxes.map((tax) => {
    const sum = nets.reduce((total, net, i) => (lines[i]?.tax === tax ? total + net : total), 0);
    const base = (sum * (100 - discountPercent)) / 100;
    return { percent: PERCENT[tax], base, amount: divided(base * PERCENT[tax], 100) };
  });
  const net = vat.reduce((total, { base }) => total + base, 0);
  const gross = divided(
    vat.reduce((total, { base, percent }) => total + base * (100 + percent), 0),
    100,
  );
  return {
    currency,
    lines: lines.map(({ quantity, price, tax }, i) => ({
      quantity,
      price: price / 100,
      amount: (nets[i] ?? 0) / 100,
      percent: PERCENT[tax],
    })),
    discount: nets.reduce((total, one) => total + one, 0) - net,
    vat,
    net,
    gross,
    payable: currency === 'ISK' ? divided(gross, 100) * 100 : gross,
  };
}

onBothDatabases('e-invoices of another account', (kvitt) => {
  const random = seededRandom(SEED);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(values: readonly T[]) => values[whole(0, values.length - 1)] as T;
  let [seller, buyer]: [Client, Client] = [] as never;
  before(async () => {
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
    seller = await kvitt.account({ registration_no: companyKennitala(831), vat_no: '145678' });
    buyer = await kvitt.account({ registration_no: BUYER });
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 145.5 });
  });

  const randomLine = (): RandomLine => {
    const discountPercent = pick([0, 0, 10, 50]);
    const price = discountPercent > 0 ? whole(1, 90_000) * 100 : whole(1, 9_000_000);
    return { tax: pick(['S', 'AA', 'Z'] as const), quantity: whole(1, 12), price, discountPercent };
  };
  const issue = async (): Promise<[guid: string, expected: Expected]> => {
    const currency = pick(['ISK', 'ISK', 'EUR']);
    const lines = Array.from({ length: whole(1, 5) }, randomLine);
    const isWhole = lines.every(({ price, discountPercent }) => price % 10_000 === 0 || discountPercent > 0);
    const discountPercent = isWhole ? pick([0, 10]) : 0;
    const items = lines.map(({ tax, quantity, price, discountPercent: discount }, i) => ({
      ...line({
        item_number: `V-${i}`,
        description: `Vara ${i} & <${i}>`,
        qty: quantity,
        unit_price: price / 100,
        tax,
      }),
      ...(discount > 0 && { discount, discount_type: 1 }),
    }));
    const expected = expectedOf(lines, discountPercent, currency);
    const data = {
      ...invoice({ customer: CUSTOMER, items, currency, amount: expected.gross / 100 }),
      ...(discountPercent > 0 && { is_discount: true, discount_type: 1, discount_value: discountPercent }),
    };
    return [await seller.ok('create-invoice', { data }), expected];
  };

  test(`agree with an independent computation in ${DOCUMENTS} documents`, async (t) => {
    t.diagnostic(`seed ${SEED}`);
    const issued: { guid: string; expected: Expected; credits: string | null }[] = [];
    while (issued.length < DOCUMENTS) {
      const [guid, expected] = await issue();
      issued.push({ guid, expected, credits: null });
      if (random() > 0.35) continue;
      const note = await seller.ok('create-invoice', creditNote(guid, expected.gross / 100));
      issued.push({ guid: note, expected, credits: guid });
    }
    await runJobsWithoutFailure(kvitt);
    const { body: sent } = await kvitt.operator('GET', `/sandbox/einvoices?account=${seller.username}`);
    const costs = new Map<string, string>();
    for (const { guid, expected, credits } of issued) {
      const { xml } = sent.find((one: { invoice_guid: string }) => one.invoice_guid === guid);
      const { status, body } = await deliverEinvoice(kvitt.url, xml);
      assert.equal(status, 201, body.message);
      costs.set(guid, body.guid);
      const cost = await buyer.ok('get-cost', { guid: body.guid });
      const vatOf = (percent: number) =>
        (expected.vat.find((one) => one.percent === percent)?.amount ?? 0) / 100;
      assert.deepEqual(
        [cost.amount, cost.vat_S, cost.vat_AA, cost.currency, cost.credit_note, cost.possible_duplicate],
        [expected.payable / 100, vatOf(24), vatOf(11), expected.currency, credits !== null, false],
      );
      const document = await buyer.ok('get-cost-einvoice', { guid: body.guid });
      assert.deepEqual(figuresOf(document), figuresExpected(expected));
      const [preceding] = document.preceding;
      assert.equal(preceding?.cost_guid ?? null, credits && costs.get(credits));
      assert.deepEqual(document.findings, []);
    }
  });
});

function figuresOf(document: Record<string, any>) {
  const { totals } = document;
  return {
    currency: document.currency,
    lines: document.lines.map((one: Record<string, number>) => [
      one.quantity,
      one.price,
      one.amount,
      one.vat_percent,
    ]),
    vat: document.vat
      .map((one: Record<string, number>) => [one.percent, one.base, one.amount])
      .sort(([a]: number[], [b]: number[]) => Number(b) - Number(a)),
    discount: totals.allowances ?? 0,
    net: totals.net,
    payable: totals.payable,
  };
}

function figuresExpected({ currency, lines, vat, discount, net, payable }: Expected) {
  return {
    currency,
    lines: lines.map((one) => [one.quantity, one.price, one.amount, one.percent]),
    vat: vat.map(({ percent, base, amount }) => [percent, base / 100, amount / 100]),
    discount: discount / 100,
    net: net / 100,
    payable: payable / 100,
  };
}
