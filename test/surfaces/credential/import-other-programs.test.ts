import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import type { Client } from '../../support/client.ts';
import { xlsx } from '../../support/record-files.ts';
import { onBothDatabases } from '../../support/service.ts';

const [ONE, TWO] = [companyKennitala(741), companyKennitala(742)];

const PAYDAY_ITEMS = [
  ...['Nafn', 'Lýsing', 'Vörunúmer', 'Magn á lager', 'Tög', 'Söluverð án VSK.', 'Söluverð með VSK'],
  ...['Lykill fyrir sölu'],
];
const PAYDAY_CUSTOMERS = [
  ...['Kennitala', 'Nafn', 'Heimilisfang', 'Póstnúmer', 'Staður', 'Land', 'Aukaupplýsingar', 'Tengiliður'],
  ...['Sími', 'Netfang', 'Athugasemd', 'Senda rafræna reikninga'],
];
const PAYDAY_INVOICES = [
  ...['Númer', 'Viðskiptavinur', 'Kennitala', 'Dagsetning', 'Gjalddagi', 'Eindagi', 'Upphæð', 'Staða'],
  ...['Eftirstöðvar'],
];
const KONTO_ITEMS = ['Vörunúmer', 'Lýsing', 'Eining', 'VSK', 'Einingaverð (án VSK)', 'Flokkur', 'Virkur'];

type Rows = (string | number)[][];

async function importRows(seller: Client, kind: string, rows: Rows, more: object = {}) {
  const data = { kind, file_name: 'a.xlsx', file: await xlsx(rows), ...more };
  return seller.call('import-records', { data });
}
const messages = ({ result }: { result: { rows: { message: string }[] } }) =>
  result.rows.map(({ message }) => message);

onBothDatabases('import-records of files of other programs', (kvitt) => {
  test("reads Payday's items, their VAT from both prices", async () => {
    const seller = await kvitt.account();
    const rows: Rows = [
      PAYDAY_ITEMS,
      ['Ráðgjöf', 'Ein klukkustund', 'R-1', 0, 'vinna,tími', 15_000, 18_600, 'Sala með 24% VSK'],
      ['Bók', '', 'B-1', 12, '', 2252.25, 2500, 'Sala með 11% VSK'],
      ['Húsaleiga', '', 'H-1', '', '', 90_000, 90_000, 'Sala án VSK'],
    ];
    const { result } = await importRows(seller, 'items', rows);
    assert.deepEqual([result.rows_new, result.rows_refused], [3, 0]);
    assert.deepEqual(result.mapping, {
      ...{ Nafn: 'description', Lýsing: 'ignore', Vörunúmer: 'item_number', 'Magn á lager': 'ignore' },
      ...{ Tög: 'ignore', 'Söluverð án VSK.': 'unit_price', 'Söluverð með VSK': 'price_with_vat' },
      'Lykill fyrir sölu': 'category',
    });
    const items: Record<string, unknown>[] = await seller.ok('get-items');
    assert.deepEqual(
      items.map((one) => [one.item_number, one.description, one.unit_price, one.tax, one.category]),
      [
        ['R-1', 'Ráðgjöf', 15_000, 'S', 'Sala með 24% VSK'],
        ['B-1', 'Bók', 2252.25, 'AA', 'Sala með 11% VSK'],
        ['H-1', 'Húsaleiga', 90_000, 'Z', 'Sala án VSK'],
      ],
    );
    assert.equal((await importRows(seller, 'items', rows)).result.rows_same, 3);
  });

  test('takes a price with VAT alone by the VAT of the row, and refuses prices that contradict each other', async () => {
    const seller = await kvitt.account();
    const headings = [...PAYDAY_ITEMS, 'VSK'];
    const item = (number: string, net: number | '', gross: number | '', vat = '') =>
      [number, '', number, '', '', net, gross, '', vat] satisfies Rows[number];
    const refused = await importRows(seller, 'items', [
      headings,
      item('A', '', 1240, '24%'),
      item('B', 1000, 1110, 'S'),
      item('C', '', 1000),
    ]);
    assert.equal(refused.error_code, 'records_refused');
    assert.deepEqual(messages(refused), [
      '',
      'price_with_vat must be unit_price with VAT, 1240',
      'tax or unit_price is required beside price_with_vat',
    ]);
    assert.deepEqual(await seller.ok('get-items'), []);
    const rows = [headings, item('A', '', 1240, '24%'), item('B', '', 1110, 'aa')];
    assert.equal((await importRows(seller, 'items', rows)).result.rows_new, 2);
    const items: { unit_price: number }[] = await seller.ok('get-items');
    assert.deepEqual(
      items.map(({ unit_price }) => unit_price),
      [1000, 1000],
    );
  });

  test("reads Konto's items with their units and letters of VAT", async () => {
    const seller = await kvitt.account();
    const { result } = await importRows(seller, 'items', [
      KONTO_ITEMS,
      ['K-1', 'Ráðgjöf', 'klst', 'S', 15_000, 'Þjónusta', 1],
      ['K-2', 'Kartöflur', 'kg', 'AA', 350, '', 1],
      ['K-3', 'Lóðarleiga', 'm2', 'Z', 90, '', 0],
      ['K-4', 'Leiga á palli', 'Dagar', 'S', 8000, '', ''],
      ['K-5', 'Akstur', 'km', 'S', 150, '', 1],
    ]);
    assert.deepEqual([result.rows_new, Object.values(result.mapping).includes('ignore')], [5, false]);
    const items: Record<string, unknown>[] = await seller.ok('get-items');
    assert.deepEqual(
      items.map((one) => [one.item_number, one.uom, one.tax, one.unit_price, one.category, one.active]),
      [
        ['K-1', 'HUR', 'S', 15_000, 'Þjónusta', true],
        ['K-2', 'KGS', 'AA', 350, '', true],
        ['K-3', 'MTK', 'Z', 90, '', false],
        ['K-4', 'DAY', 'S', 8000, '', true],
        ['K-5', 'KTM', 'S', 150, '', true],
      ],
    );
  });

  test("reads Payday's customers, also after a file with fewer columns", async () => {
    const seller = await kvitt.account();
    await importRows(seller, 'customers', [
      ['Nafn', 'Kennitala'],
      ['Fyrri ehf.', ONE],
    ]);
    const { result } = await importRows(seller, 'customers', [
      PAYDAY_CUSTOMERS,
      [
        ONE,
        'Fyrri ehf.',
        'Gata 1',
        101,
        'Reykjavík',
        'Ísland',
        '',
        'Jón',
        5551234,
        'f@f.example',
        'Góður',
        'já',
      ],
      [TWO, 'Seinni ehf.', 'Gata 2', 600, 'Akureyri', 'Ísland', '', '', '', 's@s.example', '', 'nei'],
    ]);
    assert.deepEqual(messages({ result }), [
      'address, zip, city, email, trading_partner_id, phone_number, output_select',
      '',
    ]);
    assert.deepEqual([result.rows_changed, result.rows_new], [1, 1]);
    assert.deepEqual(
      Object.entries(result.mapping)
        .flatMap(([heading, field]) => (field === 'ignore' ? [heading] : []))
        .sort(),
      ['Athugasemd', 'Aukaupplýsingar', 'Land', 'Tengiliður'],
    );
    const customers: Record<string, unknown>[] = await seller.ok('get-customers');
    const shown = customers.map((one) => [
      one.name,
      one.address,
      one.zip,
      one.phone_number,
      one.output_select,
    ]);
    assert.deepEqual(shown.sort(), [
      ['Fyrri ehf.', 'Gata 1', '101', '5551234', '2'],
      ['Seinni ehf.', 'Gata 2', '600', '', '3'],
    ]);
  });

  test("reads Payday's list of invoices by the remainder, not by the text of the state", async () => {
    const seller = await kvitt.account();
    const rows: Rows = [
      PAYDAY_INVOICES,
      [501, 'Kaupandi ehf.', ONE, '5.1.2026', '15.1.2026', '20.1.2026', 124_000, 'Ógreiddur', 124_000],
      [502, 'Kaupandi ehf.', ONE, '6.1.2026', '16.1.2026', '21.1.2026', 62_000, 'Hluti greiddur', 22_000],
    ];
    const settled = [503, 'A', TWO, '6.1.2026', '16.1.2026', '21.1.2026', 100, 'Greiddur', 0];
    const refused = await importRows(seller, 'open_invoices', [...rows, settled]);
    assert.match(messages(refused)[2] ?? '', /Nothing is left of it to pay/);
    const { result } = await importRows(seller, 'open_invoices', rows);
    assert.deepEqual([result.rows_new, result.mapping.Staða], [2, 'ignore']);
    const invoices: Record<string, unknown>[] = await seller.ok('get-invoices');
    const shown = invoices.map((one) => [
      one.number,
      one.due_date,
      one.settlement_date,
      one.amount,
      one.remaining,
    ]);
    assert.deepEqual(shown.sort(), [
      ['501', '2026-01-15', '2026-01-20', 124_000, 124_000],
      ['502', '2026-01-16', '2026-01-21', 62_000, 22_000],
    ]);
  });

  test("refuses Payday's form for new invoices, and names the column that is missing", async () => {
    const seller = await kvitt.account();
    const headings = ['Kennitala', 'Netfang', 'Nafn', 'Heimilisfang', 'Gjaldmiðill', 'Athugasemd'];
    const refusal = await importRows(seller, 'open_invoices', [
      headings,
      [ONE, '', 'A', 'Gata 1', 'ISK', ''],
    ]);
    assert.equal(refusal.error_code, 'records_columns');
    assert.match(refusal.message, /which one is invoice_number/);
  });

  test('ignores a column that a mapping leaves out, also in the next file', async () => {
    const seller = await kvitt.account();
    const rows = (name: string): Rows => [
      ['Hver', 'Netfang', 'Sími'],
      [name, 'a@a.example', '5551234'],
    ];
    const mapping = { Hver: 'name', Sími: 'phone_number' };
    await importRows(seller, 'customers', rows('Ein'), { mapping });
    const { result } = await importRows(seller, 'customers', rows('Tvær'));
    assert.equal(result.mapping.Netfang, 'ignore');
    const customers: { email: string }[] = await seller.ok('get-customers');
    assert.deepEqual(
      customers.map(({ email }) => email),
      ['', ''],
    );
  });
});
