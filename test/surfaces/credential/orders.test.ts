import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, daysBetween } from '../../../src/domain/values/dates.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, line } from '../../support/client.ts';
import { runJobs } from '../../support/jobs.ts';
import { onBothDatabases } from '../../support/service.ts';

const KINDS = [
  { kind: 'order', suffix: 'order-invoice', invoice: 'create-invoice-from-order' },
  { kind: 'draft', suffix: 'draft-invoice', invoice: 'issue-draft-invoice' },
  { kind: 'quote', suffix: 'quote', invoice: 'accept-quote' },
] as const;

const customer = {
  name: 'Kaupandi ehf.',
  output_select: 4,
  registration_no: '5501234520',
  due_date: 5,
  settlement_date: 9,
};

function body(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    currency: 'ISK',
    customer,
    items: [
      line({ item_number: 'A', qty: 4 }),
      line({ item_number: 'B', qty: 2, tax: 'AA', unit_price: 500 }),
    ],
    amount: 4 * 1240 + 2 * 555,
    ...fields,
  };
}

const one = (seller: Client, suffix: string, guid: string) => seller.ok(`get-${suffix}`, { guid });

onBothDatabases('orders, drafts and quotes', (kvitt) => {
  for (const { kind, suffix, invoice } of KINDS) {
    describe(`a ${kind}`, () => {
      test('is stored and read back, and creates no invoice by itself', async () => {
        const seller = await kvitt.account();
        const guid = await seller.ok(`create-${suffix}`, {
          data: body({ settlement_date: 30, description: 'Fyrir vorið' }),
        });
        const read = await one(seller, suffix, guid);
        assert.equal(read.system_type, kind);
        assert.equal(read.status, 'open');
        assert.equal(read.amount, 6070);
        assert.equal(read.settlement_date, 30);
        assert.equal(read.due_date, 5, "the customer's own days");
        assert.equal(read.description, 'Fyrir vorið');
        assert.deepEqual(
          read.items.map(({ qty, invoiced_qty }: any) => [qty, invoiced_qty]),
          [
            [4, 0],
            [2, 0],
          ],
        );
        assert.deepEqual(await seller.ok('get-invoices'), []);
        assert.deepEqual(await seller.ok(`get-invoices-from-${kind}`, { guid }), []);
      });

      test('becomes an invoice dated today, once', async () => {
        const seller = await kvitt.account();
        const guid = await seller.ok(`create-${suffix}`, {
          data: body({ due_date: 10, settlement_date: 20 }),
        });
        const created = await seller.ok(invoice, { guid });
        const read = await seller.ok('get-invoice', { guid: created });
        const days = (date: string) => (Date.parse(date) - Date.parse(read.issue_date)) / 86_400_000;
        assert.deepEqual([read.status, read.number, read.amount], ['Sent', '1', 6070]);
        assert.deepEqual([days(read.due_date), days(read.settlement_date)], [10, 20]);
        assert.equal((await one(seller, suffix, guid)).status, 'invoiced');
        assert.deepEqual(
          (await seller.ok(`get-invoices-from-${kind}`, { guid })).map((one: any) => one.guid),
          [created],
        );
        const repeated = await seller.expectRefusal(invoice, { guid });
        assert.equal(
          repeated.message,
          `This ${kind} is invoiced in full already; there is nothing left to invoice`,
        );
      });

      test('can be changed and deleted until a part of it is invoiced', async () => {
        const seller = await kvitt.account();
        const guid = await seller.ok(`create-${suffix}`, { data: body({ settlement_date: 30 }) });
        await seller.ok(`update-${suffix}`, { guid, data: { description: 'Ný lýsing' } });
        const changed = await one(seller, suffix, guid);
        assert.deepEqual(
          [changed.description, changed.amount, changed.settlement_date],
          ['Ný lýsing', 6070, 30],
        );
        await seller.ok(`update-${suffix}`, { guid, data: { items: [line({ qty: 1 })], amount: 1240 } });
        assert.deepEqual(
          (await one(seller, suffix, guid)).items.map(({ qty }: any) => qty),
          [1],
        );
        const wrong = await seller.expectRefusal(`update-${suffix}`, { guid, data: { amount: 1241 } });
        assert.equal(wrong.error_code, 'amount_mismatch');
        await seller.ok(`update-${suffix}`, { guid, data: { amount: 1240.99 } });
        assert.equal((await one(seller, suffix, guid)).amount, 1240);
        await seller.ok(invoice, { guid });
        for (const [endpoint, data] of [
          [`update-${suffix}`, { terms: 'x' }],
          [`delete-${suffix}`, undefined],
        ] as const) {
          const { error_code } = await seller.expectRefusal(endpoint, { guid, data });
          assert.equal(error_code, 'document_locked');
        }
      });

      test('no longer exists after it is deleted', async () => {
        const seller = await kvitt.account();
        const guid = await seller.ok(`create-${suffix}`, { data: body() });
        await seller.ok(`delete-${suffix}`, { guid });
        assert.equal((await seller.expectRefusal(`get-${suffix}`, { guid })).message, `No ${kind} found`);
        assert.equal((await seller.expectRefusal(`delete-${suffix}`, { guid })).message, `No ${kind} found`);
      });
    });
  }

  test('invoices an order in parts, each line up to its quantity', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-order-invoice', { data: body() });
    const [a] = (await one(seller, 'order-invoice', guid)).items;
    const invoicePart = (items: unknown) =>
      seller.call('create-invoice-from-order', { guid, data: { items } });
    const first = await invoicePart([{ guid: a.line_guid, qty: 3 }]);
    assert.equal((await seller.ok('get-invoice', { guid: first.result })).amount, 3720);
    const tooMuch = await invoicePart([{ guid: a.line_guid, qty: 2 }]);
    assert.equal(tooMuch.message, 'Line 1: only 1 are left to invoice; send qty 1 or less');
    const read = await one(seller, 'order-invoice', guid);
    assert.deepEqual(
      [read.status, read.items.map(({ invoiced_qty }: any) => invoiced_qty)],
      ['open', [3, 0]],
    );
    const rest = await seller.ok('create-invoice-from-order', { guid });
    assert.equal((await seller.ok('get-invoice', { guid: rest })).amount, 1240 + 1110);
    assert.equal((await one(seller, 'order-invoice', guid)).status, 'invoiced');
    assert.equal((await seller.ok('get-invoices-from-order', { guid })).length, 2);
  });

  test('refuses one of two concurrent deliveries of the last piece', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-order-invoice', {
      data: body({ items: [line({ qty: 1 })], amount: 1240 }),
    });
    const both = await Promise.all([1, 2].map(() => seller.call('create-invoice-from-order', { guid })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [false, true]);
    assert.equal((await seller.ok('get-invoices')).length, 1);
  });

  test('shares the discount of an order between its parts', async () => {
    const seller = await kvitt.account();
    const items = [
      line({ item_number: 'A', qty: 3, tax: 'Z' }),
      line({ item_number: 'B', qty: 1, tax: 'Z' }),
    ];
    const data = body({ items, is_discount: 1, discount_type: 0, discount_value: 400, amount: 3600 });
    const guid = await seller.ok('create-order-invoice', { data });
    const [a] = (await one(seller, 'order-invoice', guid)).items;
    await seller.ok('create-invoice-from-order', { guid, data: { items: [{ guid: a.line_guid, qty: 3 }] } });
    await seller.ok('create-invoice-from-order', { guid });
    const amounts = (await seller.ok('get-invoices-from-order', { guid })).map(({ amount }: any) => amount);
    assert.deepEqual(amounts, [900, 2700]);
  });

  test('issues the invoice to the customer as the profile is on that day', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-draft-invoice', { data: body() });
    const { customer: before } = await one(seller, 'draft-invoice', guid);
    await seller.ok('update-customer', { guid: before.guid, data: { name: 'Nýtt nafn ehf.' } });
    const created = await seller.ok('issue-draft-invoice', { guid });
    assert.equal((await seller.ok('get-invoice', { guid: created })).customer.name, 'Nýtt nafn ehf.');
  });

  test('creates a new customer each time for a buyer without kennitala, also for a known item', async () => {
    const seller = await kvitt.account();
    const data = body({ customer: { name: 'Jón Jónsson', output_select: 4 }, items: [line()], amount: 1240 });
    const first = await seller.ok('create-draft-invoice', { data });
    const second = await seller.ok('create-draft-invoice', { data });
    const before = (await one(seller, 'draft-invoice', second)).customer.guid;
    await seller.ok('update-draft-invoice', { guid: second, data });
    const after = (await one(seller, 'draft-invoice', second)).customer.guid;
    const customers = new Set([(await one(seller, 'draft-invoice', first)).customer.guid, before, after]);
    assert.equal(customers.size, 3);
    assert.equal(await seller.ok('get-count-customers'), 3);
    assert.equal(await seller.ok('get-count-items'), 1);
  });

  test('uses the exchange rate of the invoice date, not of a later day', async () => {
    const seller = await kvitt.account();
    const today = kvitt.now().toISOString().slice(0, 10);
    for (const [days, rate] of [
      [-3, 21.5],
      [30, 23],
    ] as const) {
      const { status } = await kvitt.operator('PUT', `/rates/DKK/${addDays(today, days)}`, { rate });
      assert.equal(status, 200);
    }
    const guid = await seller.ok('create-order-invoice', { data: body({ currency: 'DKK' }) });
    const created = await seller.ok('create-invoice-from-order', { guid });
    assert.equal((await seller.ok('get-invoice', { guid: created })).exchange_rate, 21.5);
  });

  test('keeps the e-invoice address after a change, until another customer is named', async () => {
    const seller = await kvitt.account({ vat_no: '145678' });
    const [own, otherAddress] = [companyKennitala(816), companyKennitala(817)];
    const electronic = { ...customer, output_select: 2, trading_partner_id: own, email: 'a@kaup.is' };
    const created = async (...changes: object[]) => {
      const address = { address: 'Götu 1', zip: '600', city: 'Akureyri' };
      const data = body({ customer: { ...electronic, ...address }, trading_partner_id: otherAddress });
      const guid = await seller.ok('create-draft-invoice', { data });
      for (const change of changes) await seller.ok('update-draft-invoice', { guid, data: change });
      const invoice = await seller.ok('issue-draft-invoice', { guid });
      await runJobs(kvitt);
      const sent: any[] = (await kvitt.operator('GET', `/sandbox/einvoices?account=${seller.username}`)).body;
      return sent.find(({ invoice_guid }) => invoice_guid === invoice)?.recipient;
    };
    assert.equal(await created(), otherAddress);
    assert.equal(await created({ description: 'Ný lýsing' }), otherAddress);
    assert.equal(await created({ kennitala: customer.registration_no }), own);
  });

  test('a change of the discount keeps it on, and a change of the currency drops the rate of the other', async () => {
    const seller = await kvitt.account();
    const discount = { is_discount: 1, discount_type: 1, discount_value: 10 };
    const data = body({ ...discount, amount: 5463, currency: 'NOK', exchange_rate: 13 });
    const guid = await seller.ok('create-order-invoice', { data });
    await seller.ok('update-order-invoice', { guid, data: { discount_value: 20, currency: 'SEK' } });
    const changed = await one(seller, 'order-invoice', guid);
    assert.deepEqual([changed.is_discount, changed.discount_type, changed.discount_value], [true, true, 20]);
    const refused = await seller.expectRefusal('create-invoice-from-order', { guid });
    assert.equal(refused.error_code, 'exchange_rate_missing');
    await seller.ok('update-order-invoice', { guid, data: { exchange_rate: 14 } });
    const created = await seller.ok('create-invoice-from-order', { guid });
    assert.equal((await seller.ok('get-invoice', { guid: created })).exchange_rate, 14);
  });

  test('can remove the paid flag alone, whatever the payment method', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-order-invoice', { data: body({ mark_paid: 1, method_payment: 2 }) });
    await seller.ok('update-order-invoice', { guid, data: { mark_paid: 0 } });
    const created = await seller.ok('create-invoice-from-order', { guid });
    assert.equal((await seller.ok('get-invoice', { guid: created })).status, 'Sent');
  });

  test('finds the newest active profile by kennitala, and refuses an unknown one', async () => {
    const seller = await kvitt.account();
    const { customer: _, ...rest } = body();
    const unknown = await seller.expectRefusal('create-order-invoice', {
      data: { ...rest, kennitala: '5501234520' },
    });
    assert.equal(unknown.message, 'No customer found');
    const wrong = await seller.expectRefusal('create-order-invoice', { data: { ...rest, kennitala: '123' } });
    assert.equal(wrong.message, 'Field kennitala must be a valid kennitala of 10 digits');
    const nobody = await seller.expectRefusal('create-order-invoice', { data: { ...rest, customer: {} } });
    assert.equal(nobody.message, 'Field kennitala is required');
    const newest = await seller.ok('create-customer', { data: customer });
    const guid = await seller.ok('create-order-invoice', { data: { ...rest, kennitala: '550123-4520' } });
    assert.equal((await one(seller, 'order-invoice', guid)).customer.guid, newest);
  });

  test('accepts dates as days or dates, and requires their order', async () => {
    const seller = await kvitt.account();
    const dated = await seller.ok('create-draft-invoice', {
      data: body({ due_date: '2099-01-10', settlement_date: '2099-01-20' }),
    });
    const created = await seller.ok('issue-draft-invoice', { guid: dated });
    const read = await seller.ok('get-invoice', { guid: created });
    assert.deepEqual([read.due_date, read.settlement_date], ['2099-01-10', '2099-01-20']);
    for (const [due_date, settlement_date] of [
      [20, 10],
      ['2099-02-01', '2099-01-01'],
    ]) {
      const { message } = await seller.expectRefusal('create-draft-invoice', {
        data: body({ due_date, settlement_date }),
      });
      assert.equal(message, 'Field settlement_date must not come before due_date');
    }
    const longTerms = { name: 'Kaupandi ehf.', output_select: 4, due_date: 20, settlement_date: 30 };
    const customer = { guid: await seller.ok('create-customer', { data: longTerms }) };
    const days = async (fields: object) => {
      const guid = await seller.ok('create-draft-invoice', { data: body({ customer, ...fields }) });
      const invoice = await seller.ok('issue-draft-invoice', { guid });
      const { issue_date, due_date, settlement_date } = await seller.ok('get-invoice', { guid: invoice });
      return [due_date, settlement_date].map((date) => daysBetween(issue_date, date));
    };
    const now = kvitt.now();
    kvitt.now = () => now;
    const soon = addDays(now.toISOString().slice(0, 10), 5);
    assert.deepEqual(await days({ settlement_date: undefined }), [20, 30], "the customer's own days");
    assert.deepEqual(await days({ settlement_date: 14 }), [14, 14], 'not due after the final day');
    assert.deepEqual(await days({ settlement_date: soon }), [5, 5], 'nor after a final date');
    for (const settlement_date of ['soon', '2026-02-30', -1, 4000, [14]]) {
      const { message } = await seller.expectRefusal('create-draft-invoice', {
        data: body({ settlement_date }),
      });
      assert.match(message, /^Field settlement_date must be a number of days from 0 to 3650, or a date/);
    }
  });
});
