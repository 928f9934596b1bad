import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issue, PAYER as KENNITALA, openAccount, paid, receive } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { onBothDatabases } from '../../support/service.ts';

async function statusOf(seller: Client, guid: string) {
  const { status, remaining } = await seller.ok('get-invoice', { guid });
  return [status, remaining];
}

async function refusal(seller: Client, call: string, fields: Record<string, unknown>): Promise<string> {
  return (await seller.expectRefusal(call, fields)).error_code ?? '';
}

onBothDatabases('booking of bank lines', (kvitt) => {
  test('takes the first proposal, pays the invoice, and is reversed as a whole', async () => {
    const seller = await kvitt.account();
    const { guid, number, customer } = await issue(seller, 12_400);
    const [received] = await receive(seller, [
      paid(12_400, { text: `Reikningur ${number}`, kennitala: KENNITALA }),
    ]);
    assert.equal(received.proposals[0].score, 1);
    assert.match(
      received.proposals[0].reason,
      /^The text names invoice \d+, and the sum is what is left of it$/,
    );
    assert.deepEqual(received.proposals[0].why, [
      { code: 'invoice_named', values: { numbers: number } },
      { code: 'sum_exact', values: { numbers: number } },
    ]);
    const booked = await seller.ok('book-bank-line', { guid: received.guid, data: { proposal: 0 } });
    assert.equal(booked.state, 'booked');
    const [action] = booked.booking.actions;
    assert.deepEqual(
      [action.type, action.amount, action.customer_guid, action.allocations],
      ['payment', 12_400, customer, [{ invoice_guid: guid, amount: 12_400, paid: 12_400 }]],
    );
    assert.deepEqual(await statusOf(seller, guid), ['Paid', 0]);
    const payment = await seller.ok('get-payment', { guid: action.payment_guid });
    assert.deepEqual(
      [payment.source, payment.paid_on, payment.bank_line_guid, payment.method_payment],
      ['bank', '2026-03-16', received.guid, 9],
    );
    const again = { guid: received.guid, data: { proposal: 0 } };
    assert.equal(await refusal(seller, 'book-bank-line', again), 'bank_line_state');
    const reverse = { guid: payment.guid, data: { reason: 'x' } };
    assert.equal(await refusal(seller, 'reverse-payment', reverse), 'payment_from_bank_line');
    const unbooked = await seller.ok('unbook-bank-line', { guid: received.guid, data: { reason: 'Rangt' } });
    assert.deepEqual([unbooked.state, unbooked.reason, unbooked.booking], ['open', 'Rangt', null]);
    assert.deepEqual(await statusOf(seller, guid), ['Sent', 12_400]);
    assert.equal((await seller.ok('get-payment', { guid: payment.guid })).state, 'reversed');
    await seller.ok('book-bank-line', again);
    assert.deepEqual(await statusOf(seller, guid), ['Paid', 0]);
  });

  test('adds up payments, fees and other money, and refuses what does not', async () => {
    const seller = await kvitt.account();
    const first = await issue(seller, 1000);
    const second = await issue(seller, 500);
    const [received] = await receive(seller, [paid(1575, { text: 'Uppgjör' })]);
    const book = (actions: object[]) => ({ guid: received.guid, data: { actions } });
    const payment = { type: 'payment', allocations: [{ invoice_guid: first.guid }], amount: 1000 };
    const other = { type: 'payment', allocations: [{ invoice_guid: second.guid }], amount: 500 };
    const fee = { type: 'fee', amount: 25 };
    const interest = { type: 'other', code: 'interest', note: 'Vextir', amount: 100 };
    for (const actions of [
      [],
      [payment],
      [payment, other, fee],
      [payment, other, { ...interest, amount: 76 }],
    ])
      assert.equal(await refusal(seller, 'book-bank-line', book(actions)), 'actions_do_not_add_up');
    const twice = [payment, { ...payment, amount: 575 }];
    assert.equal(await refusal(seller, 'book-bank-line', book(twice)), 'field_invalid');
    assert.equal(await refusal(seller, 'book-bank-line', book([{ type: 'fee' }])), 'field_required');
    assert.deepEqual(await statusOf(seller, first.guid), ['Sent', 1000]);
    const { booking } = await seller.ok('book-bank-line', book([payment, other, fee, interest]));
    assert.deepEqual(
      booking.actions.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
      [
        ['payment', 1000],
        ['payment', 500],
        ['fee', 25],
        ['other', 100],
      ],
    );
    const kept = await seller.ok('get-payment', { guid: booking.actions[0].payment_guid });
    assert.deepEqual([kept.acquirer_fee, kept.received], [25, 975]);
    for (const { guid } of [first, second]) assert.deepEqual(await statusOf(seller, guid), ['Paid', 0]);
    await seller.ok('unbook-bank-line', { guid: received.guid, data: { reason: 'Aftur' } });
    assert.deepEqual(await statusOf(seller, first.guid), ['Sent', 1000]);
    assert.deepEqual(await statusOf(seller, second.guid), ['Sent', 500]);
  });

  test('ties a line to payments that are recorded already, each to one line', async () => {
    const seller = await kvitt.account();
    const { guid } = await issue(seller, 8000);
    await seller.ok('do-paid-invoice', { guid, paid_on: '2026-03-15' });
    const [one, two] = await receive(seller, [
      paid(8000, { text: 'Innborgun', kennitala: KENNITALA }),
      paid(8000, { text: 'Innborgun', kennitala: KENNITALA }),
    ]);
    assert.deepEqual([one.proposals[0].score, one.proposals[0].actions[0].type], [1, 'settled']);
    const [{ payments }] = one.proposals[0].actions;
    const booked = await seller.ok('book-bank-line', { guid: one.guid, data: { proposal: 0 } });
    assert.deepEqual(booked.booking.actions, [{ type: 'settled', payments }]);
    const again = { guid: two.guid, data: { actions: [{ type: 'settled', payments }] } };
    assert.equal(await refusal(seller, 'book-bank-line', again), 'payment_tied');
    assert.equal((await seller.ok('get-payments', { invoice_guid: guid })).length, 1);
    await seller.ok('unbook-bank-line', { guid: one.guid, data: { reason: 'Hin færslan' } });
    assert.deepEqual(await statusOf(seller, guid), ['Paid', 0]);
    await seller.ok('book-bank-line', again);
  });

  test('books costs, transfers and refunds of money that went out', async () => {
    const seller = await kvitt.account();
    const { guid: other, account_no } = await openAccount(seller, { name: 'Sparnaður' });
    const cost = await seller.ok('create-cost-adv', {
      date: '2026-03-10',
      description: 'Pappír',
      amount: 2480,
      how_paid: 2,
      type: '2283',
      supplier_name: 'Birgir hf.',
      supplier_id: KENNITALA,
      vat_24: 480,
    });
    const { customer } = await issue(seller, 100, {
      customer: { name: 'Ofgreiðandi ehf.', output_select: 4, registration_no: '5902697199' },
    });
    await seller.ok('record-payment', { data: { amount: 700, customer_guid: customer, allocations: [] } });
    const [bought, moved, back] = await receive(seller, [
      paid(-2480, { text: 'Birgir', kennitala: KENNITALA }),
      paid(-50_000, { text: 'Millifært', account: account_no }),
      paid(-700, { text: 'Endurgreiðsla', kennitala: '5902697199' }),
    ]);
    assert.deepEqual(bought.proposals[0].actions, [{ type: 'cost', cost_guid: cost, amount: 2480 }]);
    assert.deepEqual(moved.proposals[0].actions, [
      { type: 'transfer', bank_account_guid: other, amount: 50_000 },
    ]);
    assert.deepEqual(back.proposals[0].actions, [{ type: 'payment', customer_guid: customer, amount: 700 }]);
    for (const { guid } of [bought, moved, back])
      await seller.ok('book-bank-line', { guid, data: { proposal: 0 } });
    assert.deepEqual((await seller.ok('get-customer', { guid: customer })).credits, []);
    const [second] = await receive(seller, [paid(-2480, { text: 'Birgir', kennitala: KENNITALA })]);
    const over = { guid: second.guid, data: { actions: [{ type: 'cost', cost_guid: cost, amount: 2480 }] } };
    assert.equal(await refusal(seller, 'book-bank-line', over), 'cost_exceeded');
  });

  test('is automatic where it is certain and enabled, and never again once it was reversed', async () => {
    const seller = await kvitt.account();
    const { guid: bankAccount } = await openAccount(seller, { auto_book: true });
    const sure = await issue(seller, 3100);
    const unsure = await issue(seller, 4200);
    const lines = await receive(
      seller,
      [
        paid(3100, { text: `Reikningur ${sure.number}` }),
        paid(3100, { text: `Reikningur ${sure.number}` }),
        paid(4200, { text: 'Innborgun' }),
      ],
      bankAccount,
    );
    await kvitt.operator('POST', '/jobs/run', {});
    const states = async () =>
      (await seller.ok('get-bank-lines', { bank_account_guid: bankAccount }))
        .map(({ state, booking }: any) => [state, booking?.automatic ?? null])
        .reverse();
    const booked = (await states()).filter(([state]: [string]) => state === 'booked');
    assert.deepEqual(booked, [['booked', true]]);
    assert.deepEqual(await statusOf(seller, sure.guid), ['Paid', 0]);
    assert.deepEqual(await statusOf(seller, unsure.guid), ['Sent', 4200]);
    const open = await seller.ok('get-bank-lines', { bank_account_guid: bankAccount, state: 'booked' });
    await seller.ok('unbook-bank-line', { guid: open[0].guid, data: { reason: 'Greitt tvisvar' } });
    for (const { guid } of lines.filter(({ guid }) => guid !== open[0].guid))
      await seller.call('ignore-bank-line', { guid, data: { reason: 'Endurgreitt' } });
    await seller.ok('update-bank-account', { guid: bankAccount, data: { auto_book: false } });
    await seller.ok('update-bank-account', { guid: bankAccount, data: { auto_book: true } });
    await kvitt.operator('POST', '/jobs/run', {});
    assert.deepEqual(await statusOf(seller, sure.guid), ['Sent', 3100]);
  });

  test('happens once for concurrent calls', async () => {
    const seller = await kvitt.account();
    const { guid, number } = await issue(seller, 3000);
    const [received] = await receive(seller, [paid(3000, { text: `Reikn. ${number}` })]);
    const press = () => seller.call('book-bank-line', { guid: received.guid, data: { proposal: 0 } });
    const answers = await Promise.all(Array.from({ length: 5 }, press));
    assert.equal(answers.filter(({ status }) => status).length, 1);
    assert.equal((await seller.ok('get-payments', { invoice_guid: guid })).length, 1);
    const unbook = () => seller.call('unbook-bank-line', { guid: received.guid, data: { reason: 'x' } });
    const undone = await Promise.all(Array.from({ length: 3 }, unbook));
    assert.equal(undone.filter(({ status }) => status).length, 1);
  });

  test('is automatic for a line whose invoice is issued later', async () => {
    const seller = await kvitt.account();
    const { guid: bankAccount } = await openAccount(seller, { auto_book: true });
    const before = await issue(seller, 100);
    const number = String(Number(before.number) + 1);
    const [early] = await receive(seller, [paid(5300, { text: `Reikningur ${number}` })], bankAccount);
    const stateOf = async () => (await seller.ok('get-bank-line', { guid: early.guid })).state;
    await kvitt.operator('POST', '/jobs/run', {});
    assert.equal(await stateOf(), 'open');
    const later = await issue(seller, 5300);
    assert.equal(later.number, number);
    await kvitt.operator('POST', '/jobs/run', {});
    assert.equal(await stateOf(), 'booked');
    assert.deepEqual(await statusOf(seller, later.guid), ['Paid', 0]);
  });

  test('gives an action without an amount what remains of the line', async () => {
    const seller = await kvitt.account();
    const [received, spent] = await receive(seller, [paid(9_000), paid(-2_000, { text: 'Ýmislegt' })]);
    const { guid } = await issue(seller, 9_500);
    const actions = [
      { type: 'payment', allocations: [{ invoice_guid: guid }] },
      { type: 'fee', amount: 500 },
    ];
    const booked = await seller.ok('book-bank-line', { guid: received.guid, data: { actions } });
    assert.deepEqual(
      booked.booking.actions.map((one: { amount: number }) => one.amount),
      [9_500, 500],
    );
    const book = (sent: object[]) => ({ guid: spent.guid, data: { actions: sent } });
    const tax = { type: 'other', code: 'tax' };
    assert.equal(
      await refusal(seller, 'book-bank-line', book([{ type: 'fee', amount: 2_000 }, tax])),
      'field_required',
    );
    assert.equal(await refusal(seller, 'book-bank-line', book([tax, { type: 'fee' }])), 'field_required');
    const { booking } = await seller.ok('book-bank-line', book([{ type: 'fee', amount: 500 }, tax]));
    assert.equal(booking.actions[1].amount, 1_500);
  });

  test('ignores lines with a reason, and remembers how a payer or text was booked', async () => {
    const seller = await kvitt.account();
    const { guid: bankAccount } = await openAccount(seller);
    const { customer } = await issue(seller, 9000);
    const [strange, rent] = await receive(
      seller,
      [paid(4000, { text: 'x', name: 'Móðurfélag ehf.' }), paid(-600, { text: 'Leiga 3/2026' })],
      bankAccount,
    );
    assert.equal(await refusal(seller, 'ignore-bank-line', { guid: rent.guid, data: {} }), 'field_required');
    await seller.ok('ignore-bank-line', { guid: rent.guid, data: { reason: 'Í öðru kerfi' } });
    const { state, reason } = await seller.ok('get-bank-line', { guid: rent.guid });
    assert.deepEqual([state, reason], ['ignored', 'Í öðru kerfi']);
    await seller.ok('restore-bank-line', { guid: rent.guid });
    const other = { type: 'other', code: 'rent', note: 'Húsaleiga', amount: 600 };
    await seller.ok('book-bank-line', { guid: rent.guid, data: { actions: [other] } });
    const payment = { type: 'payment', customer_guid: customer, amount: 4000 };
    await seller.ok('book-bank-line', { guid: strange.guid, data: { actions: [payment] } });
    const [next, nextRent] = await receive(
      seller,
      [
        { ...paid(5000, { text: 'y', name: 'Móðurfélag ehf.' }), booked_on: '2026-03-17' },
        { ...paid(-600, { text: 'Leiga 4/2026' }), booked_on: '2026-03-17' },
      ],
      bankAccount,
    );
    assert.match(next.proposals[0].reason, /Earlier money of this payer was of Kaupandi ehf\./);
    assert.deepEqual(nextRent.proposals[0].actions, [other]);
  });
});
