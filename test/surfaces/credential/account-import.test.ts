import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { ublInvoice } from '../../receipts/ubl.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { createCompleteCost, createCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobs, runJobsWithoutFailure } from '../../support/jobs.ts';
import { answerJson, guidOf, OtherService, openInvoice } from '../../support/other-service.ts';
import { addColleague, signInOwner } from '../../support/people.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

type Counts = [
  there: number | null,
  found: number,
  fresh: number,
  known: number,
  leftOut: number,
  refused: number,
];

function countsOf({ parts }: any): Record<string, Counts> {
  return Object.fromEntries(
    parts.map((one: any) => [
      one.part,
      [one.there, one.found, one.new, one.known, one.left_out, one.refused],
    ]),
  );
}

/** What customers owe and are owed, by their names: nothing else tells the customers of two accounts apart. */
async function debts(seller: Client): Promise<string[]> {
  const customers: any[] = await seller.ok('get-customers');
  const names = new Map(customers.map(({ guid, name, email }) => [guid, `${name} ${email}`]));
  const { rows } = await seller.ok('get-aged-receivables');
  return (rows as any[])
    .map(({ customer_guid, ...sums }) => JSON.stringify([names.get(customer_guid), sums]))
    .sort();
}

const pick = (names: readonly string[]) => (record: any) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));
const byName = (a: any, b: any) => JSON.stringify(a).localeCompare(JSON.stringify(b));

const YEAR = { from_date: '2026-01-01', to_date: '2026-12-31' };
const OF_CUSTOMERS = [
  ...['name', 'customer_number', 'output_select', 'address', 'zip', 'city', 'registration_no', 'email'],
  ...[
    'due_date',
    'settlement_date',
    'phone_number',
    'lang',
    'currency',
    'tax_exempt',
    'active',
    'unverified',
  ],
];
const OF_ITEMS = [
  'item_number',
  'description',
  'uom',
  'tax',
  'unit_price',
  'product_cost',
  'category',
  'active',
];
const OF_INVOICES = [
  ...['number', 'amount', 'currency', 'exchange_rate', 'remaining', 'issue_date', 'due_date'],
  ...['settlement_date', 'description', 'vat_24', 'vat_11'],
];
const OF_COSTS = [
  ...[
    'supplier_name',
    'supplier_id',
    'invoice_number',
    'amount',
    'currency',
    'vat_S',
    'vat_AA',
    'issue_date',
  ],
  ...[
    'issue_date_known',
    'due_date',
    'payee_account',
    'description',
    'project_name',
    'cost_code',
    'how_paid',
  ],
  ...['file', 'file_name', 'file_extension', 'credit_note'],
];

onBothDatabases(
  'an import from another account',
  (kvitt, kind) => {
    const other = new OtherService();
    beforeEach(async () => {
      await other.stop().catch(() => {});
      Object.assign(other, new OtherService());
      await other.start();
    });
    after(() => other.stop());

    const begin = async (seller: Client, source: object) =>
      (await seller.ok('start-account-import', { data: source })).guid as string;
    const read = (seller: Client, guid: string) => seller.ok('get-account-import', { guid });
    async function bring(seller: Client, source: object): Promise<any> {
      const guid = await begin(seller, source);
      await runJobsWithoutFailure(kvitt);
      return read(seller, guid);
    }

    test('brings the books of a Kvitt that is in use, and what is new when it is repeated', async () => {
      const company = { registration_no: companyKennitala(11) };
      const from = await kvitt.account(company);
      await trade(kvitt, from);
      const source = { from_url: `${kvitt.url}/`, from_username: from.username, from_api_key: from.apiKey };
      const seller = await kvitt.account({ ...company, subscriptions: ['webservice'] });
      const first = await bring(seller, source);
      assert.deepEqual([first.state, first.problem, first.remarks], ['done', '', []]);
      assert.deepEqual(
        [first.from_url, first.registration_no],
        [`${kvitt.url}/api/v1`, company.registration_no],
      );
      assert.deepEqual(countsOf(first), {
        customers: [4, 4, 4, 0, 0, 0],
        items: [1, 1, 1, 0, 0, 0],
        invoices: [6, 6, 4, 0, 2, 0],
        credits: [3, 3, 1, 0, 2, 0],
        costs: [4, 4, 3, 0, 1, 0],
      });
      await assertEqual(from, seller);
      assert.deepEqual(await seller.ok('get-vat', YEAR).then(({ rows }) => rows), []);

      await from.ok('create-customer', { data: { name: 'Nýr ehf.', output_select: 4 } });
      await from.ok('create-invoice', {
        data: invoice({ customer: { name: 'Líka nýr', output_select: 4 } }),
      });
      const [changed] = await seller.ok('get-customers');
      await seller.ok('update-customer', { guid: changed.guid, data: { city: 'Breytt hér' } });
      const again = await bring(seller, source);
      assert.deepEqual(countsOf(again), {
        customers: [6, 6, 2, 4, 0, 0],
        items: [1, 1, 0, 1, 0, 0],
        invoices: [7, 7, 1, 4, 2, 0],
        credits: [3, 3, 0, 1, 2, 0],
        costs: [4, 4, 0, 3, 1, 0],
      });
      assert.deepEqual(await debts(seller), await debts(from));
      assert.equal((await seller.ok('get-customer', { guid: changed.guid })).city, 'Breytt hér');

      // Now while it is written to.
      let isDone = false;
      const work = async () => {
        for (let n = 0; !isDone; n++)
          await from.ok('create-invoice', {
            data: invoice({ customer: { name: `Samtímis ${n}`, output_select: 4 } }),
          });
      };
      const brought = bring(seller, source).finally(() => {
        isDone = true;
      });
      await Promise.all([work(), brought]);
      assert.deepEqual((await bring(seller, source)).remarks, []);
      assert.deepEqual(await debts(seller), await debts(from));
    });

    /** What is owed and waits for approval is the same in both accounts. */
    async function assertEqual(from: Client, seller: Client): Promise<void> {
      const both = async (
        call: string,
        fields: object,
        names: readonly string[],
        isMeant = (_: any) => true,
      ) => {
        const lists = [from, seller].map(async (one) => {
          const records: any[] = await one.ok(call, { ...fields });
          return records.filter(isMeant).map(pick(names)).sort(byName);
        });
        const [there, here] = await Promise.all(lists);
        assert.deepEqual(here, there, call);
        assert.ok(there?.length, call);
      };
      await both('get-customers', {}, OF_CUSTOMERS);
      await both('get-items', {}, OF_ITEMS);
      const isOwed = ({ remaining, type }: any) => remaining > 0 && type === 'invoice';
      await both('get-invoices', {}, OF_INVOICES, isOwed);
      await both('get-costs', { limit: 100, accounting_status: 'New' }, OF_COSTS);
      assert.deepEqual(await debts(seller), await debts(from));
    }

    test('takes a service that gives less, keeps to its limits, and names what it does not give', async () => {
      other.fill(250);
      other.lists['get-costs'] = [
        {
          guid: guidOf(4, 1),
          accounting_status: 'New',
          supplier_name: 'Birgir ehf.',
          amount: 1240,
          file_name: 'a.pdf',
        },
      ];
      other.lists['get-cost'] = [];
      let refusals = 2;
      other.interfere = (path, response) => {
        if (path === 'get-cost') {
          answerJson(response, 200, {
            status: true,
            message: 'OK',
            result: { file: PDF.toString('base64') },
          });
          return true;
        }
        if (path !== 'get-customers 2' || refusals-- <= 0) return false;
        answerJson(response, 429, { status: false }, { 'retry-after': '90' });
        return true;
      };
      const seller = await kvitt.account();
      const guid = await begin(seller, other.source);
      for (const waits of [90, 180]) {
        await runJobsWithoutFailure(kvitt);
        const { state, problem } = await read(seller, guid);
        assert.deepEqual([state, problem], ['running', 'The other service asks for patience (429)']);
        const asked = other.receiver.messages.length;
        await runJobsWithoutFailure(kvitt);
        assert.equal(other.receiver.messages.length, asked, 'it waits');
        const from = kvitt.now().getTime();
        kvitt.now = () => new Date(from + waits * 1000);
      }
      await runJobsWithoutFailure(kvitt);
      kvitt.resetClock();
      const done = await read(seller, guid);
      assert.deepEqual([done.state, done.name], ['done', 'Gamla ehf.']);
      assert.deepEqual(countsOf(done), {
        customers: [250, 250, 250, 0, 0, 0],
        items: [250, 250, 250, 0, 0, 0],
        invoices: [250, 250, 250, 0, 0, 0],
        credits: [null, 0, 0, 0, 0, 0],
        costs: [1, 1, 1, 0, 0, 0],
      });
      const credits = done.parts.find(({ part }: any) => part === 'credits');
      assert.deepEqual([credits.state, credits.message], ['not_given', 'No such endpoint']);
      const [cost] = await seller.ok('get-costs');
      assert.deepEqual([cost.amount, cost.file], [1240, PDF.toString('base64')]);
      const { rows } = await seller.ok('get-aged-receivables');
      const sum = rows.reduce((total: number, { total: one }: any) => total + one, 0);
      assert.equal(sum, (1240 * 250 * 251) / 2);
      const [one] = await seller.ok('get-invoices', { limit: 1, sort: 'created_asc' });
      assert.deepEqual([one.number, one.amount, one.vat_24, one.is_imported], ['5001', 1240, 240, true]);
      const unsafe = other.receiver.messages.find(({ path }) => path.includes('key'));
      assert.equal(unsafe, undefined, 'the key is in no address');
    });

    test('refuses what it cannot take by its reason, and brings the rest', async () => {
      other.fill(3);
      const [first, second] = other.lists['get-invoices'] ?? [];
      Object.assign(first ?? {}, { due_date: '2026-01-01' });
      Object.assign(second ?? {}, { status: 'Paid' });
      other.lists['get-invoices']?.push(
        { name: 'no guid' },
        { ...openInvoice(9), number: 'x', customer: { name: 'Óþekktur' } },
      );
      other.lists['get-customers']?.push(
        { guid: guidOf(1, 90), name: '' },
        { guid: guidOf(1, 91), name: 'Rangt ehf.', registration_no: '1234567890' },
        { guid: guidOf(1, 92), name: 'Netlaus ehf.', output_select: '3', is_claim: true },
      );
      other.lists['get-items']?.push({ guid: guidOf(2, 90), item_number: '', description: 'Númerslaus' });
      other.lists['get-costs'] = [
        {
          guid: guidOf(4, 1),
          accounting_status: 'New',
          amount: 100,
          file: Buffer.from('MZ').toString('base64'),
        },
        { guid: guidOf(4, 2), accounting_status: 'New', supplier_id: '123' },
        { guid: guidOf(4, 3), accounting_status: 'Posted', amount: 100 },
      ];
      const seller = await kvitt.account({ subscriptions: ['webservice'] });
      const done = await bring(seller, other.source);
      assert.deepEqual(countsOf(done), {
        customers: [6, 6, 4, 0, 0, 2],
        items: [4, 4, 3, 0, 0, 1],
        invoices: [5, 5, 1, 0, 1, 3],
        credits: [null, 0, 0, 0, 0, 0],
        costs: [3, 3, 1, 0, 1, 1],
      });
      assert.deepEqual(
        done.remarks.map(({ part, name, is_refused, message }: any) => [part, name, is_refused, message]),
        [
          ['customers', '', true, 'Field name is required'],
          ['customers', 'Rangt ehf.', true, 'Field registration_no must be a valid kennitala of 10 digits'],
          ['items', 'Númerslaus', true, 'Field item_number is required'],
          ['invoices', '5001', true, 'due_date must not be before issue_date, 2026-02-02'],
          ['invoices', 'x', true, 'Field invoice_number must be a whole number from 1 to 999999999999999'],
          [
            'costs',
            '',
            false,
            'This kind of file is not accepted; send one of: jpg, jpeg, png, gif, pdf, xml of an e-invoice (UBL)',
          ],
          ['costs', '', true, 'Field supplier_id must be a valid kennitala of 10 digits'],
        ],
      );
    });

    test('takes a customer who is here as that customer once, and leaves it as it is', async () => {
      const kennitala = companyKennitala(21);
      other.lists['get-customers'] = [1, 2].map((n) => ({
        guid: guidOf(1, n),
        name: `Deild ${n}`,
        registration_no: kennitala,
        output_select: '4',
      }));
      other.lists['get-invoices'] = [1, 2].map((n) => ({
        ...openInvoice(n),
        customer: { guid: guidOf(1, n) },
      }));
      const seller = await kvitt.account();
      const data = { name: 'Hér ehf.', registration_no: kennitala, output_select: 4 };
      await seller.ok('create-customer', { data });
      await bring(seller, other.source);
      assert.deepEqual(await debts(seller), [
        JSON.stringify(['Deild 2 ', await sumsOf(seller, 'Deild 2')]),
        JSON.stringify(['Hér ehf. ', await sumsOf(seller, 'Hér ehf.')]),
      ]);
    });

    async function sumsOf(seller: Client, name: string): Promise<object> {
      const [{ guid }] = await seller.ok('get-customers', { search: name });
      const { rows } = await seller.ok('get-aged-receivables');
      const { customer_guid: _, ...sums } = rows.find(({ customer_guid }: any) => customer_guid === guid);
      return sums;
    }

    test('ends at once where the other service refuses it or is none', async () => {
      const seller = await kvitt.account();
      const wrong = await bring(seller, { ...other.source, from_api_key: 'wrong' });
      assert.deepEqual([wrong.state, wrong.problem], ['failed', 'Invalid api_key']);
      other.interfere = (_, response) => {
        response.writeHead(301, { location: 'https://www.gamla.example/' }).end();
        return true;
      };
      const moved = await bring(seller, other.source);
      assert.deepEqual(
        [moved.state, moved.problem],
        ['failed', 'The address leads to https://www.gamla.example/: use that'],
      );
      other.interfere = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
        return true;
      };
      assert.equal((await bring(seller, other.source)).problem, 'hello answers no JSON object');
      const gone = { ...other.source, from_url: 'http://127.0.0.1:9' };
      assert.equal(
        (await seller.expectRefusal('start-account-import', { data: gone })).error_code,
        'field_invalid',
      );
      const { source } = other;
      await other.stop();
      assert.match((await bring(seller, source)).problem, /ECONNREFUSED/);
    });

    test('tries again where the other service fails, says why it waits, and can be stopped', async () => {
      other.fill(1);
      other.interfere = (path, response) => {
        if (!path.startsWith('get-items')) return false;
        response.writeHead(502).end();
        return true;
      };
      const seller = await kvitt.account();
      const guid = await begin(seller, other.source);
      assert.equal(await begin(seller, other.source), guid, 'the same one');
      const elsewhere = { ...other.source, from_username: 'annar' };
      const second = await seller.expectRefusal('start-account-import', { data: elsewhere });
      assert.equal(second.error_code, 'account_import_running');
      assert.equal((await runJobs(kvitt)).failed, 1);
      const waiting = await read(seller, guid);
      assert.deepEqual([waiting.state, waiting.problem], ['running', 'get-items is answered with 502']);
      await seller.ok('stop-account-import', { guid });
      const stopped = await read(seller, guid);
      assert.deepEqual([stopped.state, stopped.problem], ['stopped', '']);
      assert.equal((await seller.ok('stop-account-import', { guid })).state, 'stopped');
      const asked = other.receiver.messages.length;
      const from = kvitt.now().getTime();
      kvitt.now = () => new Date(from + 3600_000);
      await runJobsWithoutFailure(kvitt);
      kvitt.resetClock();
      assert.equal(other.receiver.messages.length, asked);
      other.interfere = () => false;
      assert.deepEqual(countsOf(await bring(seller, other.source)).customers, [1, 1, 0, 1, 0, 0]);
    });

    test('is for owners, and reaches neither private addresses nor the account itself', async () => {
      const seller = await kvitt.account();
      for (const from_url of ['https://10.0.0.1', 'https://localhost/api/v1', 'file:///etc/passwd', 'x']) {
        const refused = await seller.expectRefusal('start-account-import', {
          data: { ...other.source, from_url },
        });
        assert.equal(refused.error_code, 'field_invalid', from_url);
      }
      const own = { ...other.source, from_url: kvitt.url, from_username: seller.username };
      const itself = await seller.expectRefusal('start-account-import', { data: own });
      assert.equal(itself.message, 'Field from_username must be another account than this one');
      assert.deepEqual(await seller.ok('get-account-imports'), []);
      const owner = await signInOwner(kvitt, seller);
      const member = await addColleague(kvitt, owner);
      assert.equal((await member.call('start-account-import', other.source)).body.error, 'owner_required');
    });

    test(`stops at a service that does not know pages (${kind})`, async () => {
      other.fill(200);
      other.interfere = (path, response) => {
        if (!path.startsWith('get-customers')) return false;
        answerJson(response, 200, { status: true, result: other.lists['get-customers'] });
        return true;
      };
      const seller = await kvitt.account();
      const done = await bring(seller, other.source);
      assert.deepEqual(countsOf(done).customers, [200, 200, 200, 0, 0, 0]);
      assert.equal(done.parts[0].message, 'The other service gives the same page again');
    });
  },
  { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' },
);

/** Customers of whom two share a kennitala, invoices with part payments and credit, and costs of every kind. */
async function trade(kvitt: TestService, seller: Client): Promise<void> {
  await kvitt.operator('PUT', '/rates/EUR/2026-03-02', { rate: 148.5 });
  const customer = (fields: object) =>
    seller.ok('create-customer', { data: { output_select: 4, ...fields } });
  const kennitala = companyKennitala(31);
  const a = await customer({
    name: 'Deild A',
    registration_no: kennitala,
    email: 'a@x.example',
    customer_number: '7',
  });
  const b = await customer({ name: 'Deild B', registration_no: kennitala, due_date: 3, settlement_date: 9 });
  const c = await customer({ name: 'Hætt ehf.', active: 0, city: 'Höfn', zip: '780' });
  const sell = (guid: string, fields: object = {}) =>
    seller.ok('create-invoice', { data: invoice({ customer: { guid }, ...fields }) });
  const pay = (guid: string, amount: number) =>
    seller.ok('record-payment', { data: { amount, allocations: [{ invoice_guid: guid }] } });
  const mixed = [
    line(),
    line({ item_number: 'B', add_new: 0, guid: undefined, tax: 'AA', unit_price: 500.5, qty: 2 }),
  ];
  const whole = await sell(a, { items: mixed, amount: 2351.11, description: 'Blandað' });
  await pay(whole, 1000);
  const euro = { currency: 'EUR', exchange_rate: 148.5, items: [line({ unit_price: 10.5 })], amount: 13.02 };
  await sell(b, euro);
  await sell(c);
  const paid = await sell(a);
  await pay(paid, 1740);
  const credited = await sell(b);
  await seller.ok('do-paid-invoice', { guid: credited });
  await seller.ok('create-invoice', {
    data: {
      ...{ type: 'credit', ref_invoice_guid: credited, currency: 'ISK', settlement_date: '2026-03-23' },
      ...{ amount: 620, credit_partial: true, issue_date: '2026-03-02' },
    },
  });
  await customer({ name: 'Skuldlaus', output_select: 3, email: 's@x.example', lang: 'en', currency: 'EUR' });
  await createCost(
    seller,
    'create-cost',
    { date: '2026-03-01', description: 'Kvittun' },
    { name: 'k.pdf', bytes: PDF },
  );
  await createCost(
    seller,
    'create-cost',
    { date: '2026-03-01', description: 'Kvittun' },
    { name: 'k.pdf', bytes: PDF },
  );
  await createCost(seller, 'create-cost', {}, { name: 'reikningur.xml', bytes: ublInvoice.xml });
  await createCompleteCost(seller);
  await runJobsWithoutFailure(kvitt);
}
