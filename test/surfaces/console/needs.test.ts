import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createAgent } from '../../support/agents/agent.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { addColleague } from '../../support/people.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('what waits for a person', (kvitt) => {
  let seller: Client;
  let person: ConsoleClient;
  before(async () => {
    seller = await kvitt.account({ address: '', vat_no: '' });
    person = await signInToConsole(seller);
  });

  const needs = async () =>
    (await person.ok('get-needs')).rows.map((row: Record<string, unknown>) => [
      row.what,
      row.guid,
      row.amount,
    ]);
  const steps = async () => {
    const { is_open, is_new, steps: all } = await person.ok('get-first-steps');
    const done = all.filter((one: { is_done: boolean }) => one.is_done);
    return [is_open, is_new, done.map((one: { step: string }) => one.step)];
  };

  test('is empty in a new company, which sees its first steps', async () => {
    assert.deepEqual(await person.ok('get-needs'), { rows: [], counts: [] });
    assert.deepEqual(await steps(), [true, true, ['bank_account']]);
    await person.ok('update-company', { vat_no: '145678', address: 'Hafnarstræti 12' });
    await person.ok('create-customer', { name: 'Jón', output_select: '4' });
    assert.deepEqual(await steps(), [true, true, ['vat_no', 'address', 'bank_account', 'customer']]);
    await person.ok('set-preferences', { first_steps_hidden: true });
    assert.deepEqual((await steps())[0], false);
    const colleague = await addColleague(kvitt, person);
    const { steps: open } = await colleague.ok('get-first-steps');
    assert.deepEqual(
      open.map(({ step }: { step: string }) => step),
      ['customer', 'invoice'],
      'a member is not asked for what only an owner may set',
    );
  });

  test('lists overdue invoices by their remainder, costs and paused templates, with the person', async () => {
    const late = { issue_date: '2026-01-05', due_date: '2026-01-10', settlement_date: '2026-01-12' };
    const customer = { name: 'Seinn ehf.', output_select: '3', email: 'seinn@example.is' };
    const { guid } = await person.ok('create-invoice', { ...invoice({ customer }), ...late });
    const { guid: cost } = await person.ok('create-cost-adv', {
      date: '2026-03-01',
      amount: 500,
      supplier_name: 'Efnissalan',
      supplier_id: '5501234520',
      how_paid: 1,
      type: '2093',
    });
    await person.ok('move-cost-to-new', { guid: cost }).catch(() => null);
    const template = await person.ok('create-recurring-invoice', {
      customer: { name: 'Áskrift ehf.', output_select: '4' },
      items: [line({})],
      amount: 1240,
      currency: 'ISK',
      recurring_name: 'Hýsing',
      recurring_interval: 'monthly',
      recurring_start_date: '2026-05-01',
    });
    await person.ok('pause-recurring-invoice', { guid: template.guid });
    const all = await needs();
    assert.deepEqual(all[0], ['overdue', guid, 1240]);
    assert.deepEqual(
      all.map(([what]: string[]) => what),
      ['overdue', 'cost', 'paused'],
    );
    const [row] = (await person.ok('get-needs')).rows;
    assert.deepEqual([row.name, row.on, row.person], ['Seinn ehf.', '2026-01-10', seller.username]);
    const [, latest] = (await person.ok('get-overview')).activity;
    assert.deepEqual([latest.record, latest.person], ['recurring', seller.username]);
    const agent = await createAgent(seller);
    await agent.post('/customers', {
      kennitala: '5501234520',
      name: 'Frá forriti',
      customer_number: 'K-1',
      output_select: 4,
      lang: 'is',
      currency: 'ISK',
    });
    const [byProgram] = (await person.ok('get-overview')).activity;
    assert.deepEqual([byProgram.about, byProgram.record, byProgram.person], ['Frá forriti', 'customer', '']);
    assert.ok(byProgram.agent && byProgram.agent !== byProgram.agent_id, 'the name of the program');
  });

  test('allows a reminder of an unpaid invoice, and of no other', async () => {
    const page = (of: number) => person.ok('get-needs', { what: 'overdue', limit: 1, page: of });
    const [[, guid]] = await needs();
    assert.deepEqual(await person.ok('count-needs'), {
      counts: ['overdue', 'cost', 'paused'].map((what) => ({ what, count: 1 })),
      total: 3,
    });
    const [first, second] = [await page(1), await page(2)];
    assert.deepEqual([first.rows.length, second.rows, second.counts.length], [1, [], 3]);
    assert.equal(first.rows[0].reminded_at, null);
    await person.ok('remind-invoice', { guid });
    assert.ok((await page(1)).rows[0].reminded_at);
    assert.equal((await runJobsWithoutFailure(kvitt))['send-mail'], 2, 'the invoice and its reminder');
    const { timeline } = await person.ok('get-invoice', { guid });
    const { by } = timeline.findLast((one: { event: string }) => one.event === 'reminded');
    assert.equal(by, seller.username);
    await seller.ok('do-paid-invoice', { guid });
    const settled = 'Only an unpaid invoice that is not in collection can be reminded of';
    const { guid: silent } = await person.ok('create-invoice', invoice());
    await person.assertRefused('remind-invoice', [
      [{ guid }, `delivery_refused: ${settled}`],
      [
        { guid: silent },
        'delivery_refused: This customer has no e-mail address; send the reminder of get-reminder-pdf by other means',
      ],
      [{ guid: seller.username }, 'invoice_not_found: No invoice found'],
      [{}, 'field_required: Field guid is required'],
    ]);
    const other = await signInToConsole(await kvitt.account());
    assert.equal((await other.call('remind-invoice', { guid: silent })).body.error, 'invoice_not_found');
    assert.deepEqual((await other.ok('get-needs')).rows, []);
  });

  test('lists surpluses of customers and credit notes to be paid back, until both are settled', async () => {
    const own = await signInToConsole(await kvitt.account());
    const { guid: customer } = await own.ok('create-customer', { name: 'Kaupandi', output_select: '4' });
    const sale = invoice({ customer: { guid: customer } });
    const { guid } = await own.ok('create-invoice', sale);
    const { payment } = await own.ok('record-payment', { amount: 1500, customer_guid: customer });
    const credit = { type: 'credit', ref_invoice_guid: guid, settlement_date: '2026-03-17', amount: 1240 };
    const { guid: note } = await own.ok('create-invoice', credit);
    const waiting = async () =>
      (await own.ok('get-needs')).rows.map((row: any) => [row.what, row.guid, row.name, row.amount]);
    assert.deepEqual(await waiting(), [
      ['surplus', payment.guid, 'Kaupandi', 260],
      ['refund', note, 'Kaupandi', 1240],
    ]);
    await own.ok('record-payment', { amount: 1500, direction: 'out', customer_guid: customer });
    assert.deepEqual(await waiting(), []);
  });
});
