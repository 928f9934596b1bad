import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { invalid, required } from '../../support/scenarios.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const KENNITALA = companyKennitala(501);
const OTHER = companyKennitala(502);
const PROFILE = {
  name: 'Bakarí ehf.',
  registration_no: KENNITALA,
  output_select: '4',
  email: 'old@example.is',
  address: 'Laugavegur 1',
  zip: '101',
  city: 'Reykjavík',
};
const SENT = {
  name: 'Staðgreitt',
  output_select: 3,
  email: 'new@example.is',
  address: 'Nýbýlavegur 1',
  zip: 200,
  city: '',
};
const ON_DOCUMENT = {
  name: 'Staðgreitt',
  email: 'new@example.is',
  address: 'Nýbýlavegur 1',
  zip: '200',
  city: 'Reykjavík',
  registration_no: KENNITALA,
};

async function subjectsTo(kvitt: TestService, address: string): Promise<string[]> {
  const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${address}`);
  return body.map(({ subject }: { subject: string }) => subject.split(' · ')[0]);
}

async function create(seller: Client, fields: object): Promise<any> {
  const guid = await seller.ok('create-invoice', { data: invoice({ ...fields }) });
  return seller.ok('get-invoice', { guid });
}

onBothDatabases('the customer on a document', (kvitt) => {
  test('has the fields that were sent; the profile stays as it is', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: PROFILE });
    const before = await seller.ok('get-customer', { guid });
    for (const who of [{ guid }, { registration_no: KENNITALA }, { kennitala: KENNITALA, guid: '' }]) {
      const { customer } = await create(seller, { customer: { ...SENT, ...who } });
      assert.deepEqual(customer, { guid, ...ON_DOCUMENT });
    }
    assert.deepEqual(await seller.ok('get-customer', { guid }), before);
    assert.equal(await seller.ok('get-count-customers'), 1);
  });

  test('is kept by orders, drafts, quotes and templates until their invoices are issued', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: PROFILE });
    const body = { amount: 1240, currency: 'ISK', customer: { guid, ...SENT }, items: [line()] };
    const order = await seller.ok('create-order-invoice', { data: body });
    const draft = await seller.ok('create-draft-invoice', { data: body });
    const quote = await seller.ok('create-quote', { data: body });
    const schedule = {
      recurring_name: 'x',
      recurring_interval: 'monthly',
      recurring_start_date: '2026-03-01',
      recurring_max_invoice: 1,
    };
    for (const recurring_link_national of [0, 1])
      await seller.ok('create-recurring-invoice', {
        data: { ...body, ...schedule, recurring_link_national },
      });
    await seller.ok('update-customer', { guid, data: { email: 'changed@example.is', city: 'Akureyri' } });
    // An update that names the same customer keeps what was sent before.
    await seller.ok('update-draft-invoice', { guid: draft, data: { customer: { guid }, booking: 'b' } });
    const made = [
      await seller.ok('create-invoice-from-order', { guid: order }),
      await seller.ok('issue-draft-invoice', { guid: draft }),
      await seller.ok('accept-quote', { guid: quote }),
    ];
    const expected = { guid, ...ON_DOCUMENT, city: 'Akureyri' };
    for (const one of made)
      assert.deepEqual((await seller.ok('get-invoice', { guid: one })).customer, expected);
    await kvitt.operator('POST', '/jobs/run', { today: '2026-03-01' });
    const recurring = await seller.ok('get-invoices', { from_date: '2026-03-01', to_date: '2026-03-01' });
    assert.deepEqual(recurring.map(({ customer }: any) => [customer.email, customer.city]).sort(), [
      ['new@example.is', 'Akureyri'],
      ['new@example.is', 'Reykjavík'],
    ]);
  });

  test('is mailed at the address that was sent with the document', async () => {
    const seller = await kvitt.account();
    const cash = (email: string) => ({
      name: 'Staðgreitt',
      registration_no: OTHER,
      email,
      output_select: 3,
    });
    await create(seller, { customer: cash('fyrsti@example.is') });
    const second = await create(seller, { customer: cash('annar@example.is') });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        amount: 1240,
        settlement_date: '2099-12-31',
        ref_invoice_guid: second.guid,
        customer: cash('thridji@example.is'),
      },
    });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await subjectsTo(kvitt, 'fyrsti@example.is'), ['Reikningur 1']);
    assert.deepEqual(await subjectsTo(kvitt, 'annar@example.is'), ['Reikningur 2']);
    assert.deepEqual(await subjectsTo(kvitt, 'thridji@example.is'), ['Kreditreikningur 3']);
    assert.equal(await seller.ok('get-count-customers'), 1);
  });

  test('gets an e-invoice where that was sent, and pays no VAT only where profile or document say so', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: { ...PROFILE, tax_exempt: 1 } });
    const einvoice = { output_select: 2, trading_partner_id: KENNITALA };
    const exempt = await create(seller, { customer: { guid, ...einvoice }, amount: 1000 });
    assert.equal(exempt.xml_status, 'queued');
    const taxed = await create(seller, { customer: { guid, tax_exempt: 0 } });
    assert.deepEqual([taxed.amount, taxed.xml_status], [1240, '']);
  });

  test('is refused with wrong fields, and without an address for the way of delivery', async () => {
    const seller = await kvitt.account();
    const paper = await seller.ok('create-customer', { data: { name: 'Pappír', output_select: 4 } });
    const refusals: [object, string][] = [
      [{ guid: paper, email: 'x' }, invalid('customer.email', 'must be an e-mail address')],
      [{ guid: paper, output_select: 3 }, required('customer.email')],
      [
        { guid: paper, registration_no: '1234567890' },
        invalid('customer.registration_no', 'must be a valid kennitala of 10 digits'),
      ],
      [{ guid: paper, name: ['x'] }, invalid('customer.name', 'must be text')],
    ];
    for (const endpoint of ['create-invoice', 'create-draft-invoice'])
      for (const [customer, expected] of refusals) {
        const reply = await seller.expectRefusal(endpoint, { data: invoice({ customer }) });
        assert.equal(`${reply.error_code}: ${reply.message}`, expected);
      }
    const unrouted = { guid: paper, output_select: 2, email: 'a@b.is' };
    for (const endpoint of ['create-invoice', 'create-order-invoice']) {
      const reply = await seller.expectRefusal(endpoint, { data: invoice({ customer: unrouted }) });
      assert.equal(reply.error_code, 'einvoice_refused');
      assert.match(reply.message, /send customer\.address .*send trading_partner_id/);
    }
  });

  test('decides about claim, discount and terms where the body has none', async () => {
    const seller = await kvitt.account();
    const settings = { invoice_terms_is: 'Fyrirtækið' };
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings });
    const defaults = { is_claim: 1, is_discount: 1, term: 'Innan 10 daga' };
    const guid = await seller.ok('create-customer', { data: { ...PROFILE, ...defaults } });
    const customer = { guid };
    const claimOf = async (fields: object, endpoint = 'create-draft-invoice') => {
      const created = await seller.ok(endpoint, { data: invoice({ customer, ...fields }) });
      return (await seller.ok('get-draft-invoice', { guid: created })).is_claim;
    };
    assert.equal(await claimOf({}), true);
    for (const fields of [
      { is_claim: 0 },
      { mark_paid: 1 },
      { is_payment_link: 1 },
      { currency: 'EUR', exchange_rate: 150 },
    ])
      assert.equal(await claimOf(fields), false, JSON.stringify(fields));
    const collected = await create(seller, { customer: { ...PROFILE, is_claim: 0 }, is_claim: 1 });
    const refused = await create(seller, { customer, is_claim: 0 });
    const silent = await create(seller, { customer });
    assert.deepEqual([silent.terms, silent.is_discount], ['Innan 10 daga', false]);
    await runJobsWithoutFailure(kvitt);
    const claims = [silent, collected, refused].map(({ guid: one }) =>
      seller.ok('get-invoice', { guid: one }),
    );
    assert.deepEqual(
      (await Promise.all(claims)).map(({ claim_status }) => claim_status),
      ['sent', 'sent', ''],
    );
    const reduced = await create(seller, { customer, discount_value: 10, discount_type: 1, amount: 1116 });
    assert.deepEqual([reduced.is_discount, reduced.discount_value], [true, 10]);
    assert.equal((await create(seller, { customer, discount_value: 10, is_discount: 0 })).is_discount, false);
    const draft = await seller.ok('create-draft-invoice', { data: invoice({ customer }) });
    await seller.ok('update-draft-invoice', { guid: draft, data: { mark_paid: 1 } });
    const { is_claim, mark_paid } = await seller.ok('get-draft-invoice', { guid: draft });
    assert.deepEqual([is_claim, mark_paid], [false, true]);
    const withoutPlan = await kvitt.account({ subscriptions: ['webservice'] });
    assert.equal((await create(withoutPlan, { customer: PROFILE })).terms, '');
  });

  test('is created once by documents that are sent at the same moment', async () => {
    const seller = await kvitt.account();
    const customer = { ...PROFILE, registration_no: companyKennitala(517) };
    const body = { ...invoice({ customer }), due_date: undefined, settlement_date: 14 };
    const start = { recurring_name: 'R', recurring_interval: 'monthly', recurring_start_date: '2026-05-01' };
    const sent = [
      ...Array.from({ length: 4 }, () => create(seller, { customer })),
      ...['order-invoice', 'draft-invoice', 'quote'].map((kind) =>
        seller.ok(`create-${kind}`, { data: body }),
      ),
      seller.ok('create-recurring-invoice', { data: { ...body, ...start } }),
    ];
    const [first, ...others] = await Promise.all(sent);
    const found = await seller.ok('get-customers-by-kennitala', { kennitala: customer.registration_no });
    assert.deepEqual(
      found.map(({ guid }: { guid: string }) => guid),
      [first.customer.guid],
    );
    for (const { customer: made } of others.slice(0, 3)) assert.equal(made.guid, first.customer.guid);
  });

  test('has the settlement days that final_date names', async () => {
    const seller = await kvitt.account();
    const days = async (fields: object) => {
      const guid = await seller.ok('create-customer', { data: { ...PROFILE, ...fields } });
      const { due_date, settlement_date } = await seller.ok('get-customer', { guid });
      return [due_date, settlement_date];
    };
    assert.deepEqual(await days({ final_date: 20 }), [3, 20]);
    assert.deepEqual(await days({ final_date: 0 }), [0, 0]);
    assert.deepEqual(await days({ final_date: 20, settlement_date: 9 }), [3, 9]);
    const inline = { name: 'Nýr', output_select: 4, final_date: 30 };
    const { customer } = await create(seller, { customer: inline });
    assert.equal((await seller.ok('get-customer', { guid: customer.guid })).settlement_date, 30);
  });

  test('is due no later than the settlement days that are sent alone', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: { ...PROFILE, settlement_date: 2 } });
    const days = async () => {
      const { due_date, settlement_date } = await seller.ok('get-customer', { guid });
      return [due_date, settlement_date];
    };
    assert.deepEqual(await days(), [2, 2]);
    await seller.ok('update-customer', { guid, data: { due_date: 5, settlement_date: 9 } });
    await seller.ok('update-customer', { guid, data: { settlement_date: 0 } });
    assert.deepEqual(await days(), [0, 0]);
    await seller.ok('update-customer', { guid, data: { due_date: 5, settlement_date: 9 } });
    const unset = { due_date: undefined, settlement_date: undefined };
    const body = invoice({ customer: { guid, settlement_date: 4 }, ...unset });
    const order = await seller.ok('create-order-invoice', { data: body });
    const { due_date, settlement_date } = await seller.ok('get-order-invoice', { guid: order });
    assert.deepEqual([due_date, settlement_date], [4, 4]);
    const inline = { name: 'Nýr', output_select: 4, settlement_date: 1 };
    const { customer } = await create(seller, { customer: inline });
    assert.equal((await seller.ok('get-customer', { guid: customer.guid })).due_date, 1);
  });
});
