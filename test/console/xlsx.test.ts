import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { xlsx } from '../../console/src/lib/xlsx.ts';
import { vatCells } from '../../console/src/screens/reports/vat-cells.ts';
import { exportName } from '../../src/domain/strings/export-name.ts';

/** The cells of the sheet as [style, content]; the archive is not compressed, so its text can be read directly. */
async function cellsOf(rows: Parameters<typeof xlsx>[1]): Promise<[string, string][]> {
  const archive = await xlsx('Reikningar', rows).text();
  const cells = archive.matchAll(/<c r="[A-Z]+\d+" s="(\d)"[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)</g);
  return [...cells].map(([, style = '', content = '']) => [style, content]);
}

describe('a sheet for Excel', () => {
  it('has days as dates, counts without decimals, and sums with two where one has them', async () => {
    const rows = [
      ['Dags.', 'Fjöldi', 'Upphæð', 'Númer'],
      ['2026-03-02', 3, 1240.5, '2026-0001'],
      ['2026-11-17', 12, 100, '7'],
    ];
    assert.deepEqual(await cellsOf(rows), [
      ...['Dags.', 'Fjöldi', 'Upphæð', 'Númer'].map((heading) => ['1', heading]),
      ['4', '46083'],
      ['3', '3'],
      ['2', '1240.5'],
      ['0', '2026-0001'],
      ['4', '46343'],
      ['3', '12'],
      ['2', '100'],
      ['0', '7'],
    ]);
  });

  it('keeps text that only looks like a day as text', async () => {
    assert.deepEqual(await cellsOf([['A'], ['2026-13-45'], ['17.11.2026']]), [
      ['1', 'A'],
      ['0', '2026-13-45'],
      ['0', '17.11.2026'],
    ]);
  });

  it('has the due date of VAT as a date', async () => {
    const figures = {
      net_24: 1,
      net_11: 0,
      net_0: 0,
      vat_24: 0,
      vat_11: 0,
      output_vat: 1,
      input_vat: 0,
      to_pay: 1,
    };
    const row = { period: '2026-1', first_month: '2026-01', last_month: '2026-02', due_on: '2026-04-07' };
    const cells = vatCells({ ...row, ...figures } as Parameters<typeof vatCells>[0], 'is');
    assert.deepEqual((await cellsOf([cells.map(() => 'x'), cells])).at(-1), ['4', '46119']);
  });

  it('is named after the company and the period, without signs that file systems refuse', () => {
    assert.equal(
      exportName('A/B: "Kaffi" ehf.', 'Reikningar', '2026-01-01', '2026-12-31'),
      'AB Kaffi ehf. Reikningar 2026-01-01 2026-12-31',
    );
    assert.equal(exportName(undefined, '', undefined), 'kvitt');
  });
});
