import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issue, openAccount, paid, receive } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { ACCOUNTS, DoubleEntry, sumsOf } from '../../support/double-entry.ts';
import { approveCost, completeCost } from '../../support/endpoints/costs.ts';
import { accountSums, exportGeneral } from '../../support/journal.ts';
import { onBothDatabases } from '../../support/service.ts';

const SUPPLIER = '5902697199';
const [BANK, CARDS, PAYABLES, INPUT_VAT] = ['7800', '7650', '9300', '9520'] as const;
const DAY = '2026-03-16';

const buy = async (seller: Client, fields: object) =>
  approveCost(
    seller,
    await seller.ok('create-cost-adv', {
      ...completeCost,
      supplier_id: SUPPLIER,
      how_paid: 1,
      date: '2026-03-10',
      ...fields,
    }),
  );
const book = (seller: Client, { guid }: { guid: string }, ...actions: object[]) =>
  seller.ok('book-bank-line', { guid, data: { actions } });

onBothDatabases('the journal of bank lines', (kvitt) => {
  test('agrees with a double-entry ledger, and has the bank account of each currency', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    await kvitt.operator('PUT', '/rates/EUR/2026-03-01', { rate: 150 });
    const seller = await kvitt.account();
    const ledger = new DoubleEntry();
    const post = (krónur: Record<string, number>, day = DAY) =>
      ledger.post(
        day,
        Object.entries(krónur).map(([account, amount]) => [account, Math.round(amount * 100)]),
      );

    const isk = await openAccount(seller);
    const savings = await openAccount(seller, { name: 'Sparnaður' });
    const euros = await openAccount(seller, { name: 'Evrur', currency: 'EUR' });
    const sold = await issue(seller, 12_400);
    post({ [ACCOUNTS.receivables]: 12_400, [ACCOUNTS.sales.Z]: -12_400 }, '2026-03-02');
    const abroad = await issue(seller, 200, { currency: 'EUR', exchange_rate: 148 });
    post({ [ACCOUNTS.receivables]: 29_600, [ACCOUNTS.sales.Z]: -29_600 }, '2026-03-02');
    const card = await issue(seller, 10_000);
    post({ [ACCOUNTS.receivables]: 10_000, [ACCOUNTS.sales.Z]: -10_000 }, '2026-03-02');
    const swiped = await seller.ok('record-payment', {
      data: {
        amount: 10_000,
        paid_on: '2026-03-14',
        method_payment: 2,
        allocations: [{ invoice_guid: card.guid }],
      },
    });
    post({ [CARDS]: 10_000, [ACCOUNTS.receivables]: -10_000 }, '2026-03-14');
    const paper = await buy(seller, { amount: 2480, type: '2283', vat_24: 480 });
    post({ '2283': 2000, [INPUT_VAT]: 480, [PAYABLES]: -2480 }, '2026-03-10');
    const uneven = await buy(seller, { amount: 1439.99, type: '2383' });
    post({ '2383': 1439.99, [PAYABLES]: -1439.99 }, '2026-03-10');
    const returned = await buy(seller, { amount: 1000, type: '2093', credit_note: 1 });
    post({ '2093': -1000, [PAYABLES]: 1000 }, '2026-03-10');
    const foreign = await buy(seller, { amount: 100, type: '2353', currency: 'EUR' });
    post({ '2353': 15_000, [PAYABLES]: -15_000 }, '2026-03-10');

    const krónur = [12_400, -2480, -1440, 1000, -15_200, -500, -50_000, -300_000, 17, -45, -900, -3000, 9750];
    const lines = await receive(
      seller,
      krónur.map((amount) => paid(amount, { text: `Færsla ${amount}` })),
      isk.guid,
    );
    const line = (amount: number) => lines.find((one) => one.amount === amount);
    await book(seller, line(12_400), {
      type: 'payment',
      allocations: [{ invoice_guid: sold.guid }],
      amount: 12_400,
    });
    post({ [BANK]: 12_400, [ACCOUNTS.receivables]: -12_400 });
    await book(seller, line(-2480), { type: 'cost', cost_guid: paper, amount: 2480 });
    post({ [PAYABLES]: 2480, [BANK]: -2480 });
    await book(seller, line(-1440), { type: 'cost', cost_guid: uneven, amount: 1440 });
    post({ [PAYABLES]: 1439.99, [ACCOUNTS.rounding]: 0.01, [BANK]: -1440 });
    await book(seller, line(1000), { type: 'cost', cost_guid: returned, amount: 1000 });
    post({ [BANK]: 1000, [PAYABLES]: -1000 });
    await book(seller, line(-15_200), { type: 'cost', cost_guid: foreign, amount: 15_200 });
    post({ [PAYABLES]: 15_000, '1630': 200, [BANK]: -15_200 });
    await book(seller, line(-500), { type: 'fee', amount: 500 });
    post({ '2630': 500, [BANK]: -500 });
    await book(seller, line(-50_000), { type: 'transfer', bank_account_guid: savings.guid, amount: 50_000 });
    post({ '7890': 50_000, [BANK]: -50_000 });
    await book(seller, line(-300_000), { type: 'other', code: 'salary', amount: 300_000 });
    post({ '9410': 300_000, [BANK]: -300_000 });
    await book(seller, line(17), { type: 'other', code: 'interest', amount: 17 });
    post({ [BANK]: 17, '1640': -17 });
    await book(seller, line(-45), { type: 'other', code: 'interest', amount: 45 });
    post({ '2640': 45, [BANK]: -45 });
    await book(seller, line(-900), { type: 'other', code: 'rent', amount: 900 });
    post({ '7895': 900, [BANK]: -900 });
    await book(
      seller,
      line(-3000),
      { type: 'other', code: '2383', amount: 2900 },
      { type: 'fee', amount: 100 },
    );
    post({ '2383': 2900, '2630': 100, [BANK]: -3000 });
    await book(
      seller,
      line(9750),
      { type: 'settled', payments: [swiped.guid] },
      { type: 'fee', amount: 250 },
    );
    post({ [BANK]: 9750, '2610': 250, [CARDS]: -10_000 });

    const [moved] = await receive(seller, [paid(50_000)], savings.guid);
    await book(seller, moved, { type: 'transfer', bank_account_guid: isk.guid, amount: 50_000 });
    post({ [BANK]: 50_000, '7890': -50_000 });
    const [received, kept] = await receive(seller, [paid(195), paid(-10)], euros.guid);
    const settles = { type: 'payment', allocations: [{ invoice_guid: abroad.guid }], amount: 200 };
    await book(seller, received, settles, { type: 'fee', amount: 5 });
    post({ [BANK]: 29_250, '2610': 750, [ACCOUNTS.receivables]: -29_600, '1630': -400 });
    await book(seller, kept, { type: 'fee', amount: 10 });
    post({ '2630': 1500, [BANK]: -1500 });

    for (const one of [line(-300_000), line(9750)])
      await seller.ok('unbook-bank-line', { guid: one.guid, data: { reason: 'Rangt' } });
    post({ [BANK]: 300_000, '9410': -300_000 }, '2026-03-20');
    post({ [CARDS]: 10_000, '2610': -250, [BANK]: -9750 }, '2026-03-20');

    const year = { from_date: '2026-01-01', to_date: '2026-12-31' };
    const rows = await exportGeneral(seller, year);
    assert.deepEqual(accountSums(rows), ledger.balances('2026-12-31'));
    for (const day of ['2026-03-15', '2026-03-19'])
      assert.deepEqual(accountSums(rows.filter(({ date }) => date <= day)), ledger.balances(day));
    const inBank = (currency: string) =>
      sumsOf(
        rows
          .filter((one) => one.account === BANK && one.currency === currency)
          .map((one) => ({ ...one, customer: '' })),
      );
    const booked = krónur
      .filter((amount) => ![-300_000, 9750].includes(amount))
      .reduce((all, one) => all + one, 50_000);
    assert.deepEqual(
      [inBank('ISK'), inBank('EUR')],
      [{ [BANK]: booked * 100 }, { [BANK]: (195 - 10) * 150 * 100 }],
    );
    assert.equal(rows.find(({ account }) => account === '2630')?.text, 'Banki, Færsla -500');
    assert.deepEqual(await exportGeneral(seller, { ...year, only_new: true }), []);
    assert.equal((await seller.ok('get-cost', { guid: uneven })).remaining, 0);
  });

  test('counts the lines that cannot be posted, because their rate is not known', async () => {
    kvitt.now = () => new Date('2026-03-20T09:00:00Z');
    const seller = await kvitt.account();
    const { guid } = await openAccount(seller, { currency: 'NOK' });
    const [kept] = await receive(seller, [paid(-10)], guid);
    await book(seller, kept, { type: 'fee', amount: 10 });
    const { without_rate, lines } = await seller.ok('export-journal', { to_date: '2026-12-31' });
    assert.deepEqual([without_rate, lines], [1, 0]);
  });

  test('books a cost with aurar by its proposal, and reverses all of it', async () => {
    const seller = await kvitt.account();
    const cost = await buy(seller, { amount: 1439.99 });
    const remaining = async () => (await seller.ok('get-cost', { guid: cost })).remaining;
    const [line, other] = await receive(seller, [
      paid(-1440, { kennitala: SUPPLIER }),
      paid(-1441, { text: 'Annað' }),
    ]);
    const action = { type: 'cost', cost_guid: cost, amount: 1440 };
    assert.deepEqual(line.proposals[0].actions, [action]);
    const over = { guid: other.guid, data: { actions: [{ ...action, amount: 1441 }] } };
    assert.equal((await seller.expectRefusal('book-bank-line', over)).error_code, 'cost_exceeded');
    const { booking } = await seller.ok('book-bank-line', { guid: line.guid, data: { proposal: 0 } });
    assert.deepEqual(booking.actions, [{ ...action, cost_amount: 1439.99 }]);
    assert.equal(await remaining(), 0);
    await seller.ok('unbook-bank-line', { guid: line.guid, data: { reason: 'Rangt' } });
    assert.equal(await remaining(), 1439.99);
  });
});
