import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { VAT_PERIODS } from '../../../src/domain/invoices/vat.ts';
import { decimal, ZERO } from '../../../src/domain/values/money.ts';
import { invoice, line } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

const LAST_DAY = '2030-12-31';
const FIRST_DAY = '2031-01-01';
/** 1000 less 100, with VAT at the rate of each day. */
const AT_24 = 1116;
const AT_26 = 1134;

onBothDatabases('a change of the VAT rate', (kvitt) => {
  let usual: () => Date;
  before(() => {
    usual = kvitt.now;
    kvitt.now = () => new Date(`${LAST_DAY}T12:00:00Z`);
    VAT_PERIODS.unshift({ from: FIRST_DAY, rates: { S: decimal('0.26'), AA: decimal('0.12'), Z: ZERO } });
  });
  after(() => {
    kvitt.now = usual;
    VAT_PERIODS.shift();
  });
  const items = [line({ unit_price: 1000, qty: 1, discount: 100, discount_type: 0, tax: 'S' })];
  const issuedOn = (day: string, amount: number) =>
    invoice({ issue_date: day, due_date: day, settlement_date: day, items, amount });

  test('applies to invoices that are issued on its first day or later', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-invoice', { data: issuedOn(LAST_DAY, AT_24) });
    await seller.ok('create-invoice', { data: issuedOn(FIRST_DAY, AT_26) });
    const { message } = await seller.expectRefusal('create-invoice', { data: issuedOn(FIRST_DAY, AT_24) });
    assert.match(message, /1134/);
  });
  test('leaves credit notes at the rate of the invoice that they credit, also in the dashboard', async () => {
    const seller = await kvitt.account();
    for (const [day, amount] of [
      [LAST_DAY, AT_24],
      [FIRST_DAY, AT_26],
    ] as const) {
      const original = await seller.ok('create-invoice', { data: issuedOn(day, amount) });
      const note = {
        type: 'credit',
        settlement_date: '2099-12-31',
        ref_invoice_guid: original,
        issue_date: '2031-02-01',
        amount,
      };
      await seller.ok('create-invoice', { data: note });
    }
    const rows = await seller.ok('get-dashboard-data', { start_date: '2031-02-01' });
    assert.deepEqual(
      rows.map((row: any) => [row.invoice_vat_total, row.items[0].total_vat, row.items[0].total_discount]),
      [
        ['-216.00', -216, -124],
        ['-234.00', -234, -126],
      ],
    );
  });
  test('applies to the invoice of an order by the day of the invoice', async () => {
    const seller = await kvitt.account();
    const { customer } = issuedOn(LAST_DAY, 0);
    const order = await seller.ok('create-order-invoice', { data: { customer, items, amount: AT_24 } });
    kvitt.now = () => new Date(`${FIRST_DAY}T12:00:00Z`);
    const made = await seller.ok('create-invoice-from-order', { guid: order });
    assert.equal((await seller.ok('get-invoice', { guid: made })).amount, AT_26);
  });
});
