import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { buy, openSale } from '../../support/sales.ts';
import { onBothDatabases } from '../../support/service.ts';

const OWN = companyKennitala(571);
const FIRST = {
  name: 'Fyrsti Kaupandi',
  registration_no: OWN,
  email: 'fyrsti@example.is',
  address: 'Nýbýlavegur 1',
  zip: '200',
  city: 'Kópavogur',
  phone_number: '5551234',
  tax_exempt: 1,
};
const NOBODY = { address: '', zip: '', city: '', email: '' };

/** Shops make out a sale to an unnamed buyer to the kennitala of the seller. */
onBothDatabases("a customer with the account's own kennitala", (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account({ registration_no: OWN });
    await seller.ok('create-invoice', { data: invoice({ customer: FIRST, amount: 1000 }) });
  });
  const issue = async (customer: object) => seller.ok('create-invoice', { data: invoice({ customer }) });
  const buyerOf = async (guid: string) => {
    const { name, address, zip, city, email } = (await seller.ok('get-invoice', { guid })).customer;
    return { name, address, zip, city, email };
  };

  test('is stored without anything of the buyer', async () => {
    const [profile, ...others] = await seller.ok('get-customers');
    assert.deepEqual(others, []);
    const { name, registration_no, email, address, phone_number, tax_exempt } = profile;
    assert.deepEqual(
      { name, registration_no, email, address, phone_number, tax_exempt },
      {
        ...{ name: 'Staðgreitt', registration_no: OWN, email: '', address: '', phone_number: '' },
        tax_exempt: false,
      },
    );
  });

  test('passes nothing on to the next buyer, and mails nobody', async () => {
    const sent = [
      { name: 'Annar', registration_no: OWN, email: '', output_select: 3 },
      { name: 'Annar', kennitala: OWN },
      { name: 'Annar', registration_no: `${OWN.slice(0, 6)}-${OWN.slice(6)}`, output_select: 3, address: '' },
    ];
    for (const customer of sent) {
      const guid = await issue(customer);
      assert.deepEqual(await buyerOf(guid), { name: 'Annar', ...NOBODY });
      await runJobsWithoutFailure(kvitt);
      const { timeline } = await seller.ok('get-invoice', { guid });
      assert.deepEqual(
        timeline.map(({ event, recipient, reason }: any) => [event, recipient, reason]),
        [
          ['issued', '', ''],
          ['given_up', '', 'The customer has no e-mail address'],
        ],
      );
    }
    const { body } = await kvitt.operator('GET', '/sandbox/mail?to=fyrsti@example.is');
    assert.equal(body.length, 1);
    assert.equal(await seller.ok('get-count-customers'), 1);
  });

  test('stays empty on orders, drafts, quotes and templates too', async () => {
    const body = { amount: 1240, currency: 'ISK', items: [line()] };
    const named = {
      ...body,
      customer: { name: 'Þriðji', registration_no: OWN, email: 'thridji@example.is' },
    };
    const order = await seller.ok('create-order-invoice', { data: named });
    const draft = await seller.ok('create-draft-invoice', { data: { ...body, kennitala: OWN } });
    const quote = await seller.ok('create-quote', { data: named });
    await seller.ok('update-quote', {
      guid: quote,
      data: { customer: { registration_no: OWN, city: 'Höfn' } },
    });
    await seller.ok('create-recurring-invoice', {
      data: {
        ...{ ...named, recurring_name: 'x', recurring_interval: 'monthly', recurring_max_invoice: 1 },
        ...{ recurring_start_date: '2026-03-10', recurring_link_national: 1 },
      },
    });
    await issue({ name: 'Fjórði', registration_no: OWN, email: 'fjordi@example.is', city: 'Akureyri' });
    const third = { ...NOBODY, name: 'Þriðji', email: 'thridji@example.is' };
    const made: [guid: string, buyer: object][] = [
      [await seller.ok('create-invoice-from-order', { guid: order }), third],
      [await seller.ok('issue-draft-invoice', { guid: draft }), { name: 'Staðgreitt', ...NOBODY }],
      [await seller.ok('accept-quote', { guid: quote }), { ...third, city: 'Höfn' }],
    ];
    for (const [guid, expected] of made) assert.deepEqual(await buyerOf(guid), expected);
    await kvitt.operator('POST', '/jobs/run', { today: '2026-03-10' });
    const [recurring] = await seller.ok('get-invoices', { from_date: '2026-03-10', to_date: '2026-03-10' });
    assert.deepEqual(await buyerOf(recurring.guid), third);
  });

  test('has the fields that the buyer typed at the counter', async () => {
    const { guid } = await openSale(seller);
    for (const name of ['Fimmti', 'Sjötti']) {
      const { invoice_guid } = await buy(seller, guid, { name, email: `${name}@example.is`, kennitala: OWN });
      assert.deepEqual(await buyerOf(invoice_guid), { ...NOBODY, name, email: `${name}@example.is` });
    }
    assert.equal(await seller.ok('get-count-customers'), 1);
  });
});
