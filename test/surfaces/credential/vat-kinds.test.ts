import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { buy, buyer, openSale, postToSales, sale } from '../../support/sales.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

const GERMAN = {
  ...{ name: 'Käufer GmbH', vat: 'DE123456789', output_select: 4 },
  ...{ address: 'Hauptstr. 1', zip: '10115', city: 'Berlin' },
};
const EMPTY = { zero_rated: 0, outside_vat: 0 };

interface Row {
  kind: string;
  guid: string;
  number: string;
  text: string;
  sold: string;
  date: string | null;
  counts_as: string;
  amount: number | null;
}

onBothDatabases('kinds of turnover without VAT', (kvitt) => {
  let seller: Client;

  const on = (day: string) => {
    kvitt.now = () => new Date(`${day}T12:00:00Z`);
    return { issue_date: day, due_date: day, settlement_date: day };
  };
  const sell = (day: string, items: object[], amount: number, more: object = {}) =>
    seller.ok('create-invoice', { data: invoice({ ...on(day), items, amount, ...more }) });
  const credit = (day: string, ref_invoice_guid: string, amount: number, more: object = {}) =>
    seller.ok('create-invoice', {
      data: { type: 'credit', ...on(day), ref_invoice_guid, amount, ...more },
    });
  const list = (more: Record<string, unknown> = {}): Promise<Row[]> =>
    seller.ok('get-unstated-vat-kinds', more);
  const decide = (vat_kind: string, rows: readonly Pick<Row, 'kind' | 'guid'>[]) =>
    seller.ok('decide-vat-kind', {
      data: { vat_kind, records: rows.map(({ kind, guid }) => ({ kind, guid })) },
    });
  const refuse = (vat_kind: unknown, records: unknown) =>
    seller.expectRefusal('decide-vat-kind', { data: { vat_kind, records } });
  const boxesOf = async (period: string) => {
    const { boxes, outside_vat } = await seller.ok('get-vat-return', { period });
    return { zero_rated: boxes.zero_rated, outside_vat };
  };
  const warningsOf = async (period: string) =>
    (await seller.ok('get-vat-return', { period })).warnings.map(({ code }: { code: string }) => code);

  before(async () => {
    seller = await kvitt.account();
  });

  test('lists records without VAT and without a reason, and sets it once', async () => {
    on('2026-01-05');
    const z = { tax: 'Z', unit_price: 900 };
    const item = await seller.ok('create-item', {
      data: { item_number: 'K1', description: 'Kennsla', ...z },
    });
    await seller.ok('create-item', { data: { description: 'Flutningur', ...z, vat_kind: 'zero_rated' } });
    await seller.ok('create-item', { data: { description: 'Gömul', ...z, active: false } });
    await seller.ok('create-item', { data: { description: 'Vinna', unit_price: 900, tax: 'S' } });
    const template = await seller.ok('create-recurring-invoice', {
      data: {
        ...{ recurring_name: 'Leiga', recurring_interval: 'monthly', recurring_start_date: '2026-06-01' },
        customer: { name: 'Leigjandi', output_select: 4 },
        items: [
          { description: 'Leiga', qty: 1, unit_price: 1000, tax: 'Z' },
          { description: 'Þrif', qty: 1, unit_price: 100, tax: 'S' },
          { description: 'Flutningur', qty: 1, unit_price: 10, tax: 'Z', vat_kind: 'zero_rated' },
        ],
        currency: 'ISK',
        amount: 1134,
      },
    });
    const rows = await list();
    assert.deepEqual(
      rows.map(({ kind, guid, number, text, ...rest }) => [kind, guid, number, text, rest]),
      [
        ['item', item, 'K1', 'Kennsla', { sold: '', date: null, counts_as: 'by_buyer', amount: null }],
        [
          'recurring',
          template,
          '',
          'Leiga',
          { sold: 'Leiga', date: null, counts_as: 'by_buyer', amount: null },
        ],
      ],
    );
    assert.deepEqual(await list({ decided: true }), []);
    assert.deepEqual(
      [...(await list({ limit: 1 })), ...(await list({ limit: 1, page: 2 }))].map(({ guid }) => guid),
      [item, template],
    );
    assert.deepEqual(await decide('outside', [...rows, ...rows]), { vat_kind: 'outside', decided: 2 });
    assert.deepEqual(await list(), []);
    assert.equal((await seller.ok('get-item', { guid: item })).vat_kind, 'outside');
    const { items } = await seller.ok('get-recurring-invoice', { guid: template });
    assert.deepEqual(
      items.map(({ description, vat_kind = null }: { description: string; vat_kind: string | null }) => [
        description,
        vat_kind,
      ]),
      [
        ['Leiga', 'outside'],
        ['Þrif', null],
        ['Flutningur', 'zero_rated'],
      ],
    );
    assert.match((await refuse('outside', [{ kind: 'item', guid: item }])).message, /records\[0\]/);
  });

  test('moves issued documents between the boxes without changing them', async () => {
    const lesson = line({ item_number: 'N1', description: 'Námskeið', unit_price: 5000.25, tax: 'Z' });
    const mixed = [
      lesson,
      line({ item_number: 'F1', description: 'Flug', unit_price: 700, tax: 'Z', vat_kind: 'zero_rated' }),
      line({ unit_price: 1000 }),
    ];
    const home = await sell('2026-02-03', mixed, 6940.25);
    const abroad = await sell('2026-02-04', [lesson], 5000.25, { customer: GERMAN });
    await sell('2026-02-05', [line({ unit_price: 1000 })], 1240);
    const read = async () => [
      await seller.ok('get-invoice', { guid: home }),
      (await seller.ok('get-invoice-xml', { guid: abroad })).file,
    ];
    const issued = await read();
    const rows = (await list({ period: '2026-02' })).filter(({ date }) => date);
    assert.deepEqual(
      rows.map(({ guid, text, sold, date, counts_as, amount }) => [
        guid,
        text,
        sold,
        date,
        counts_as,
        amount,
      ]),
      [
        [home, 'Kaupandi ehf.', 'Námskeið', '2026-02-03', 'outside', 5000.25],
        [abroad, GERMAN.name, 'Námskeið', '2026-02-04', 'zero_rated', 5000.25],
      ],
    );
    assert.deepEqual(await boxesOf('2026-02'), { zero_rated: 5700, outside_vat: 5000 });
    assert.deepEqual(await warningsOf('2026-02'), ['vat_kind_unstated']);

    await decide('outside', rows);
    assert.deepEqual(await boxesOf('2026-02'), { zero_rated: 700, outside_vat: 10_001 }); // 10,000.50
    assert.deepEqual(await warningsOf('2026-02'), []);
    const decided = await list({ decided: true });
    assert.deepEqual(
      decided.map(({ guid, counts_as }) => [guid, counts_as]),
      [
        [home, 'outside'],
        [abroad, 'outside'],
      ],
    );
    await decide('zero_rated', decided);
    assert.deepEqual(await boxesOf('2026-02'), { zero_rated: 10_701, outside_vat: 0 });
    const [{ decided_vat_kind, ...shown }, xml] = await read();
    assert.deepEqual([decided_vat_kind, shown, xml], ['zero_rated', ...issued]);

    // What is credited goes out of the box in which it was counted.
    await credit('2026-03-02', home, 6940.25);
    assert.deepEqual(await boxesOf('2026-04'), { zero_rated: -5700, outside_vat: 0 });
    assert.deepEqual(await warningsOf('2026-04'), []);
    const { result } = await seller.call('get-events', { types: 'vat.kind_decided' });
    assert.deepEqual(
      result
        .map(({ data }: { data: { guid: string; vat_kind: string } }) => [data.guid, data.vat_kind])
        .sort(),
      [home, abroad].flatMap((guid) => ['outside', 'zero_rated'].map((kind) => [guid, kind])).sort(),
    );
  });

  test('applies to a credit note that was issued before', async () => {
    const sold = await sell('2026-05-04', [line({ item_number: 'N2', unit_price: 300, tax: 'Z' })], 300);
    const note = await credit('2026-05-05', sold, 100, {
      items: [{ description: 'Afsláttur', qty: 1, unit_price: 100, tax: 'Z' }],
    });
    const documents = (await list({ period: '2026-06' })).filter(({ date }) => date);
    assert.deepEqual(
      documents.map(({ kind, guid, amount }) => [kind, guid, amount]),
      [
        ['invoice', sold, 300],
        ['credit_note', note, -100],
      ],
    );
    assert.match((await refuse('outside', [{ kind: 'credit_note', guid: sold }])).message, /records\[0\]/);
    await decide('zero_rated', documents);
    assert.deepEqual(await boxesOf('2026-06'), { zero_rated: 200, outside_vat: 0 });
  });

  test('leaves documents of a locked period as they were filed', async () => {
    const sold = await sell('2026-07-01', [line({ item_number: 'N3', unit_price: 400, tax: 'Z' })], 400);
    const open = await sell('2026-09-02', [line({ item_number: 'N3', unit_price: 400, tax: 'Z' })], 400);
    await seller.ok('lock-vat-period', { period: '2026-08' });
    assert.deepEqual(await warningsOf('2026-08'), []);
    const documents = (await list()).filter(({ date }) => date);
    assert.deepEqual(
      documents.map(({ guid }) => guid),
      [open],
    );
    const both = [open, sold].map((guid) => ({ kind: 'invoice', guid }));
    const refusal = await refuse('zero_rated', both);
    assert.equal(refusal.error_code, 'period_locked');
    assert.match(refusal.message, /2026-07-01.*2026-09-01/);
    assert.deepEqual(await boxesOf('2026-08'), { zero_rated: 0, outside_vat: 400 });
    assert.deepEqual(await boxesOf('2026-10'), { zero_rated: 0, outside_vat: 400 });
    await seller.ok('unlock-vat-period', { period: '2026-08', reason: 'Útflutningur' });
    await decide('zero_rated', both);
    assert.deepEqual(await boxesOf('2026-08'), { zero_rated: 400, outside_vat: 0 });
  });

  test('lists documents of this year and the last, and older ones by their period', async () => {
    const sold = await sell('2025-11-03', [line({ item_number: 'N5', unit_price: 500, tax: 'Z' })], 500);
    const guids = async (more: object = {}) => (await list({ ...more })).map(({ guid }) => guid);
    on('2026-12-31');
    assert.ok((await guids()).includes(sold));
    on('2027-01-01');
    assert.ok(!(await guids()).includes(sold));
    assert.ok((await guids({ period: '2025-12' })).includes(sold));
    await decide('outside', [{ kind: 'invoice', guid: sold }]);
    on('2026-09-04');
    assert.ok(!(await guids()).includes(sold));
  });

  test('refuses records that are not on the list, and changes nothing', async () => {
    const sold = await sell('2026-11-02', [line({ item_number: 'N4', unit_price: 50, tax: 'Z' })], 50);
    const taxed = await sell('2026-11-03', [line({ unit_price: 100 })], 124);
    const good = { kind: 'invoice', guid: sold };
    for (const [wrong, field] of [
      [{ kind: 'invoice', guid: UNKNOWN_GUID }, 'records[1]'],
      [{ kind: 'item', guid: sold }, 'records[1]'],
      [{ kind: 'invoice', guid: taxed }, 'records[1]'],
      [{ kind: 'cost', guid: sold }, 'records[1].kind'],
      [{ kind: 'invoice', guid: 'x' }, 'records[1]'],
    ] as const) {
      const { message, error_code } = await refuse('zero_rated', [good, wrong]);
      assert.ok(message.includes(field) && error_code === 'field_invalid', message);
    }
    assert.equal((await refuse('zero_rated', [])).error_code, 'field_required');
    assert.equal((await refuse('exempt', [good])).error_code, 'field_invalid');
    const other = await kvitt.account();
    const foreign = await other.expectRefusal('decide-vat-kind', {
      data: { vat_kind: 'outside', records: [good] },
    });
    assert.equal(foreign.error_code, 'field_invalid');
    assert.deepEqual(await boxesOf('2026-12'), { ...EMPTY, outside_vat: 50 });
  });

  test('a selling page states the reason, and its invoices have it', async () => {
    on('2026-12-01');
    const shop = await kvitt.account();
    const desk = await signInToConsole(shop);
    const kindOf = async (page: string) => {
      const { invoice_guid: guid } = await buy(shop, page, { paid: true });
      return (await shop.ok('get-invoice', { guid })).items[0].vat_kind ?? null;
    };
    const stated = await openSale(shop, { name: 'Útflutt', tax: 'Z', vat_kind: 'zero_rated' });
    const silent = await openSale(shop, { name: 'Gjöf', tax: 'Z' });
    const taxed = await openSale(shop, { name: 'Bolli' });
    assert.equal(await kindOf(stated.guid), 'zero_rated');
    assert.equal(await kindOf(silent.guid), null);
    const wrong = await postToSales(shop, '', { ...sale, vat_kind: 'outside' });
    assert.match(wrong.body.message, /vat_kind must be left out where VAT is charged/);
    const refused = await desk.call('set-product-sale', { guid: taxed.guid, vat_kind: 'outside' });
    assert.equal(refused.body.error_code, 'field_invalid');

    const rows: Row[] = await shop.ok('get-unstated-vat-kinds');
    assert.deepEqual(
      rows.map(({ kind, text, counts_as }) => [kind, text, counts_as]),
      [
        ['item', 'Gjöf', 'by_buyer'],
        ['product_sale', 'Gjöf', 'by_buyer'],
        ['invoice', buyer.name, 'outside'],
      ],
    );
    const records = [{ kind: 'product_sale', guid: silent.guid }];
    await shop.ok('decide-vat-kind', { data: { vat_kind: 'outside', records } });
    assert.equal((await desk.ok('show-product-sale', { guid: silent.guid })).vat_kind, 'outside');
    assert.equal(await kindOf(silent.guid), 'outside');

    // A page that comes to sell without VAT says why, and one that no longer does says nothing.
    await desk.ok('set-product-sale', { guid: taxed.guid, tax: 'Z', vat_kind: 'zero_rated' });
    assert.equal(await kindOf(taxed.guid), 'zero_rated');
    await desk.ok('set-product-sale', { guid: taxed.guid, tax: 'S' });
    await desk.ok('set-product-sale', { guid: taxed.guid, tax: 'Z' });
    assert.equal((await desk.ok('show-product-sale', { guid: taxed.guid })).vat_kind, undefined);
  });
});
