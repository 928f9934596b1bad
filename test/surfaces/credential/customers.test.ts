import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { textOf } from '../../rendering/reading.ts';
import { invoice } from '../../support/client.ts';
import { AWKWARD, AWKWARD_LINE } from '../../support/scenarios.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const KENNITALA = companyKennitala(700);
const DATE = '2026-03-02 09:30:00';
const PHOTO = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');

const onPaper = (fields: object = {}) => ({ name: 'Kaupandi ehf.', output_select: '4', ...fields });

const TEXTS = { address: 200, zip: 20, city: 100, term: 100, phone_number: 50, vat: 50, customer_number: 50 };

onBothDatabases('customers', (kvitt) => {
  test('returns every field of a customer as it was sent', async () => {
    kvitt.now = () => new Date(`${DATE.replace(' ', 'T')}Z`);
    const seller = await kvitt.account();
    const texts = Object.fromEntries(Object.keys(TEXTS).map((field) => [field, AWKWARD.slice(0, 20).trim()]));
    const sent = {
      ...texts,
      name: AWKWARD,
      output_select: '2',
      registration_no: KENNITALA,
      email: 'þjónusta+á@dæmi.is',
      photo: PHOTO,
      due_date: 5,
      settlement_date: 12,
      trading_partner_id: KENNITALA,
      lang: 'en',
      currency: 'EUR',
      tax_exempt: true,
      active: false,
      is_claim: true,
      is_discount: true,
    };
    const guid = await seller.ok('create-customer', { data: sent });
    const stored = {
      guid,
      ...sent,
      name: AWKWARD_LINE,
      updated_timestamp: DATE,
      unverified: false,
      possible_match: null,
      credits: [],
    };
    assert.deepEqual(await seller.ok('get-customer', { guid }), stored);
    assert.deepEqual(await seller.ok('get-customers'), [stored]);
  });

  test('fills in defaults, and ignores unknown fields', async () => {
    const seller = await kvitt.account({ subscriptions: ['webservice'] });
    const guid = await seller.ok('create-customer', { data: onPaper({ surprise: [1], output_select: 4 }) });
    const { updated_timestamp, ...read } = await seller.ok('get-customer', { guid });
    assert.match(updated_timestamp, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const blank = ['address', 'zip', 'city', 'registration_no', 'email', 'term', 'photo', 'customer_number'];
    assert.deepEqual(read, {
      guid,
      ...Object.fromEntries(
        [...blank, 'trading_partner_id', 'phone_number', 'vat'].map((field) => [field, '']),
      ),
      ...onPaper(),
      due_date: 3,
      unverified: false,
      possible_match: null,
      credits: [],
      settlement_date: 7,
      lang: 'is',
      currency: 'ISK',
      tax_exempt: false,
      active: true,
    });
  });

  test('parses numbers and flags in every spelling', async () => {
    const seller = await kvitt.account();
    const data = onPaper({
      due_date: '14',
      tax_exempt: 'true',
      active: '0',
      zip: 101,
      settlement_date: 30.0,
    });
    const guid = await seller.ok('create-customer', { data });
    const { due_date, settlement_date, tax_exempt, active, zip } = await seller.ok('get-customer', { guid });
    assert.deepEqual([due_date, settlement_date, tax_exempt, active, zip], [14, 30, true, false, '101']);
  });

  test('changes only the sent fields', async () => {
    const seller = await kvitt.account();
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const guid = await seller.ok('create-customer', {
      data: onPaper({ city: 'Akureyri', phone_number: '5551234' }),
    });
    const before = await seller.ok('get-customer', { guid });
    kvitt.now = () => new Date('2026-03-02T10:00:05Z');
    const changes = { city: '', name: AWKWARD, due_date: 20 };
    assert.equal(await seller.ok('update-customer', { guid: guid.toUpperCase(), data: changes }), guid);
    assert.deepEqual(await seller.ok('get-customer', { guid }), {
      ...before,
      ...changes,
      name: AWKWARD_LINE,
      settlement_date: 20,
      updated_timestamp: '2026-03-02 10:00:05',
    });
  });

  test('keeps the customer of an invoice as it was when the invoice was issued', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: onPaper({ address: 'Laugavegur 1' }) });
    const created = await seller.ok('create-invoice', { data: invoice({ customer: { guid } }) });
    await seller.ok('update-customer', { guid, data: { name: 'Nýtt nafn', address: 'Annað' } });
    const { customer } = await seller.ok('get-invoice', { guid: created });
    assert.deepEqual(
      [customer.guid, customer.name, customer.address],
      [guid, 'Kaupandi ehf.', 'Laugavegur 1'],
    );
  });

  test('finds every profile with a kennitala, active and newest first, with or without hyphen', async () => {
    const seller = await kvitt.account();
    const withHyphen = `${KENNITALA.slice(0, 6)}-${KENNITALA.slice(6)}`;
    const first = await seller.ok('create-customer', { data: onPaper({ registration_no: withHyphen }) });
    const second = await seller.ok('create-customer', {
      data: onPaper({ registration_no: ` ${KENNITALA} ` }),
    });
    await seller.ok('create-customer', { data: onPaper() });
    const found = await seller.ok('get-customers-by-kennitala', { kennitala: withHyphen });
    assert.deepEqual(
      found.map(({ guid }: { guid: string }) => guid),
      [second, first],
    );
    await seller.ok('update-customer', { guid: second, data: { active: false } });
    const pages = [1, 2].map((page) =>
      seller.ok('get-customers-by-kennitala', { kennitala: KENNITALA, limit: 1, page }),
    );
    assert.deepEqual(
      (await Promise.all(pages)).map(([only]) => [only.guid, only.active]),
      [
        [first, true],
        [second, false],
      ],
    );
    assert.equal(found[0].registration_no, KENNITALA);
    assert.equal(await seller.ok('get-count-customers-by-kennitala', { kennitala: KENNITALA }), 2);
    assert.equal(await seller.ok('get-count-customers-by-kennitala', { kennitala: '0000000000' }), 0);
    for (const endpoint of ['get-customers-by-kennitala', 'get-count-customers-by-kennitala']) {
      assert.equal((await seller.expectRefusal(endpoint)).message, 'Field kennitala is required');
    }
  });

  test('accepts the field name kennitala on customers and on sales', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: onPaper({ kennitala: KENNITALA }) });
    const kennitalaOf = async () => (await seller.ok('get-customer', { guid })).registration_no;
    assert.equal(await kennitalaOf(), KENNITALA);
    const sold = await seller.ok('create-invoice', {
      data: invoice({ customer: onPaper({ kennitala: KENNITALA }) }),
    });
    assert.equal((await seller.ok('get-invoice', { guid: sold })).customer.guid, guid);
    const other = companyKennitala(701);
    await seller.ok('update-customer', { guid, data: { kennitala: other } });
    assert.equal(await kennitalaOf(), other);
    await seller.ok('update-customer', { guid, data: { registration_no: KENNITALA, kennitala: other } });
    assert.equal(await kennitalaOf(), KENNITALA);
    const { message } = await seller.expectRefusal('create-customer', {
      data: onPaper({ kennitala: '123' }),
    });
    assert.equal(message, 'Field kennitala must be a valid kennitala of 10 digits');
    await seller.ok('update-customer', { guid, data: { registration_no: '' } });
    assert.equal(await kennitalaOf(), '');
  });

  test('searches a part of the name case-insensitively, with literal wildcards', async () => {
    const seller = await kvitt.account();
    for (const name of ['Þórður ehf.', 'ÞÓRDÍS', '100% afsláttur', 'a_b\\c', "O'Brien"]) {
      await seller.ok('create-customer', { data: onPaper({ name }) });
    }
    const found = { þór: 2, '%': 1, _: 1, '\\': 1, "o'b": 1, '': 5, zzz: 0 };
    for (const [search, count] of Object.entries(found)) {
      assert.equal(await seller.ok('get-count-customers', { search }), count, search);
      assert.equal((await seller.ok('get-customers', { search })).length, count, search);
    }
  });

  test('treats a customer of another account as unknown', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const foreign = await other.ok('create-customer', { data: onPaper() });
    for (const guid of [foreign, UNKNOWN_GUID, 'no-guid', '\0', "' or 1=1"]) {
      const reply = {
        httpStatus: 200,
        status: false,
        message: 'No customer found',
        result: null,
        error_code: 'customer_not_found',
      };
      assert.deepEqual(await seller.call('get-customer', { guid }), reply);
      assert.deepEqual(await seller.call('update-customer', { guid, data: { name: 'X' } }), reply);
    }
    assert.equal((await seller.expectRefusal('get-customer')).message, 'Field guid is required');
    assert.equal((await other.ok('get-customer', { guid: foreign })).name, 'Kaupandi ehf.');
  });

  test('have a statement in the figures that are printed, which ends at zero once all is paid', async () => {
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: '4' } });
    const items = [{ description: 'A thing', qty: 1, uom: 'C62', unit_price: 81.13, tax: 'S' }];
    const original = await seller.ok('create-invoice', {
      data: invoice({ customer: { guid }, items, amount: 100.6 }),
    });
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        ref_invoice_guid: original,
        settlement_date: '2099-12-31',
        amount: 40.4,
        credit_partial: true,
      },
    });
    await seller.ok('do-paid-invoice', { guid: original });
    const { movements, closing } = await seller.ok('get-customer-statement', { guid });
    assert.deepEqual(
      movements.map(({ amount, balance }: { amount: number; balance: number }) => [amount, balance]),
      [
        [101, 101],
        [-40, 61],
        // 60.20 are left, and are charged as 60.
        [-1, 60],
        [-60, 0],
      ],
    );
    assert.equal(closing, 0);
  });

  test('have a statement with opening balance, movements and closing balance', async () => {
    kvitt.now = () => new Date('2026-03-20T10:00:00Z');
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: { name: 'Kaupandi ehf.', output_select: '4' } });
    const issue = (issue_date: string, fields: object = {}) =>
      seller.ok('create-invoice', {
        data: invoice({ customer: { guid }, issue_date, due_date: issue_date, ...fields }),
      });
    const credit = (original: string, fields: object) =>
      seller.ok('create-invoice', {
        data: { type: 'credit', ref_invoice_guid: original, settlement_date: '2099-12-31', ...fields },
      });
    await issue('2026-01-10');
    const second = await issue('2026-02-10');
    await issue('2026-02-11', { currency: 'EUR', exchange_rate: 150 });
    await issue('2026-02-12', { save: 1 });
    await credit(second, { amount: 240, credit_partial: true, issue_date: '2026-02-20' });
    await seller.ok('do-paid-invoice', { guid: second });
    await credit(second, { amount: 1000, issue_date: '2026-03-20', mark_paid: true });
    const period = { from_date: '2026-02-01', to_date: '2026-03-31' };
    const { file, file_name } = await seller.ok('get-customer-statement-pdf', { guid, ...period });
    assert.equal(file_name, 'yfirlit-2026-02-01-2026-03-31.pdf');
    const text = await textOf(Buffer.from(file, 'base64'));
    const rows = text.split('\n').filter((row) => /^\d+\.\d+\.2026 \p{Lu}/u.test(row));
    assert.deepEqual(rows, [
      '1.2.2026 Staða í upphafi 1.240',
      '10.2.2026 Reikningur 2 10.2.2026 1.240 2.480',
      '20.2.2026 Kreditreikningur 4 240 2.240',
      '20.3.2026 Kreditreikningur 5 1.000 1.240',
      '20.3.2026 Greiðsla 2 1.000 240',
      '20.3.2026 Endurgreiðsla 5 1.000 1.240',
      '31.3.2026 Staða í lok tímabils 1.240',
    ]);
    const euro = await seller.ok('get-customer-statement-pdf', { guid, ...period, currency: 'EUR' });
    assert.match(
      await textOf(Buffer.from(euro.file, 'base64')),
      /Reikningur 3 11\.2\.2026 1\.240,00 1\.240,00/,
    );
    const other = await kvitt.account();
    for (const [client, fields, code] of [
      [other, { guid, ...period }, 'customer_not_found'],
      [seller, { guid, ...period, to_date: '2026-01-31' }, 'field_invalid'],
    ] as const)
      assert.equal((await client.expectRefusal('get-customer-statement-pdf', fields)).error_code, code);
  });
});
