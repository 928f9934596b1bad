import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

/** An invoice of `amount` krónur without VAT. */
async function createInvoice(seller: Client, amount: number, fields: object = {}): Promise<string> {
  const items = [line({ qty: 1, unit_price: amount, tax: 'Z' })];
  return seller.ok('create-invoice', { data: invoice({ items, amount, ...fields }) });
}

async function settled(seller: Client, guid: string) {
  const { status, paid_amount, remaining, paid_on } = await seller.ok('get-invoice', { guid });
  return [status, paid_amount, remaining, paid_on];
}

async function creditsOf(seller: Client, guid: string) {
  return (await seller.ok('get-customer', { guid })).credits;
}

const record = (seller: Client, data: object) => seller.ok('record-payment', { data });

async function refusal(seller: Client, call: string, fields: object): Promise<string> {
  const { status, error_code } = await seller.call(call, fields as Record<string, unknown>);
  assert.equal(status, false);
  return error_code ?? '';
}

onBothDatabases('payments', (kvitt) => {
  test('settles an invoice in parts, and reopens it when a part is reversed', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 10_000);
    const half = await record(seller, {
      amount: 4000,
      paid_on: '2026-03-10',
      allocations: [{ invoice_guid: guid }],
    });
    assert.deepEqual(await settled(seller, guid), ['Sent', 4000, 6000, '2026-03-10']);
    const rest = await record(seller, {
      amount: 6000,
      paid_on: '2026-03-12',
      allocations: [{ invoice_guid: guid }],
    });
    assert.deepEqual(await settled(seller, guid), ['Paid', 10_000, 0, '2026-03-12']);
    assert.deepEqual((await seller.ok('get-invoice', { guid })).payments, [
      { guid: half.guid, paid_on: '2026-03-10', amount: 4000, method_payment: null, source: 'manual' },
      { guid: rest.guid, paid_on: '2026-03-12', amount: 6000, method_payment: null, source: 'manual' },
    ]);
    const reversed = await seller.ok('reverse-payment', {
      guid: rest.guid,
      data: { reason: 'Booked twice' },
    });
    assert.deepEqual(
      [reversed.state, reversed.reversed_on, reversed.reversal_reason],
      ['reversed', '2026-03-20', 'Booked twice'],
    );
    assert.deepEqual(await settled(seller, guid), ['Sent', 4000, 6000, '2026-03-10']);
    assert.deepEqual(await seller.ok('get-payment', { guid: rest.guid }), reversed);
    assert.equal(
      await refusal(seller, 'reverse-payment', { guid: rest.guid, data: { reason: 'x' } }),
      'payment_reversed',
    );
    const all = await seller.ok('get-payments', { invoice_guid: guid });
    assert.deepEqual(
      all.map(({ guid: one }: { guid: string }) => one),
      [rest.guid, half.guid],
    );
  });

  test('spreads a transfer over the oldest invoices of a customer and keeps the rest as credit', async () => {
    const seller = await kvitt.account();
    const first = await createInvoice(seller, 1000, { due_date: '2026-03-20' });
    const { customer } = await seller.ok('get-invoice', { guid: first });
    const by = { customer: { guid: customer.guid } };
    const second = await createInvoice(seller, 2000, { ...by, due_date: '2026-03-10' });
    const paid = await record(seller, { amount: 2500, customer_guid: customer.guid });
    assert.deepEqual(
      paid.allocations.map(({ invoice_guid, amount }: { invoice_guid: string; amount: number }) => [
        invoice_guid,
        amount,
      ]),
      [
        [second, 2000],
        [first, 500],
      ],
    );
    const more = await record(seller, { amount: 700, customer_guid: customer.guid });
    assert.deepEqual(
      [more.unallocated, await creditsOf(seller, customer.guid)],
      [200, [{ currency: 'ISK', amount: 200 }]],
    );
    const third = await createInvoice(seller, 150, by);
    const applied = await seller.ok('apply-credit', { data: { invoice_guid: third } });
    assert.deepEqual([applied.status, applied.remaining, applied.payments[0].source], ['Paid', 0, 'credit']);
    assert.deepEqual(await creditsOf(seller, customer.guid), [{ currency: 'ISK', amount: 50 }]);
    const { error_code, message } = await seller.call('reverse-payment', {
      guid: more.guid,
      data: { reason: 'x' },
    });
    assert.equal(error_code, 'credit_already_used');
    assert.ok(message?.includes(applied.payments[0].guid));
    await record(seller, { amount: 50, direction: 'out', customer_guid: customer.guid });
    assert.deepEqual(await creditsOf(seller, customer.guid), []);
    assert.equal(
      await refusal(seller, 'record-payment', {
        data: { amount: 1, direction: 'out', customer_guid: customer.guid },
      }),
      'amount_exceeds_credit',
    );
  });

  test('are found by reference, note, payer, number of an invoice and amount', async () => {
    const seller = await kvitt.account();
    const of = (name: string) => ({ customer: { name, output_select: 4 } });
    const [first, second] = [
      await createInvoice(seller, 1000, of('Þórður 100% ehf.')),
      await createInvoice(seller, 2000, of('Sigríður ehf.')),
    ];
    const pay = async (invoice_guid: string, amount: number, more: object) =>
      (await record(seller, { amount, allocations: [{ invoice_guid }], ...more })).guid;
    const one = await pay(first, 300, { reference: 'RF18-Á' });
    const two = await pay(second, 400, { note: 'Millifært frá Akureyri' });
    const found: [search: string, guids: string[]][] = [
      ['rf18-á', [one]],
      ['akureyri', [two]],
      ['ÞÓRÐ', [one]],
      ['100%', [one]],
      ['_', []],
      ['2', [two]],
      ['300', [one]],
      ['ehf', [two, one]],
      ['', [two, one]],
    ];
    for (const [search, guids] of found) {
      const listed = await seller.ok('get-payments', { search });
      assert.deepEqual(
        listed.map(({ guid }: { guid: string }) => guid),
        guids,
        search,
      );
      assert.equal(await seller.ok('get-count-payments', { search }), guids.length);
    }
  });

  test('replaces the allocations of a payment', async () => {
    const seller = await kvitt.account();
    const [one, two] = [await createInvoice(seller, 1000), await createInvoice(seller, 1000)];
    const paid = await record(seller, { amount: 1000, allocations: [{ invoice_guid: one }] });
    const moved = await seller.ok('allocate-payment', {
      guid: paid.guid,
      data: { allocations: [{ invoice_guid: two, amount: 400 }] },
    });
    assert.equal(moved.unallocated, 600);
    assert.deepEqual([(await settled(seller, one))[0], (await settled(seller, two))[2]], ['Sent', 600]);
    assert.deepEqual(await seller.ok('get-payment', { guid: paid.guid }), moved);
  });

  test('keeps the allocation to an invoice that was credited since, while the remainder is moved', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const next = await createInvoice(seller, 500, { customer: { guid: customer.guid } });
    const paid = await record(seller, { amount: 1300, allocations: [{ invoice_guid: guid }] });
    await seller.ok('create-invoice', {
      data: {
        ...{ type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid },
        amount: 400,
        credit_partial: true,
      },
    });
    const allocate = (amount: number) => ({
      guid: paid.guid,
      data: { allocations: [{ invoice_guid: guid, amount }, { invoice_guid: next }] },
    });
    assert.equal(await refusal(seller, 'allocate-payment', allocate(1001)), 'allocation_exceeds_remaining');
    const moved = await seller.ok('allocate-payment', allocate(1000));
    assert.deepEqual([moved.allocations[1].amount, moved.unallocated], [300, 0]);
    assert.deepEqual(await creditsOf(seller, customer.guid), [{ currency: 'ISK', amount: 400 }]);
    // What is taken from the invoice is first what the note would have given back.
    const lowered = await seller.ok('allocate-payment', allocate(700));
    assert.deepEqual([lowered.allocations[1].amount, lowered.unallocated], [500, 100]);
    assert.deepEqual(await creditsOf(seller, customer.guid), [{ currency: 'ISK', amount: 200 }]);
    assert.equal(await refusal(seller, 'allocate-payment', allocate(701)), 'allocation_exceeds_remaining');
  });

  test('owes the customer the part of a credit note that exceeds the unpaid part of its invoice', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 10_000);
    const paid = await record(seller, { amount: 6000, allocations: [{ invoice_guid: guid }] });
    const note = await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        ref_invoice_guid: guid,
        amount: 5000,
        credit_partial: true,
      },
    });
    assert.deepEqual(await settled(seller, guid), ['Paid', 6000, 0, paid.paid_on]);
    assert.equal((await seller.ok('get-invoice', { guid: note })).remaining, 1000);
    const back = await record(seller, {
      amount: 1000,
      direction: 'out',
      allocations: [{ invoice_guid: note }],
    });
    assert.deepEqual((await settled(seller, note)).slice(0, 3), ['Paid', 1000, 0]);
    assert.equal(
      await refusal(seller, 'reverse-payment', { guid: paid.guid, data: { reason: 'x' } }),
      'credit_already_used',
    );
    await seller.ok('reverse-payment', { guid: back.guid, data: { reason: 'Returned by the bank' } });
    assert.deepEqual((await settled(seller, note)).slice(0, 3), ['Sent', 0, 1000]);
    await seller.ok('reverse-payment', { guid: paid.guid, data: { reason: 'Not ours' } });
    assert.deepEqual((await settled(seller, guid)).slice(0, 3), ['Sent', 0, 5000]);
  });

  test('writes an invoice off and reverses the write-off', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    await record(seller, { amount: 300, allocations: [{ invoice_guid: guid }] });
    const lost = await seller.ok('write-off-invoice', { guid, data: { reason: 'Bankrupt' } });
    assert.deepEqual([lost.status, lost.remaining, lost.written_off_amount], ['Sent', 0, 700]);
    const allocation = { data: { amount: 1, allocations: [{ invoice_guid: guid, amount: 1 }] } };
    assert.equal(await refusal(seller, 'record-payment', allocation), 'allocation_exceeds_remaining');
    assert.deepEqual((await seller.ok('undo-write-off', { guid })).remaining, 700);
    assert.equal(await refusal(seller, 'undo-write-off', { guid }), 'not_written_off');
  });

  const balances = async (seller: Client, customer: string, day: string) => {
    const { rows } = await seller.ok('get-aged-receivables', { as_of: day });
    const row = rows.find((one: { customer_guid: string }) => one.customer_guid === customer);
    const statement = await seller.ok('get-customer-statement', { guid: customer, to_date: day });
    return [row?.total ?? 0, statement.closing];
  };

  test('counts credit without a customer on the statement of the customer it was applied to', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const found = await record(seller, { amount: 400, allocations: [] });
    await seller.ok('apply-credit', { data: { invoice_guid: guid, from: found.guid } });
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-20'), [600, 600]);
  });

  test('takes credit that is paid back to another customer from its owner', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const { customer: owner } = await seller.ok('get-invoice', { guid: await createInvoice(seller, 1000) });
    const other = await seller.ok('create-customer', { data: { name: 'Annar ehf.', output_select: 4 } });
    const credit = await record(seller, { amount: 300, customer_guid: owner.guid, allocations: [] });
    await record(seller, {
      amount: 300,
      direction: 'out',
      customer_guid: other,
      allocations: [{ payment_guid: credit.guid }],
    });
    assert.deepEqual(await balances(seller, owner.guid, '2026-03-20'), [1000, 1000]);
    assert.deepEqual(await balances(seller, other, '2026-03-20'), [0, 0]);
  });

  test('ends a statement at zero when an invoice with aurar is paid to the last one', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 12_400.6);
    const { customer } = await seller.ok('get-invoice', { guid });
    await record(seller, { amount: 400.2, allocations: [{ invoice_guid: guid, amount: 400.2 }] });
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-20'), [12_000, 12_000]);
    await record(seller, { amount: 12_000.4, allocations: [{ invoice_guid: guid, amount: 12_000.4 }] });
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-20'), [0, 0]);
  });

  test('counts each day of a payment, a reversal and a write-off in receivables of an earlier day', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const all = { amount: 1000, allocations: [{ invoice_guid: guid }] };
    const { guid: mistake } = await record(seller, { ...all, paid_on: '2026-03-03' });
    await seller.ok('reverse-payment', { guid: mistake, data: { reason: 'x', reversed_on: '2026-03-12' } });
    await record(seller, { ...all, amount: 400, paid_on: '2026-03-10' });
    await seller.ok('write-off-invoice', { guid, data: { reason: 'x', written_off_on: '2026-03-08' } });
    const days = ['02', '03', '08', '10', '12'].map((day) =>
      balances(seller, customer.guid, `2026-03-${day}`),
    );
    assert.deepEqual(await Promise.all(days), [
      [1000, 1000],
      [0, 0],
      [-600, -600],
      [-1000, -1000],
      [0, 0],
    ]);
  });

  test('counts money of another payer for an invoice that is issued later as credit of its customer', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const payer = await seller.ok('create-customer', { data: { name: 'Greiðandi ehf.', output_select: 4 } });
    const allocations = [{ invoice_guid: guid }];
    await record(seller, { amount: 1000, customer_guid: payer, paid_on: '2026-03-01', allocations });
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-01'), [-1000, -1000]);
    assert.deepEqual(await balances(seller, payer, '2026-03-01'), [0, 0]);
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-02'), [0, 0]);
  });

  /** A credit note of a part of an invoice. */
  const credit = (seller: Client, ref_invoice_guid: string, amount: number): Promise<string> =>
    seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid, amount, credit_partial: true },
    });

  test('pays a credit back once, however often it is named', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    await record(seller, { amount: 1000, allocations: [{ invoice_guid: guid }] });
    const note = await credit(seller, guid, 300);
    const { guid: surplus } = await record(seller, {
      amount: 300,
      customer_guid: customer.guid,
      allocations: [],
    });
    for (const named of [{ invoice_guid: note }, { payment_guid: surplus }]) {
      const allocations = [
        { ...named, amount: 200 },
        { ...named, amount: 200 },
      ];
      const data = { amount: 400, direction: 'out', allocations };
      assert.equal(await refusal(seller, 'record-payment', { data }), 'field_invalid');
    }
    assert.deepEqual(await creditsOf(seller, customer.guid), [{ currency: 'ISK', amount: 600 }]);
  });

  test('keeps the day on which a part of a credit note was paid back', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const allocations = [{ invoice_guid: guid }];
    const part = await record(seller, { amount: 400, allocations });
    await record(seller, { amount: 600, allocations });
    const note = await credit(seller, guid, 600);
    await seller.ok('do-paid-invoice', { guid: note, amount: 100, paid_on: '2026-03-19' });
    await seller.ok('reverse-payment', { guid: part.guid, data: { reason: 'x' } });
    assert.deepEqual(await settled(seller, note), ['Sent', 100, 100, '2026-03-19']);
  });

  test('settles an invoice that is paid up to less than half a króna', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 100.4);
    await record(seller, { amount: 100, allocations: [{ invoice_guid: guid }] });
    const more = { amount: 1, allocations: [{ invoice_guid: guid, amount: 0.4 }] };
    assert.equal(await refusal(seller, 'record-payment', { data: more }), 'allocation_exceeds_remaining');
    const notes = [await credit(seller, guid, 20.4), await credit(seller, guid, 30.6)];
    await record(seller, { amount: 20, direction: 'out', allocations: [{ invoice_guid: notes[0] }] });
    await seller.ok('do-paid-invoice', { guid: notes[1], amount: 31 });
    for (const note of notes)
      assert.deepEqual(
        (await settled(seller, note)).filter((_, n) => n !== 1 && n !== 3),
        ['Paid', 0],
      );
  });

  test('spreads a payment past an invoice whose remainder rounds to zero', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 200.4);
    const { customer } = await seller.ok('get-invoice', { guid });
    await credit(seller, guid, 200);
    const paid = await record(seller, { amount: 50, customer_guid: customer.guid });
    assert.deepEqual([paid.allocations, paid.unallocated], [[], 50]);
  });

  test('reverses a payment of a future day on that day', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const fields = { amount: 70, customer_guid: customer.guid, allocations: [], paid_on: '2026-04-20' };
    const ahead = await record(seller, fields);
    const reversed = await seller.ok('reverse-payment', { guid: ahead.guid, data: { reason: 'x' } });
    assert.equal(reversed.reversed_on, '2026-04-20');
    assert.deepEqual(await balances(seller, customer.guid, '2026-03-25'), [1000, 1000]);
    assert.deepEqual(await balances(seller, customer.guid, '2026-04-20'), [1000, 1000]);
  });

  test('answers the fields of a write in the order in which a read has them, also to a repeated call', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const data = { amount: 400, allocations: [{ invoice_guid: guid }] };
    const key = { 'idempotency-key': `order-${guid}` };
    const [first, again] = [
      await seller.call('record-payment', { data }, key),
      await seller.call('record-payment', { data }, key),
    ];
    const stored = JSON.stringify(await seller.ok('get-payment', { guid: first.result.guid }));
    assert.deepEqual(
      [first, again].map(({ result }) => JSON.stringify(result)),
      [stored, stored],
    );
    const lost = await seller.ok('write-off-invoice', { guid, data: { reason: 'x' } });
    const { timeline: _, ...invoiceRead } = await seller.ok('get-invoice', { guid });
    const { timeline: __, ...written } = lost;
    assert.equal(JSON.stringify(written), JSON.stringify(invoiceRead));
  });

  test('refuses a reversal or a write-off without a reason', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const paid = await record(seller, { amount: 400, allocations: [{ invoice_guid: guid }] });
    for (const [call, target] of [
      ['reverse-payment', paid.guid],
      ['write-off-invoice', guid],
    ]) {
      const { status, message } = await seller.call(call ?? '', { guid: target });
      assert.deepEqual([status, message], [false, 'Field reason is required']);
    }
    const { message } = await seller.call('allocate-payment', { guid: paid.guid });
    assert.equal(message, 'Field allocations is required');
  });

  test('accepts paid of an allocation in the same currency only where it equals the amount', async () => {
    const seller = await kvitt.account();
    const guid = await createInvoice(seller, 1000);
    const { customer } = await seller.ok('get-invoice', { guid });
    const paid = await record(seller, {
      amount: 600,
      allocations: [{ invoice_guid: guid, amount: 400, paid: 400 }],
    });
    assert.equal(paid.unallocated, 200);
    for (const wrong of [{ amount: 400, paid: 500 }, { paid: 400 }]) {
      const allocations = [{ invoice_guid: guid, ...wrong }];
      for (const [call, fields] of [
        ['record-payment', { data: { amount: 500, allocations } }],
        ['allocate-payment', { guid: paid.guid, data: { allocations } }],
        [
          'record-payment',
          {
            data: {
              amount: 100,
              direction: 'out',
              customer_guid: customer.guid,
              allocations: [{ payment_guid: paid.guid, amount: 100, paid: 90 }],
            },
          },
        ],
      ] as const) {
        const { error_code, message } = await seller.call(call, fields);
        assert.equal(error_code, 'field_invalid', call);
        assert.match(message ?? '', /allocations\.0\.paid must be left out, or equal to amount/);
      }
    }
    assert.deepEqual(await settled(seller, guid), ['Sent', 400, 600, paid.paid_on]);
  });
});
