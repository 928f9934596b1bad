import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, line } from '../../support/client.ts';
import { creditNote, readCreditState, SALE_AMOUNT, saleToCredit } from '../../support/credits.ts';
import { sumLines } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { timelineEntry } from '../../support/timeline.ts';

function roundToCents(amount: number): number {
  return Number(amount.toFixed(2));
}

onBothDatabases('credit notes', (kvitt) => {
  test('cancels an unpaid invoice and settles the note on a full credit', async () => {
    kvitt.now = () => new Date('2026-03-09T12:00:00Z');
    const seller = await kvitt.account();
    const texts = { description: 'Endurgreitt', booking: 'b', cost_provide: 'c', terms: 't' };
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const original = await seller.ok('get-invoice', { guid: ref });
    const guid = await seller.ok('create-invoice', creditNote(ref, SALE_AMOUNT, texts));
    const read = await seller.ok('get-invoice', { guid });
    const lines = read.items.map(({ line_guid: _, ...row }: Record<string, unknown>) => row);
    assert.deepEqual(
      { ...read, items: lines },
      {
        ...original,
        ...texts,
        guid,
        number: '2',
        type: 'credit',
        refund_amount: 0,
        remaining: 0,
        status: 'Paid',
        paid_on: '2026-03-09',
        refer_guid: ref,
        issue_date: '2026-03-09',
        due_date: '2026-03-09',
        settlement_date: '2099-12-31',
        timeline: [
          timelineEntry('2026-03-09 12:00:00', 'issued'),
          timelineEntry('2026-03-09 12:00:00', 'paid'),
        ],
        items: original.items.map(({ line_guid: _, ...row }: Record<string, unknown>) => row),
      },
    );
    assert.deepEqual(await seller.ok('get-invoice', { guid: ref }), {
      ...original,
      remaining: 0,
      status: 'Cancelled',
      credited: true,
      credited_amount: SALE_AMOUNT,
      updated_timestamp: '2026-03-09 12:00:00',
      timeline: [
        ...original.timeline,
        timelineEntry('2026-03-09 12:00:00', 'credited', { reason: 'Credit note 2' }),
      ],
    });
    assert.equal(await seller.ok('get-count-items'), 2);
    assert.equal(await seller.ok('get-count-customers'), 1);
  });

  test('takes customer and currency from the original, and the e-mail address that is sent', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', {
      data: saleToCredit({ currency: 'EUR', exchange_rate: 150.5 }),
    });
    const { customer } = await seller.ok('get-invoice', { guid: ref });
    await seller.ok('update-customer', { guid: customer.guid, data: { name: 'Nýtt nafn' } });
    const other = { name: 'Annar', output_select: 4, email: 'ny@example.is' };
    const part = creditNote(ref, 124, { customer: other, items: [{ item_number: 'T', qty: 1 }] });
    const read = await seller.ok('get-invoice', { guid: await seller.ok('create-invoice', part) });
    const mailed = { ...customer, email: 'ny@example.is' };
    assert.deepEqual([read.customer, read.currency, read.exchange_rate], [mailed, 'EUR', 150.5]);
    assert.equal(await seller.ok('get-count-customers'), 1);
    const { message } = await seller.expectRefusal(
      'create-invoice',
      creditNote(ref, 124, { currency: 'ISK' }),
    );
    assert.equal(message, 'Field currency must be that of the invoice: EUR');
    assert.equal(
      (await seller.expectRefusal('create-invoice', creditNote(ref, 124, { settlement_date: null }))).message,
      'Field settlement_date is required',
    );
    const blank = { customer: null, items: null };
    await seller.ok('create-invoice', creditNote(ref, SALE_AMOUNT - 124, blank));
  });

  test('credits parts until nothing remains; the last note settles them all', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const [things, hours] = (await seller.ok('get-invoice', { guid: ref })).items;
    const parts: [number, object[]][] = [
      [124 * 3, [{ item_number: 'T', qty: 3, add_new: 1, unit_price: 100, tax: 'S', uom: 'C62' }]],
      [
        124 * 4 + 277.5 * 1.5,
        [
          { guid: things.guid, qty: 4 },
          { guid: hours.line_guid, qty: 1.5 },
        ],
      ],
      [
        124 * 2,
        [
          { guid: things.line_guid.toUpperCase(), qty: 1 },
          { guid: things.guid, qty: 1 },
        ],
      ],
    ];
    const notes: string[] = [];
    let credited = 0;
    for (const [amount, items] of parts) {
      notes.push(await seller.ok('create-invoice', creditNote(ref, amount, { items })));
      credited += amount;
      assert.deepEqual(await readCreditState(seller, ref), ['Sent', false, credited]);
    }
    for (const guid of notes) assert.equal((await readCreditState(seller, guid))[0], 'Sent');
    const last = await seller.ok('create-invoice', creditNote(ref, SALE_AMOUNT - credited));
    assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, SALE_AMOUNT]);
    for (const guid of [...notes, last]) assert.equal((await readCreditState(seller, guid))[0], 'Paid');
    const rest = (await seller.ok('get-invoice', { guid: last })).items;
    assert.deepEqual(
      rest.map(({ item_number, qty }: { item_number: string; qty: number }) => [item_number, qty]),
      [
        ['T', 1],
        ['H', 2.5],
      ],
    );
  });

  test('settles partial notes when the original is paid', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit() });
    const guid = await seller.ok(
      'create-invoice',
      creditNote(ref, 124, { items: [{ item_number: 'T', qty: 1 }] }),
    );
    await seller.ok('do-paid-invoice', { guid: ref });
    assert.deepEqual(await readCreditState(seller, ref), ['Paid', false, 124]);
    assert.equal((await readCreditState(seller, guid))[0], 'Paid');
  });

  test('keeps the credit of a paid invoice open until its refund is recorded', async () => {
    const seller = await kvitt.account();
    const ref = await seller.ok('create-invoice', { data: saleToCredit({ mark_paid: 1 }) });
    const guid = await seller.ok('create-invoice', creditNote(ref, SALE_AMOUNT));
    assert.deepEqual(await readCreditState(seller, ref), ['Paid', true, SALE_AMOUNT]);
    assert.equal((await readCreditState(seller, guid))[0], 'Sent');
    const { message } = await seller.call('do-paid-invoice', { guid });
    assert.equal(message, 'The invoice is marked as paid');
    assert.equal((await readCreditState(seller, guid))[0], 'Paid');
    assert.equal((await seller.expectRefusal('do-paid-invoice', { guid })).error_code, 'invoice_locked');
    const refunded = await seller.ok('create-invoice', { data: saleToCredit({ mark_paid: 1 }) });
    const atOnce = await seller.ok(
      'create-invoice',
      creditNote(refunded, SALE_AMOUNT, { mark_paid: 1, method_payment: 9 }),
    );
    assert.equal((await readCreditState(seller, atOnce))[0], 'Paid');
  });

  test('applies the discounts of the original to every note', async () => {
    const seller = await kvitt.account();
    const rows = [
      { qty: 3, unit_price: 100, tax: 'S', discount: 10, discount_type: 0, item_number: 'A' },
      { qty: 7, unit_price: 11.11, tax: 'AA', discount: 12.5, discount_type: 1, item_number: 'P' },
    ];
    const items = rows.map((row) => line(row));
    const net = 290 + 77.77 * 0.875;
    for (const whole of [
      { discount_type: 1, discount_value: 5 },
      { discount_type: 0, discount_value: 35.8045 },
    ]) {
      const left = whole.discount_type ? 0.95 : 1 - 35.8045 / net;
      const data = invoice({ items, ...whole, is_discount: 1, amount: sumLines(rows, whole).amount });
      const ref = await seller.ok('create-invoice', { data });
      const third = roundToCents((290 / 3) * left * 1.24);
      const guid = await seller.ok(
        'create-invoice',
        creditNote(ref, third, { items: [{ item_number: 'A', qty: 1 }] }),
      );
      const read = await seller.ok('get-invoice', { guid });
      assert.equal(read.total_24vat, roundToCents((290 / 3) * left));
      assert.equal(read.items[0].discount.toFixed(9), (10 / 3).toFixed(9));
      assert.deepEqual([read.is_discount, read.discount_type], [true, whole.discount_type === 1]);
      // Each note is rounded by itself; the one that credits the rest makes up for it.
      const { amount } = await seller.ok('get-invoice', { guid: ref });
      await seller.ok('create-invoice', creditNote(ref, roundToCents(amount - third)));
      assert.deepEqual(await readCreditState(seller, ref), ['Cancelled', true, amount]);
    }
  });
});
