import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { creditNote, readCreditState, SALE_AMOUNT, saleToCredit } from '../../support/credits.ts';
import { type InvoiceLine, sumLines } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';

type Row = Record<string, any>;

/** Reads a note, and adds its lines up again: the service must have stored sums that follow from them. */
async function readNote(seller: Client, guid: string): Promise<Row> {
  const note = await seller.ok('get-invoice', { guid });
  const { discount_type, discount_value, is_discount } = note;
  const sums = sumLines(note.items as InvoiceLine[], {
    exempt: note.total_24vat === 0 && note.total_11vat === 0,
    ...(is_discount && { discount_type: Number(discount_type), discount_value }),
  });
  assert.equal(note.amount, Number(sums.amount));
  return note;
}

const figures = (note: Row) =>
  note.items.map((one: Row) => [one.item_number, one.description, one.qty, one.unit_price, one.tax]);

onBothDatabases('credit notes of amounts', (kvitt) => {
  const credit = async (seller: Client, ref: string, amount: number, fields: object = {}) =>
    readNote(seller, await seller.ok('create-invoice', creditNote(ref, amount, fields)));

  test('credits free lines up to the remainder of their rate; the last note credits it exactly', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const items = [
      { item_number: 'refund', description: 'Galli á vöru', qty: 1, unit_price: 734.3062, tax: 'S' },
      { item_number: 'refund', description: 'Galli á vöru', qty: 1, unit_price: 80.5948, tax: 'AA' },
    ];
    const note = await credit(seller, ref, 1000, { items, credit_partial: true, credit_stock: true });
    assert.deepEqual(
      note.items.map(({ guid, item_number, uom }: Row) => [guid, item_number, uom]),
      [
        [null, 'refund', 'C62'],
        [null, 'refund', 'C62'],
      ],
    );
    assert.deepEqual(await readCreditState(seller, ref), ['Sent', false, 1000]);
    assert.equal(await seller.ok('get-count-items'), 2);
    const rest = await credit(seller, ref, 1350);
    assert.deepEqual(figures(rest), [
      ['T', 'A thing', 10, 100, 'S'],
      ['H', 'A thing', 4, 250, 'AA'],
      ['', 'Áður kreditfært af reikningi 1', 1, -80.591, 'AA'],
      ['', 'Áður kreditfært af reikningi 1', 1, -734.31, 'S'],
    ]);
    assert.deepEqual([rest.total_24vat, rest.total_11vat], [265.69, 919.41]);
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
    assert.equal((await seller.ok('get-invoice', { guid: note.guid })).status, 'Paid');
  });

  test('credits an amount, spread over the rates in proportion', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const note = await credit(seller, ref, 1000, { credit_partial: 1, items: null });
    assert.deepEqual(figures(note), [
      ['', 'Hluti reiknings 1', 1, 425.5323, 'S'],
      ['', 'Hluti reiknings 1', 1, 425.5315, 'AA'],
    ]);
    for (const amount of [0.01, 333.33, 1000]) await credit(seller, ref, amount, { credit_partial: 1 });
    await credit(seller, ref, 16.66, { credit_partial: 1 });
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
  });

  test('reduces the price of a line without using up its quantity', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const note = await credit(seller, ref, 248, { items: [{ item_number: 'T', qty: 10, unit_price: 20 }] });
    assert.deepEqual(figures(note), [['T', 'A thing', 10, 20, 'S']]);
    assert.equal(note.items[0].guid, null);
    await credit(seller, ref, 992, { items: [{ item_number: 'T', qty: 8 }] });
    const { message } = await seller.expectRefusal(
      'create-invoice',
      creditNote(ref, 124, { items: [{ item_number: 'T', qty: 1 }] }),
    );
    assert.match(message, /^Only 0\.00 and VAT of 0\.00 are left to credit at 24 % VAT/);
    await credit(seller, ref, 1110, { items: [{ item_number: 'H', qty: 4 }] });
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
  });

  test('accepts a rounded price as that of the original, and keeps the amount that was sent', async () => {
    const seller = await kvitt.account();
    const sale = { qty: 2, unit_price: 20080.645, tax: 'S', item_number: 'V' };
    const rows: [price: number, amount: number, lines: unknown[][]][] = [
      [20080.65, 24900.01, [['Aurajöfnun', 1, 0.005]]],
      [20080.65, 24900, []],
      [20081, 24900.44, [['Aurajöfnun', 1, 0.355]]],
      [20080, 24899.2, [['Aurajöfnun', 1, -0.645]]],
      [20081, 24900.2, [['Aurajöfnun', 1, 0.1615]]],
    ];
    for (const [unit_price, amount, differences] of rows) {
      const ref = await seller.ok('create-invoice', {
        data: invoice({ items: [line(sale)], amount: 49800 }),
      });
      const note = await credit(seller, ref, amount, { items: [{ item_number: 'V', qty: 1, unit_price }] });
      const lines = note.items.map(({ description, qty, unit_price: price }: Row) => [
        description,
        qty,
        price,
      ]);
      assert.deepEqual(lines, [['A thing', 1, 20080.645], ...differences], `${unit_price} ${amount}`);
      const last = await credit(seller, ref, Number((49800 - amount).toFixed(2)));
      assert.equal(last.items[0].qty, 1);
      assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, 49800]);
    }
    const ref = await seller.ok('create-invoice', { data: invoice({ items: [line(sale)], amount: 49800 }) });
    const reduced = await credit(seller, ref, 49796.24, {
      items: [{ item_number: 'V', qty: 2, unit_price: 20079.129 }],
    });
    assert.equal(reduced.items.length, 1, 'a difference of one whole króna is a price reduction');
    const { message } = await seller.expectRefusal(
      'create-invoice',
      creditNote(ref, 24901.24, { items: [{ item_number: 'V', qty: 1, unit_price: 20081.645 }] }),
    );
    assert.match(message, /unit_price is higher than on the invoice; send unit_price 20080.645 or less/);
  });

  test('credits amounts of a discounted invoice, of a tax-exempt buyer and in another currency', async () => {
    const seller = await kvitt.account();
    const customer = { name: 'Sendiráð', output_select: 4, tax_exempt: 1 };
    const rows = [
      { qty: 3, unit_price: 100, tax: 'S', discount: 10, discount_type: 0, item_number: 'A' },
      { qty: 7, unit_price: 11.11, tax: 'AA', discount: 12.5, discount_type: 1, item_number: 'P' },
      { qty: 1, unit_price: -20, tax: 'AA', item_number: 'N' },
    ];
    for (const whole of [
      {},
      { is_discount: 1, discount_type: 1, discount_value: 5 },
      { is_discount: 1, discount_type: 0, discount_value: 35.8045 },
    ]) {
      for (const exempt of [false, true]) {
        const { amount } = sumLines(rows, { ...whole, exempt });
        const data = invoice({
          items: rows.map((row) => line(row)),
          ...whole,
          ...(exempt && { customer }),
          currency: 'EUR',
          exchange_rate: 150,
          amount,
        });
        const ref = await seller.ok('create-invoice', { data });
        const rate = exempt ? 1 : 1.24;
        await credit(seller, ref, 50.01, { credit_partial: 1 });
        await credit(seller, ref, Number((33.33 * rate).toFixed(2)), {
          items: [{ description: 'Tjón', qty: 1, unit_price: 33.33 }],
        });
        const left = Number(amount) - (await readCreditState(seller, ref))[2];
        const last = await credit(seller, ref, Number(left.toFixed(2)));
        assert.deepEqual([last.currency, last.exchange_rate], ['EUR', 150]);
        assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, Number(amount)]);
      }
    }
  });
});
