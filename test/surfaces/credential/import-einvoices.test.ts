import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { createCost } from '../../support/costs.ts';
import { creditNote } from '../../support/credits.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { csv, xlsx, zip } from '../../support/record-files.ts';
import { onBothDatabases } from '../../support/service.ts';

const SELLER = companyKennitala(831);
const BUYER = companyKennitala(832);
const OWN_GUID = /guid|created|updated|possible_duplicate|file_name/;
const SUMS = [12_400, 6200, 111, 2_480_000];

/** What the file of a cost says, without what each record has of its own. */
const contentOf = (cost: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(cost).filter(([name]) => !OWN_GUID.test(name)));

onBothDatabases('e-invoices instead of rows', (kvitt) => {
  let documents: [name: string, xml: string][];
  let archive: string;
  before(async () => {
    const seller = await kvitt.account({ registration_no: SELLER, vat_no: '145678' });
    const customer = {
      ...{ name: 'Kaupandi ehf.', registration_no: BUYER, output_select: 2, trading_partner_id: BUYER },
      ...{ address: 'Hafnarbraut 30', zip: '780', city: 'Höfn', email: 'k@k.example' },
    };
    for (const amount of SUMS) {
      const [tax, rate] = amount === 111 ? ['AA', 1.11] : ['S', 1.24];
      const items = [line({ qty: 1, unit_price: amount / Number(rate), tax })];
      const guid = await seller.ok('create-invoice', { data: invoice({ customer, items, amount }) });
      if (amount === 6200) await seller.ok('create-invoice', creditNote(guid, amount));
    }
    await runJobsWithoutFailure(kvitt);
    const { body: sent } = await kvitt.operator('GET', `/sandbox/einvoices?account=${seller.username}`);
    documents = sent.map(({ xml }: { xml: string }, n: number) => [`reikningar/2026/r${n}.xml`, xml]);
    archive = await zip([...documents, ['__MACOSX/._r0.xml', 'x'], ['lesmig.txt', 'Reikningar']]);
  });
  const importFile = (seller: Client, kind: string, file: string) =>
    seller.call('import-records', { data: { kind, file, file_name: 'reikningar.zip' } });

  test('become costs as by upload, each once, with the file as the receipt', async () => {
    const [buyer, uploads] = [
      await kvitt.account({ registration_no: BUYER }),
      await kvitt.account({ registration_no: BUYER }),
    ];
    const { status, result, message } = await importFile(buyer, 'costs', archive);
    assert.equal(status, true, message);
    assert.deepEqual([result.rows_total, result.rows_new, result.mapping], [5, 5, {}]);
    assert.deepEqual(
      result.rows.map(({ message: name }: { message: string }) => name).sort(),
      documents.map(([name]) => name.split('/').at(-1)).sort(),
    );
    for (const [, xml] of documents)
      await createCost(uploads, 'create-cost', {}, { name: 'a.xml', bytes: xml });
    const list = async (account: Client) => {
      const costs = await account.ok('get-costs', { limit: 100 });
      return costs.map(contentOf).sort((a: any, b: any) => a.invoice_number.localeCompare(b.invoice_number));
    };
    const imported = await list(buyer);
    assert.deepEqual(imported, await list(uploads));
    const owed = imported.reduce(
      (sum: number, { amount, credit_note }: any) => sum + (credit_note ? -amount : amount),
      0,
    );
    assert.equal(owed, 12_400 + 111 + 2_480_000);
    const [cost] = await buyer.ok('get-costs', { limit: 1 });
    assert.equal((await buyer.ok('get-cost-einvoice', { guid: cost.guid })).seller.kennitala, SELLER);
    const again = await importFile(buyer, 'costs', archive);
    assert.deepEqual([again.result.rows_same, again.result.rows_new], [5, 0]);

    // The mapping of the last file with rows is still used for the next one.
    const rows = csv('Hver;Kennitala;Dags.;Alls', `Birgir;${SELLER};3.3.2026;100`);
    const mapping = { Hver: 'supplier_name', Kennitala: 'supplier_id', 'Dags.': 'date', Alls: 'amount' };
    await buyer.ok('import-records', { data: { kind: 'costs', file: rows, mapping } });
    assert.equal((await importFile(buyer, 'costs', archive)).result.rows_same, 5);
    assert.equal((await importFile(buyer, 'costs', rows)).result.rows_same, 1);
  });

  test('become the open invoices and credit of the company that has sent them', async () => {
    const arrived = await kvitt.account({ registration_no: SELLER });
    const { status, result, message } = await importFile(arrived, 'open_invoices', archive);
    assert.equal(status, true, message);
    assert.equal(result.rows_new, 5);
    const { rows } = await arrived.ok('get-aged-receivables');
    assert.deepEqual(
      rows.map(({ customer, total }: any) => [customer, total]),
      [['Kaupandi ehf.', 12_400 + 111 + 2_480_000]],
    );
    const [customer] = await arrived.ok('get-customers', { kennitala: BUYER });
    assert.deepEqual(customer.credits, [{ currency: 'ISK', amount: 6200 }]);
    assert.equal((await importFile(arrived, 'open_invoices', archive)).result.rows_same, 5);
    const other = await kvitt.account({ registration_no: BUYER });
    const refused = await importFile(other, 'open_invoices', archive);
    assert.equal(refused.error_code, 'records_refused');
    assert.match(refused.result.rows[0].message, /^r\d\.xml: .*not from this company/);
    assert.equal(await other.ok('get-count-invoices'), 0);
  });

  test('are refused by file name when one is wrong, and hostile archives are refused', async () => {
    const buyer = await kvitt.account({ registration_no: BUYER });
    const [[, sound] = ['', '']] = documents;
    const [broken, hostile, contradicting] = [
      sound.slice(0, 900),
      sound.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'),
      sound.replace(/(<cbc:PayableAmount[^>]*>)[^<]+/, '$11.00'),
    ];
    const mixed = await zip([
      ...([
        ['a.xml', sound],
        ['b.xml', broken],
        ['c.xml', hostile],
        ['d.xml', contradicting],
      ] as const),
      ...([
        ['e.xml', '<?xml version="1.0"?><Order/>'],
        ['f.xml', sound],
      ] as const),
    ]);
    const { result, error_code } = await importFile(buyer, 'costs', mixed);
    assert.equal(error_code, 'records_refused');
    assert.deepEqual(
      result.rows.map(({ fate, message }: any) => `${fate} ${message.slice(0, 5)}`),
      ['new a.xml', 'refused b.xml', 'refused c.xml', 'refused d.xml', 'refused e.xml', 'refused f.xml'],
    );
    const bytes = Buffer.from(
      await zip([
        ['a.xml', sound],
        ['b.xml', sound],
      ]),
      'base64',
    );
    const directory = bytes.lastIndexOf(Buffer.from('PK\u0001\u0002'));
    const first = bytes.indexOf(Buffer.from('PK\u0001\u0002'));
    const changed = (at: number, value: number, size = 4) => {
      const copy = Buffer.from(bytes);
      copy.writeUIntLE(value, at, size);
      return copy.toString('base64');
    };
    const bomb = await zip([['a.xml', Buffer.alloc(6_000_000, 0x20)]]);
    const bombs = await zip(
      Array.from({ length: 10 }, (_, n): [string, Buffer] => [`${n}.xml`, Buffer.alloc(5_000_000, 0x20)]),
    );
    const many = await zip(Array.from({ length: 1001 }, (_, n): [string, string] => [`${n}.xml`, 'x']));
    const cases: [file: string, message: RegExp][] = [
      [bomb, /larger than 5 MB/],
      [bombs, /more than 40 MB/],
      [many, /more than 1000 files/],
      [await zip([['a.pdf', 'x']]), /no XML file/],
      [
        await zip([
          ['a.xml', sound],
          ['a.xml', sound],
        ]),
        /two parts of one name/,
      ],
      // Both entries are of the bytes of the first one, which are said to be as many as the archive has.
      [changed(directory + 20, bytes.length - 10), /overlap/],
      [changed(first + 16, 7), /damaged/],
      [changed(first + 8, 1, 2), /password/],
      [changed(first + 10, 99, 2), /compression/],
      [bytes.subarray(0, bytes.length - 30).toString('base64'), /end is missing/],
    ];
    for (const [file, message] of cases) {
      const refused = await importFile(buyer, 'costs', file);
      assert.equal(refused.error_code, 'records_unreadable', JSON.stringify(refused).slice(0, 300));
      assert.match(refused.message, message);
    }
    const workbook = await xlsx([['Nafn'], ['A']]);
    assert.equal((await importFile(buyer, 'customers', workbook)).status, true);
    assert.equal((await importFile(buyer, 'customers', archive)).error_code, 'records_unreadable');
    assert.equal(await buyer.ok('get-count-costs'), 0);
  });
});
