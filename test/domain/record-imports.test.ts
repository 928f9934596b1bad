import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRecordColumns, type RecordColumns } from '../../src/domain/imports/columns.ts';
import { readRecords } from '../../src/domain/imports/records.ts';

const COLUMNS: RecordColumns = {
  fields: {
    name: { kind: 'text', headings: ['nafn', 'heiti'] },
    registration_no: { kind: 'kennitala', headings: ['kennitala', 'kt'] },
    unit_price: { kind: 'number', headings: ['verd'] },
    date: { kind: 'date', headings: ['dags'] },
    active: { kind: 'flag', headings: ['virk'] },
    tax: { kind: 'text', headings: ['vsk'], codes: { '24': 'S', '24²': 'AA', enginn: 'Z' } },
  },
  required: ['name'],
};
const none = { mapping: null, remembered: null };

function read(rows: string[][], given = {}) {
  const layout = findRecordColumns(rows, COLUMNS, { ...none, ...given });
  return 'columns' in layout ? readRecords(rows, COLUMNS, layout) : layout;
}

describe('the columns of a file', () => {
  const cases: [why: string, rows: string[][], given: object, found: unknown][] = [
    [
      'by Icelandic headings',
      [
        ['Nafn', 'KT.'],
        ['A', '5501234520'],
      ],
      {},
      { name: 'A', registration_no: '5501234520' },
    ],
    [
      'by the names of the wire, in any order',
      [
        ['registration_no', 'name'],
        ['1', 'A'],
      ],
      {},
      { name: 'A', registration_no: '1' },
    ],
    ['below a title', [['Viðskiptavinir'], [], ['Nafn'], ['A']], {}, { name: 'A' }],
    [
      'by the more precise of two headings',
      [
        ['Heiti', 'Nafn'],
        ['A', 'B'],
      ],
      {},
      { name: 'B' },
    ],
    [
      'by a mapping of headings',
      [
        ['Hver', 'Nafn'],
        ['A', 'B'],
      ],
      { mapping: { Hver: 'name', Nafn: 'ignore' } },
      { name: 'A' },
    ],
    [
      'by a mapping of numbers, without headings',
      [['5501234520', 'A']],
      { mapping: { '2': 'name' } },
      { name: 'A' },
    ],
    ['as in the last file', [['Hver'], ['A']], { remembered: { Hver: 'name' } }, { name: 'A' }],
    [
      'by the headings where the last file was another',
      [['Nafn'], ['A']],
      { remembered: { Hver: 'name' } },
      { name: 'A' },
    ],
  ];
  for (const [why, rows, given, found] of cases)
    it(`are found ${why}`, () => {
      assert.deepEqual(
        (read(rows, given) as { fields: object }[]).map(({ fields }) => fields),
        [found],
      );
    });
  it('are reported where they are not recognised', () => {
    assert.deepEqual(read([['Litur'], ['A']]), { missing: 'name' });
    assert.deepEqual(read([['Nafn'], ['A']], { mapping: { Hver: 'name' } }), { noColumn: 'Hver' });
    assert.deepEqual(read([['Nafn'], ['A']], { mapping: { Nafn: 'colour' } }), { noField: 'colour' });
    assert.deepEqual(read([['Nafn'], ['A']], { mapping: { '9': 'name' } }), { noColumn: '9' });
  });
});

describe('the cells of a file', () => {
  const cases: [heading: string, written: string, value: string][] = [
    ['Verð', '1.234,5', '1234.5'],
    ['Verð', '0,1234', '0.1234'],
    ['Verð', '12 kg', '12 kg'],
    ['Kt', '101302129', '0101302129'],
    ['Kt', '010130-2129', '010130-2129'],
    ['Dags', '5.3.2026', '2026-03-05'],
    ['Dags', '46086', '2026-03-05'],
    ['Dags', 'í gær', 'í gær'],
    ['Virk', 'Já', '1'],
    ['Virk', 'nei', '0'],
    ['VSK', '24%', 'S'],
    ['VSK', 'Enginn', 'Z'],
    ['VSK', 'AA', 'AA'],
    ['VSK', '24²', 'AA'],
  ];
  for (const [heading, written, value] of cases)
    it(`${heading} "${written}" is ${value}`, () => {
      const [record] = read([
        ['Nafn', heading],
        ['A', written],
      ]) as { row: number; fields: object }[];
      assert.deepEqual(Object.values(record?.fields ?? {})[1], value);
      assert.equal(record?.row, 2);
    });
  it('of an empty row create no record', () => {
    assert.deepEqual(
      read([
        ['Nafn', 'Kt'],
        ['', ' '],
        ['A', ''],
      ]),
      [{ row: 3, fields: { name: 'A' } }],
    );
  });
});
