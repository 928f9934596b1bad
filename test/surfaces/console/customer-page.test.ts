import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { invoicesSql } from '../../support/many-invoices.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('the page of a customer and saved views', (kvitt) => {
  let seller: Client;
  let person: ConsoleClient;
  let other: ConsoleClient;
  let customer: string;
  before(async () => {
    seller = await kvitt.account();
    person = await signInToConsole(seller);
    other = await signInToConsole(await kvitt.account());
    customer = (await person.ok('create-customer', { name: 'Jón', output_select: '4' })).guid;
  });

  const issue = async (day: string, fields: object = {}) => {
    const dates = { issue_date: day, due_date: day, settlement_date: day };
    return (
      await person.ok('create-invoice', { ...invoice({ customer: { guid: customer } }), ...dates, ...fields })
    ).guid as string;
  };
  const credit = (guid: string, amount: number) =>
    person.ok('create-invoice', {
      type: 'credit',
      ref_invoice_guid: guid,
      settlement_date: '2026-03-17',
      issue_date: '2026-03-17',
      amount,
      credit_partial: true,
    });

  test('lists every currency of the customer, and shows one of them', async () => {
    const desk = await signInToConsole(await kvitt.account());
    const { guid } = await desk.ok('create-customer', { name: 'Útgerðin ehf.', output_select: '4' });
    const sale = { ...invoice({ customer: { guid } }), exchange_rate: 140.5 };
    const read = (more: object = {}) => desk.ok('get-customer-statement', { guid, ...more });
    assert.deepEqual((await read()).currencies, []);
    await desk.ok('create-invoice', sale);
    await desk.ok('create-invoice', { ...sale, currency: 'EUR' });
    await desk.ok('create-invoice', { ...sale, currency: 'USD', save: true });
    const { currency, currencies, closing } = await read();
    assert.deepEqual([currency, currencies, closing], ['ISK', ['EUR', 'ISK'], 1240]);
    const euro = await read({ currency: 'EUR' });
    assert.deepEqual([euro.currency, euro.movements.length], ['EUR', 1]);
  });

  test('adds up to what the customer owes, whatever was paid, credited and refunded', async () => {
    await issue('2026-01-10');
    const partly = await issue('2026-02-10');
    await credit(partly, 240);
    const paid = await issue('2026-02-20');
    await credit(paid, 100);
    await person.ok('do-paid-invoice', { guid: paid });
    const cancelled = await issue('2026-02-25');
    await credit(cancelled, 1240);
    const { rows } = await person.ok('find-customers', { search: 'Jón' });
    const all = await person.ok('get-customer-statement', {
      guid: customer,
      from_date: '2026-01-01',
    });
    assert.equal(all.closing, rows[0].owed);
    assert.deepEqual([all.opening, all.closing], [0, 1240 + 1000]);
    const payment = all.movements.find((one: { kind: string }) => one.kind === 'payment');
    assert.deepEqual([payment.amount, payment.date], [-1140, '2026-03-17']);
    const later = await person.ok('get-customer-statement', {
      guid: customer,
      from_date: '2026-02-01',
    });
    assert.deepEqual([later.opening, later.closing], [1240, all.closing]);
    assert.equal(later.movements.length, all.movements.length - 1);
    const pdf = await person.ok('get-customer-statement-pdf', { guid: customer });
    assert.equal(Buffer.from(pdf.file, 'base64').subarray(0, 5).toString(), '%PDF-');
    assert.match(pdf.file_name, /^yfirlit-.*\.pdf$/);
    for (const name of ['get-customer-statement', 'get-customer-statement-pdf', 'get-customer-notes'])
      assert.equal(
        (await other.call(name, { guid: customer, customer_guid: customer })).body.error,
        'customer_not_found',
      );
  });

  test('rounds the remainder of each invoice in every balance, as it is charged', async () => {
    const { guid } = await other.ok('create-customer', { name: 'Aurar', output_select: '4' });
    const aurar = {
      amount: 100.4,
      customer: { guid },
      items: [{ description: 'Aurar', qty: 1, unit_price: 100.4, tax: 'Z' }],
    };
    const issued = await Promise.all([1, 2, 3].map(() => other.ok('create-invoice', invoice(aurar))));
    await other.ok('create-invoice', {
      ...{ type: 'credit', ref_invoice_guid: issued[0].guid, settlement_date: '2026-03-17' },
      ...{ amount: 10.5, credit_partial: true },
    });
    const { closing } = await other.ok('get-customer-statement', { guid });
    const { rows } = await other.ok('find-customers', { search: 'Aurar' });
    const { unpaid } = await other.ok('find-invoices', { customer_guid: guid });
    const aged = await other.ok('get-aged-receivables');
    const overview = await other.ok('get-overview');
    assert.deepEqual(
      [closing, rows[0].owed, unpaid.total, aged.rows[0].total, aged.total.total, overview.unpaid.total],
      // The note is of 11 krónur on paper, but 89.90 are charged as 90.
      Array(6).fill(290),
    );
  });

  test('lists the documents of a day in the order of their numbers, and items by price', async () => {
    const fresh = await signInToConsole(await kvitt.account());
    const { guid } = await fresh.ok('create-customer', { name: 'Tíu', output_select: '4' });
    let last = '';
    for (let number = 1; number <= 11; number++)
      last = (await fresh.ok('create-invoice', invoice({ customer: { guid } }))).guid;
    await fresh.ok('create-invoice', {
      ...{ type: 'credit', ref_invoice_guid: last, settlement_date: '2026-03-17' },
      ...{ amount: 240, credit_partial: true },
    });
    const { movements } = await fresh.ok('get-customer-statement', { guid });
    assert.deepEqual(
      movements.map(({ number }: { number: string }) => number),
      Array.from({ length: 12 }, (_, index) => String(index + 1)),
    );
    for (const unit_price of [900, 10_000, 95.5])
      await fresh.ok('create-item', { description: 'Vara', unit_price, tax: 'S' });
    const { rows } = await fresh.ok('find-items', { sort: 'price' });
    assert.deepEqual(
      rows.map(({ unit_price }: { unit_price: number }) => unit_price),
      [10_000, 1000, 900, 95.5],
    );
  });

  test('has notes and contacts, which only the company sees', async () => {
    const { guid: note } = await person.ok('add-customer-note', {
      customer_guid: customer,
      text: 'Vill PDF',
    });
    const fields = { customer_guid: customer, name: 'Sigga', role: 'Bókhald', email: 'sigga@example.is' };
    const { guid: contact } = await person.ok('save-customer-contact', fields);
    await person.ok('save-customer-contact', { ...fields, guid: contact, name: 'Sigríður' });
    const read = () => person.ok('get-customer-notes', { customer_guid: customer });
    const { notes, contacts } = await read();
    assert.deepEqual([notes[0].text, notes[0].person], ['Vill PDF', seller.username]);
    assert.deepEqual(
      contacts.map((one: { name: string }) => one.name),
      ['Sigríður'],
    );
    await person.assertRefused('save-customer-contact', [
      [{ ...fields, name: '' }, 'field_required: Field name is required'],
      [{ ...fields, email: 'x' }, 'field_invalid: Field email must be an e-mail address'],
      [{ ...fields, customer_guid: note }, 'customer_not_found: No customer found'],
    ]);
    await person.assertRefused('add-customer-note', [
      [{ customer_guid: customer }, 'field_required: Field text is required'],
      [
        { customer_guid: customer, text: 'x'.repeat(4001) },
        'field_invalid: Field text must be at most 4000 characters',
      ],
    ]);
    assert.equal((await other.call('delete-customer-note', { guid: note })).body.error, 'note_not_found');
    assert.equal(
      (await other.call('delete-customer-contact', { guid: contact })).body.error,
      'contact_not_found',
    );
    const foreign = (await other.ok('create-customer', { name: 'Annar', output_select: '4' })).guid;
    await other.assertRefused('save-customer-contact', [
      [{ customer_guid: foreign, name: 'Annar', guid: contact }, 'contact_not_found: No contact found'],
      [{ customer_guid: foreign, name: 'Annar', guid: note }, 'contact_not_found: No contact found'],
    ]);
    assert.equal((await read()).contacts[0].name, 'Sigríður');
    await person.ok('delete-customer-note', { guid: note });
    await person.ok('delete-customer-contact', { guid: contact });
    assert.deepEqual(await read(), { notes: [], contacts: [] });
  });

  test('saves the filters of a list for the person, under a name', async () => {
    const view = { screen: '/invoices', name: 'Stórir', filters: { min: '100000' } };
    const { guid } = await person.ok('save-view', view);
    await person.ok('save-view', { ...view, name: 'stórir', filters: { min: '5' } });
    assert.deepEqual((await person.ok('get-saved-views')).views, [
      { guid, screen: '/invoices', name: 'stórir', filters: { min: '5' } },
    ]);
    assert.deepEqual((await other.ok('get-saved-views')).views, []);
    assert.equal((await other.call('delete-view', { guid })).body.error, 'view_not_found');
    assert.equal((await person.call('save-view', { ...view, name: '' })).status, 422);
    assert.equal((await person.call('save-view', { ...view, filters: 'x' })).status, 422);
    await person.ok('delete-view', { guid });
    assert.deepEqual((await person.ok('get-saved-views')).views, []);
  });

  test('searches every list, by amounts too', async () => {
    const count = async (name: string, fields: object) => {
      const answer = await person.ok(name, fields);
      return (answer.rows ?? answer).length;
    };
    assert.equal(await count('find-invoices', { search: '1.240' }), 5);
    assert.equal(await count('find-invoices', { search: '1.240,00 kr.' }), 5);
    assert.equal(await count('find-invoices', { min_amount: 240, max_amount: 1000 }), 1);
    assert.equal((await person.call('find-invoices', { min_amount: 'x' })).status, 422);
    // By what is shown: 2,999.56 krónur are 3,000 on paper and screen.
    const uneven = { description: 'Vinna', qty: 1, unit_price: 2419, tax: 'S' };
    await seller.ok('create-invoice', { data: invoice({ amount: 2999.56, items: [uneven] }) });
    for (const search of ['3.000', '2999,56']) assert.equal(await count('find-invoices', { search }), 1);
    assert.equal(await count('find-invoices', { min_amount: 3000, max_amount: 3000 }), 1);
    const line = { description: 'Vinna', qty: 1, unit_price: 1000, tax: 'S' };
    const document = { customer: { guid: customer }, items: [line] };
    await person.ok('create-quote', document);
    await person.ok('create-draft-invoice', document);
    for (const name of ['get-quotes', 'get-draft-invoices']) {
      assert.equal(await count(name, { search: 'jón' }), 1, name);
      assert.equal(await count(name, { search: 'enginn' }), 0, name);
    }
    await person.ok('create-task', {
      customer_guid: customer,
      name: 'Vefur',
      item: { description: 'Vinna', unit_price: 1 },
    });
    assert.equal(await count('get-tasks', { search: 'vef' }), 1);
    assert.equal(await count('get-tasks', { search: 'enginn' }), 0);
    const cost = {
      date: '2026-03-01',
      amount: 500,
      supplier_name: 'BYKO',
      supplier_id: '5501234520',
      how_paid: 1,
      type: '2093',
    };
    await person.ok('create-cost-adv', cost);
    assert.equal(await count('find-costs', { search: '500' }), 1);
    assert.equal(await count('find-costs', { min_amount: 501 }), 0);
    await person.ok('create-cost-adv', { ...cost, amount: 699.6 });
    assert.equal(await count('find-costs', { search: '700' }), 1);
    assert.equal(await count('find-costs', { min_amount: 700 }), 1);
    assert.equal(await count('find-costs', { from_date: '2026-03-02' }), 0);
  });

  test('refuses to print or mail a statement of thousands of entries', async () => {
    const other = await kvitt.account();
    const { db } = kvitt.service.engine.kernel;
    await db.transaction((tx) => tx.script(invoicesSql(other.username, 4001)));
    const desk = await signInToConsole(other);
    const [{ guid }] = (await desk.ok('find-customers')).rows;
    const refusal =
      'field_invalid: Field from_date must be later: the statement has 4001 entries, and at most 4000 can be printed';
    const to_date = '2026-12-31';
    await desk.assertRefused('get-customer-statement-pdf', [[{ guid, to_date }, refusal]]);
    await desk.assertRefused('send-customer-statement', [[{ guid, to_date, email: 'a@b.is' }, refusal]]);
    assert.equal((await desk.ok('get-customer-statement', { guid, to_date })).movements.length, 4001);
    await desk.ok('get-customer-statement-pdf', { guid, to_date, from_date: '2026-12-01' });
  });

  test('mails a statement, keeps a log of it, and lists what happened newest first', async () => {
    const refused =
      'delivery_refused: This customer has no e-mail address; send email to mail the statement nevertheless';
    await person.assertRefused('send-customer-statement', [
      [{ guid: customer }, refused],
      [{ guid: customer, email: 'nobody' }, 'field_invalid: Field email must be an e-mail address'],
      [
        { guid: customer, from_date: '2026-03-02', to_date: '2026-03-01' },
        'field_invalid: Field to_date must be on or after from_date (2026-03-02)',
      ],
      [{}, 'field_required: Field guid is required'],
    ]);
    const to = 'bokhald@kaupandi.example';
    await person.ok('send-customer-statement', { guid: customer, email: to });
    await person.ok('add-customer-note', { customer_guid: customer, text: 'Hringdi' });
    assert.equal((await runJobsWithoutFailure(kvitt))['send-statement'], 1);
    const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${to}`);
    const mail = mails.at(-1);
    assert.match(mail.subject, /^Hreyfingayfirlit [\d.]+ – [\d.]+ · \S/);
    assert.equal(mail.attachments.length, 1);
    const { rows, more } = await person.ok('get-customer-timeline', { guid: customer, limit: 4 });
    const brief = (all: Record<string, string>[]) => all.map((row) => `${row.record} ${row.event}`);
    assert.deepEqual(brief(rows).slice(0, 2).sort(), ['note created', 'statement sent']);
    assert.equal(more, true);
    const statement = rows.find((row: { record: string }) => row.record === 'statement');
    assert.deepEqual([statement.text, statement.person], [to, seller.username]);
    const all = await person.ok('get-customer-timeline', { guid: customer, limit: 100 });
    assert.equal(all.more, false);
    const second = await person.ok('get-customer-timeline', { guid: customer, limit: 4, page: 2 });
    assert.deepEqual([...rows, ...second.rows], all.rows.slice(0, 8), 'pages neither overlap nor skip');
    assert.ok(
      ['invoice issued', 'invoice paid', 'credit issued'].every((one) => brief(all.rows).includes(one)),
    );
    for (const operation of ['get-customer-timeline', 'send-customer-statement'])
      assert.equal((await other.call(operation, { guid: customer })).body.error, 'customer_not_found');
  });

  test('shows payments, reversals and write-offs in the timelines of customer and invoice', async () => {
    const { guid: buyer } = await person.ok('create-customer', { name: 'Anna', output_select: '4' });
    const guid = await issue('2026-03-01', { customer: { guid: buyer } });
    const pay = async (amount: number) =>
      (await person.ok('record-payment', { amount, allocations: [{ invoice_guid: guid }] })).payment.guid;
    await pay(1000);
    const last = await pay(240);
    await person.ok('reverse-payment', { guid: last, data: { reason: 'Rangt skráð' } });
    await person.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
    await person.ok('undo-write-off', { guid });
    await person.ok('record-payment', { amount: 700, customer_guid: buyer, allocations: [] });
    await person.ok('record-payment', { amount: 300, customer_guid: buyer, direction: 'out' });
    const { timeline } = await person.ok('get-invoice', { guid });
    assert.deepEqual(
      timeline.map(({ event, reason }: Record<string, string>) => [event, reason]),
      [
        ['issued', ''],
        ['part_paid', '1000.00 ISK'],
        ['paid', ''],
        ['payment_reversed', '240.00 ISK'],
        ['reopened', ''],
        ['written_off', '240.00 ISK'],
        ['write_off_undone', ''],
      ],
    );
    const { rows } = await person.ok('get-customer-timeline', { guid: buyer });
    const events = rows.map(({ event, amount }: { event: string; amount: number }) => `${event} ${amount}`);
    const wanted = ['issued 1240', 'paid 1000', 'paid 240', 'payment_reversed 0', 'reopened 0'];
    const credit = ['received 700', 'paid_back 300'];
    assert.deepEqual(
      events.toSorted(),
      [...wanted, ...credit, 'write_off_undone 0', 'written_off 0'].toSorted(),
    );
  });
});
