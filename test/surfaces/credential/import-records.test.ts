import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import type { Client } from '../../support/client.ts';
import { csv, xlsx } from '../../support/record-files.ts';
import { onBothDatabases } from '../../support/service.ts';

const fates = ({ rows }: { rows: { fate: string }[] }) => rows.map(({ fate }) => fate).join(' ');

onBothDatabases('import-records', (kvitt) => {
  let seller: Client;
  before(async () => {
    seller = await kvitt.account();
  });
  const importFile = (kind: string, file: string, more: object = {}) =>
    seller.ok('import-records', { data: { kind, file_name: 'a.csv', file, ...more } });

  test('creates customers, updates existing ones, and does not touch equal ones', async () => {
    const kt = companyKennitala(701);
    const first = csv('Nafn;Kennitala;Netfang;Póstnr.', `Þórður ehf.;${kt};t@t.example;101`, 'Ásta;;;600');
    const made = await importFile('customers', first);
    assert.deepEqual([fates(made), made.rows_new, made.rows_total], ['new new', 2, 2]);
    assert.deepEqual(made.mapping, {
      ...{ Nafn: 'name', Kennitala: 'registration_no', Netfang: 'email', 'Póstnr.': 'zip' },
      ...{ separator: ';', encoding: 'windows-1252' },
    });
    const [customer] = await seller.ok('get-customers', { kennitala: kt });
    assert.deepEqual([customer.name, customer.output_select, customer.zip], ['Þórður ehf.', '3', '101']);
    assert.equal(fates(await importFile('customers', first)), 'same same');
    const second = csv('Nafn;Kennitala;Netfang;Póstnr.', `Þórður hf.;${kt};;`, 'Nýr;;;');
    const changed = await importFile('customers', second);
    assert.deepEqual(changed.rows, [
      { row: 2, fate: 'changed', message: 'name' },
      { row: 3, fate: 'new', message: '' },
    ]);
    const [again] = await seller.ok('get-customers', { kennitala: kt });
    assert.deepEqual([again.guid, again.name, again.email], [customer.guid, 'Þórður hf.', 't@t.example']);
    const types = (await seller.ok('get-events', { types: 'customer.*' })).map(
      ({ type }: { type: string }) => type,
    );
    assert.deepEqual(types.sort(), [...Array(3).fill('customer.created'), 'customer.updated']);
  });

  test('writes nothing while a row is refused, and gives the reason for each', async () => {
    const rows = Array.from({ length: 30 }, (_, n) =>
      n % 10 === 0 ? `Röng ${n};123;x` : `Rétt ${n};${companyKennitala(710 + n)};r${n}@r.example`,
    );
    const file = csv('Nafn;Kennitala;Netfang', ...rows, `Aftur;${companyKennitala(711)};a@a.example`);
    const count = await seller.ok('get-count-customers');
    const refusal = await seller.call('import-records', { data: { kind: 'customers', file } });
    assert.deepEqual([refusal.status, refusal.error_code], [false, 'records_refused']);
    const { rows_refused, rows: said } = refusal.result;
    assert.equal(rows_refused, 4);
    const reasons = said.filter(({ fate }: { fate: string }) => fate === 'refused');
    assert.deepEqual(
      reasons.map(({ row }: { row: number }) => row),
      [2, 12, 22, 32],
    );
    assert.match(reasons[0].message, /registration_no.*email/);
    assert.equal(reasons[3].message, 'It means the same record as row 3');
    assert.match(refusal.message, /^4 of 31 rows cannot be imported, and nothing was written: row 2: /);
    assert.deepEqual(await seller.ok('get-count-customers'), count);
  });

  test('shows the result of each row in a dry run', async () => {
    const count = await seller.ok('get-count-customers');
    const data = { kind: 'customers', file: csv('Nafn', 'Prufa') };
    const preview = await seller.call('import-records', { data, dry_run: 1 });
    assert.equal(fates(preview.result), 'new');
    assert.deepEqual(await seller.ok('get-count-customers'), count);
  });

  test('reads workbooks, with prices of four decimals', async () => {
    const file = await xlsx([
      ['Vörunúmer', 'Lýsing', 'Verð', 'VSK', 'Eining'],
      ['R-1', 'Ráðgjöf', 15000.1234, '24%', 'klst'],
      ['R-2', 'Bók', 2500, '11%', 'stk'],
    ]);
    assert.equal(fates(await importFile('items', file)), 'new new');
    const items: Record<string, unknown>[] = await seller.ok('get-items');
    const shown = items.map(({ item_number, unit_price, tax, uom }) => [item_number, unit_price, tax, uom]);
    assert.deepEqual(shown, [
      ['R-1', 15000.1234, 'S', 'HUR'],
      ['R-2', 2500, 'AA', 'C62'],
    ]);
    assert.equal(fates(await importFile('items', file)), 'same same');
  });

  test('creates costs that wait for approval, each once', async () => {
    const line = (number: string) => `Birgir ehf.;${companyKennitala(702)};${number};3.3.2026;12.400;2.400`;
    const file = csv('Birgir;Kennitala;Reikningsnúmer;Dags.;Upphæð;VSK 24%', line('17'), line('18'));
    assert.equal(fates(await importFile('costs', file)), 'new new');
    const costs = await seller.ok('get-costs', { accounting_status: 'New' });
    assert.equal(costs.length, 2);
    assert.deepEqual([costs[0].amount, costs[0].vat_S, costs[0].issue_date], [12400, 2400, '2026-03-03']);
    assert.equal(fates(await importFile('costs', file)), 'same same');
  });

  test('refuses files and mappings that it cannot read, and says what to send', async () => {
    const cases: [data: object, code: string, message: RegExp][] = [
      [
        { kind: 'customers', file: csv('Litur', 'Blár') },
        'records_columns',
        /which one is name.*registration_no/,
      ],
      [{ kind: 'customers', file: csv('Nafn', 'A'), mapping: { Hver: 'name' } }, 'records_no_column', /Hver/],
      [
        { kind: 'items', file: csv('A', 'B'), mapping: { A: 'colour' } },
        'records_no_field',
        /colour.*unit_price/,
      ],
      [{ kind: 'customers', file: csv('Nafn') }, 'records_empty', /no rows/],
      [{ kind: 'customers', file: csv('Nafn;"Kt', 'A') }, 'records_unreadable', /quoted field/],
      [
        { kind: 'customers', file: Buffer.from('PK\u0003\u0004').toString('base64') },
        'records_unreadable',
        /CSV or XLSX/,
      ],
      [
        { kind: 'customers', file: csv('Nafn', 'A'), mapping: 'name' },
        'field_invalid',
        /mapping must be an object/,
      ],
    ];
    for (const [data, code, message] of cases) {
      const refusal = await seller.expectRefusal('import-records', { data });
      assert.equal(refusal.error_code, code, refusal.message);
      assert.match(refusal.message, message);
    }
  });
});
