import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addDays } from '../../../src/domain/values/dates.ts';
import { companyKennitala } from '../../domain/generators.ts';
import type { Client } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { OpenApiChecker } from '../../support/reference.ts';
import { buy, buyer, openSale, postToSales, sale, tryToBuy } from '../../support/sales.ts';
import { AWKWARD, AWKWARD_LINE, invalid, readBooks, required } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const TODAY = '2026-01-31';

onBothDatabases('operator API: purchases', (kvitt) => {
  let seller: Client;
  before(async () => {
    kvitt.now = () => new Date(`${TODAY}T12:00:00Z`);
    seller = await kvitt.account();
  });
  const readStock = async (guid: string) => {
    const sales = await seller.ok('get-product-sales', { limit: 1000 });
    return sales.find((one: { guid: string }) => one.guid === guid).inventory_count;
  };
  const buyAndReadInvoice = async (guid: string, fields: object = {}) =>
    seller.ok('get-invoice', { guid: (await buy(seller, guid, { ...fields })).invoice_guid });

  test('creates a customer and a numbered invoice with payment terms and a payment link', async () => {
    const { guid } = await openSale(seller, { terms: 'Skilafrestur 14 dagar' });
    const before = await seller.ok('get-count-customers');
    const fields = { address: 'Hafnarstræti 1', zip: 600, city: 'Akureyri', qty: 3 };
    const { status, body } = await tryToBuy(seller, guid, fields);
    assert.deepEqual([status, Object.keys(body).sort()], [201, ['invoice_guid', 'invoice_number']]);
    const invoice = await seller.ok('get-invoice', { guid: body.invoice_guid });
    assert.equal(invoice.number, body.invoice_number);
    const { amount, status: state, issue_date, due_date, settlement_date, terms, total_24vat } = invoice;
    assert.deepEqual(
      { amount, state, issue_date, due_date, settlement_date, terms, total_24vat },
      {
        amount: 7440,
        state: 'Sent',
        issue_date: TODAY,
        due_date: addDays(TODAY, 3),
        settlement_date: addDays(TODAY, 7),
        terms: 'Skilafrestur 14 dagar',
        total_24vat: 6000,
      },
    );
    assert.equal((await fetch(invoice.payment_link)).status, 200);
    assert.equal(await seller.ok('get-count-customers'), before + 1);
    const customer = await seller.ok('get-customer', { guid: invoice.customer.guid });
    assert.deepEqual(
      [customer.name, customer.email, customer.output_select, customer.zip],
      [buyer.name, buyer.email, '3', '600'],
    );
  });

  test('creates a paid invoice without a link when it is paid or free', async () => {
    const { guid } = await openSale(seller);
    const free = await openSale(seller, { amount: 0 });
    for (const invoice of [
      await buyAndReadInvoice(guid, { paid: true }),
      await buyAndReadInvoice(free.guid),
    ]) {
      const { status, due_date, settlement_date, payment_link } = invoice;
      assert.deepEqual([status, due_date, settlement_date, payment_link], ['Paid', TODAY, TODAY, undefined]);
    }
  });

  test('uses the newest active profile of a known kennitala with its terms and VAT', async () => {
    const registration_no = companyKennitala(33);
    const profile = { name: 'Sendiráð', output_select: 4, registration_no, due_date: 10 };
    const exempt = { ...profile, tax_exempt: 1, settlement_date: 20 };
    await seller.ok('create-customer', { data: profile });
    const known = await seller.ok('create-customer', { data: exempt });
    await seller.ok('create-customer', { data: { ...profile, active: 0 } });
    const { guid } = await openSale(seller);
    const kennitala = `${registration_no.slice(0, 6)}-${registration_no.slice(6)}`;
    const invoice = await buyAndReadInvoice(guid, { kennitala, qty: 2 });
    assert.deepEqual(
      [invoice.customer.guid, invoice.amount, invoice.due_date, invoice.settlement_date],
      [known, 4000, addDays(TODAY, 10), addDays(TODAY, 20)],
    );
  });

  test('reduces the stock until it is empty, and each refusal says what is left', async () => {
    const { guid } = await openSale(seller, { inventory_count: 5 });
    await buy(seller, guid, { qty: 2 });
    const number = await seller.ok('get-count-invoices');
    const tooMany = await tryToBuy(seller, guid, { qty: 4 });
    assert.deepEqual(tooMany, {
      status: 409,
      body: { error: 'sold_out', message: 'Only 3 left; ask for that many or fewer' },
    });
    await buy(seller, guid, { qty: 3 });
    const soldOut = await tryToBuy(seller, guid);
    assert.deepEqual(soldOut, { status: 409, body: { error: 'sold_out', message: 'Sold out' } });
    assert.equal(await readStock(guid), 0);
    assert.equal(await seller.ok('get-count-invoices'), number + 1);
  });

  test('is executed once for a repeated Idempotency-Key', async () => {
    const { guid } = await openSale(seller, { inventory_count: 5 });
    const key = { 'idempotency-key': 'one-ticket' };
    const [first, second] = await Promise.all([1, 2].map(() => tryToBuy(seller, guid, {}, key)));
    assert.deepEqual([first?.status, first], [201, second]);
    assert.equal(await readStock(guid), 4);
  });

  test('of a donation uses the given amount, or the suggested one', async () => {
    const { guid } = await openSale(seller, { type: 'DONA', amount: 5000 });
    assert.equal((await buyAndReadInvoice(guid, { amount: 123.45 })).amount, 123.45);
    const { amount, total_0vat } = await buyAndReadInvoice(guid);
    assert.deepEqual([amount, total_0vat], [5000, 5000]);
    const open = await openSale(seller, { type: 'DONA', amount: 0 });
    assert.equal((await tryToBuy(seller, open.guid)).body.message, 'Field amount is required');
    const two = await tryToBuy(seller, guid, { qty: 2 });
    assert.equal(two.body.message, 'Field qty must be 1 for a donation; send amount instead');
  });

  test('stores awkward texts, names and labels on one line', async () => {
    const { guid } = await openSale(seller, { type: 'EVENT', name: AWKWARD, fields: [{ label: AWKWARD }] });
    await buy(seller, guid, { name: AWKWARD, message: AWKWARD, fields: { [AWKWARD_LINE]: AWKWARD } });
    const [row] = await seller.ok('get-product-sale-attends', { guid });
    assert.deepEqual(
      [row.name, row.message, row.fields],
      [AWKWARD_LINE, AWKWARD, [{ label: AWKWARD_LINE, value: AWKWARD }]],
    );
  });

  test('is refused with a reason, and nothing is stored', async () => {
    const fields = [{ label: 'Stærð', required: true }, { label: 'Litur' }];
    const { guid } = await openSale(seller, { fields, inventory_count: 9 });
    const before = [await readBooks(seller), await readStock(guid)];
    const good = { fields: { Stærð: 'M' } };
    const whole = 'must be a whole number from 1 to 1000';
    const rows: [what: string, sent: object, refusal: string][] = [
      ['no name', { name: '' }, required('name')],
      ['no e-mail', { email: undefined }, required('email')],
      ['no address of mail', { email: 'anna' }, invalid('email', 'must be an e-mail address')],
      [
        'no kennitala',
        { kennitala: '1234567890' },
        invalid('kennitala', 'must be a valid kennitala of 10 digits'),
      ],
      ['nothing', { qty: 0 }, invalid('qty', whole)],
      ['a half', { qty: 1.5 }, invalid('qty', whole)],
      ['a thousand and one', { qty: 1001 }, invalid('qty', whole)],
      [
        'another total',
        { amount: 2000 },
        'amount_mismatch: Field amount must equal the lines plus VAT: send 2480.00 instead of 2000',
      ],
      ['a question left open', { fields: {} }, required('fields.Stærð')],
      ['a blank answer', { fields: { Stærð: ' ' } }, required('fields.Stærð')],
      [
        'an answer to nothing',
        { fields: { Stærð: 'M', Size: 'M' } },
        invalid('fields.Size', 'is not asked for by this sale; it asks for: Stærð, Litur'),
      ],
      ['a list of answers', { fields: ['M'] }, invalid('fields', 'must be an object of labels and answers')],
      ['an object as answer', { fields: { Stærð: {} } }, invalid('fields.Stærð', 'must be text')],
      [
        'an answer without end',
        { fields: { Stærð: 'x'.repeat(1001) } },
        invalid('fields.Stærð', 'must be at most 1000 characters'),
      ],
      [
        'a message without end',
        { message: 'x'.repeat(2001) },
        invalid('message', 'must be at most 2000 characters'),
      ],
      ['neither yes nor no', { paid: 'soon' }, invalid('paid', 'must be true or false (1 or 0)')],
    ];
    const answers: Record<string, string> = {};
    for (const [title, sent] of rows) {
      const { status, body } = await tryToBuy(seller, guid, { ...good, ...sent });
      answers[title] = `${body.error}: ${body.message}`;
      assert.equal(status, 422, title);
    }
    assert.deepEqual(answers, Object.fromEntries(rows.map(([title, , refusal]) => [title, refusal])));
    assert.deepEqual([await readBooks(seller), await readStock(guid)], before);
  });

  test('is refused for a closed, unknown or foreign sale', async () => {
    const closed = await openSale(seller, { open: false });
    const shut = await tryToBuy(seller, closed.guid);
    assert.deepEqual([shut.status, shut.body.error], [409, 'sale_closed']);
    const foreignSale = await openSale(await kvitt.account());
    const unknown = await tryToBuy(seller, UNKNOWN_GUID);
    assert.deepEqual(unknown, {
      status: 404,
      body: { error: 'product_sale_not_found', message: 'No product sale found' },
    });
    assert.deepEqual(await tryToBuy(seller, foreignSale.guid), unknown);
    assert.deepEqual(await tryToBuy(seller, 'tickets'), unknown);
  });

  test('of a subscription creates the first invoice at once and later ones each month', async () => {
    const subscriber = await kvitt.account();
    const { guid } = await openSale(subscriber, {
      type: 'SUB',
      name: 'Áskrift',
      amount: 990,
      inventory_count: 7,
    });
    const first = await buy(subscriber, guid, { qty: 2, paid: true });
    const [template] = await subscriber.ok('get-recurring-invoices');
    const { recurring_name, recurring_interval, next_date, invoice_count, amount } = template;
    assert.deepEqual(
      [recurring_name, recurring_interval, next_date, invoice_count, amount],
      ['Áskrift', 'monthly', '2026-02-28', 1, 1980],
    );
    for (const today of [TODAY, '2026-02-27', '2026-02-28', '2026-02-28', '2026-03-31'])
      await runJobs(kvitt, today);
    const invoices = await subscriber.ok('get-invoices', { sort: 'date_asc' });
    assert.deepEqual(
      invoices.map((one: Record<string, unknown>) => [one.issue_date, one.amount, one.status]),
      [
        [TODAY, 1980, 'Paid'],
        ['2026-02-28', 1980, 'Sent'],
        ['2026-03-31', 1980, 'Sent'],
      ],
    );
    assert.equal(invoices[0].guid, first.invoice_guid);
    assert.equal(new Set(invoices.map((one: any) => one.customer.guid)).size, 1);
    assert.equal((await subscriber.ok('get-product-sales'))[0].inventory_count, 5);
  });

  test('matches its documentation', async () => {
    const reference = await OpenApiChecker.of(kvitt.url);
    const path = '/operator/accounts/{username}/product-sales';
    const created = await postToSales(seller, '', { ...sale, inventory_count: 1 });
    reference.check('POST', path, created.status, created.body);
    for (const status of [201, 409]) {
      const answer = await tryToBuy(seller, created.body.guid);
      assert.equal(answer.status, status);
      reference.check('POST', `${path}/{guid}/orders`, status, answer.body);
    }
  });
});
