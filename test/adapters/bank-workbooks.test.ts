import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStatement } from '../../src/adapters/bank-statements/read-statement.ts';
import { type Sheet, workbook, workbookParts, zip } from '../support/workbooks.ts';

const read = (bytes: Buffer) => readStatement({ bytes, format: null, mapping: null, own: [] });

function linesOf(bytes: Buffer) {
  const outcome = read(bytes);
  assert.ok('statement' in outcome, JSON.stringify(outcome));
  const { lines } = outcome.statement;
  return lines.map(({ row, bookedOn, amount, text, balance }) => [row, bookedOn, amount, text, balance]);
}

function messageOf(bytes: Buffer): string {
  const outcome = read(bytes);
  assert.ok('problem' in outcome);
  return outcome.problem.message;
}

const shared = [
  '<t>Dags.</t>',
  '<t>Skýring</t>',
  '<t xml:space="preserve">Upphæð </t>',
  '<t>Staða</t>',
  '<r><t>Reikn</t></r><r><rPr><b/></rPr><t xml:space="preserve">ingur 17 &amp; 18</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
];
const HEADING =
  '<row r="4"><c r="A4" t="s"><v>0</v></c><c r="B4" t="s"><v>1</v></c><c r="C4" t="s"><v>2</v></c><c r="D4" t="s"><v>3</v></c></row>';

/** A sheet as Excel writes it: a title that is merged, an empty row, days with a time, formulas with their values. */
const statement: Sheet = {
  name: 'Færslur',
  merged: ['A1:D1'],
  rows: `<row r="1" spans="1:4"><c r="A1" t="inlineStr"><is><t>Færslur á reikningi 0133-26-012345</t></is></c><c r="B1"/><c r="C1"/><c r="D1"/></row>
    ${HEADING}
    <row r="5"><c r="A5" s="1"><v>46083</v></c><c r="B5" t="s"><v>4</v></c><c r="C5" s="2"><v>12400</v></c><c r="D5" s="2"><f>C5+1000</f><v>13400</v></c></row>
    <row r="6"><c r="A6" s="3"><v>46084.604166666664</v></c><c r="B6" t="str"><f>"Gjald"</f><v>Gjald</v></c><c r="C6" s="2"><v>-500.5</v></c><c r="D6" s="2"><f>D5+C6</f><v>12899.499999999998</v></c></row>
    <row r="7"><c r="A7" t="d"><v>2026-03-04T00:00:00</v></c><c r="B7"/><c r="C7"><v>1.5E3</v></c><c r="D7"><v>14399.5</v></c></row>
    <row r="8"><c r="A8" t="inlineStr"><is><t>Samtals</t></is></c><c r="C8"><f>SUM(C5:C7)</f><v>13399.5</v></c></row>`,
};
const LINES = [
  [5, '2026-03-02', '12400.00', 'Reikningur 17 & 18', '13400.00'],
  [6, '2026-03-03', '-500.50', 'Gjald', '12899.50'],
  [7, '2026-03-04', '1500.00', '', '14399.50'],
];
const cover: Sheet = {
  name: 'Forsíða',
  rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Yfirlit</t></is></c></row>',
};
const hidden: Sheet = {
  ...statement,
  name: 'Afrit',
  isHidden: true,
  rows: statement.rows.replace('12400', '99'),
};
const formats = ['dd\\.mm\\.yyyy\\ hh:mm;@'];

describe('a workbook as spreadsheets write it', () => {
  test('is read with shared and inline texts, formats of days, merged cells and formulas', () => {
    assert.deepEqual(linesOf(workbook([statement], { shared, formats })), LINES);
  });
  test('is read from the first visible sheet that has transactions, in the order of the workbook', () => {
    const sheets = [hidden, cover, statement, { ...statement, rows: statement.rows.replace('12400', '77') }];
    assert.deepEqual(linesOf(workbook(sheets, { shared, formats, files: [4, 3, 2, 1] })), LINES);
  });
  test('counts days from 1904 where it says so', () => {
    const rows = statement.rows.replace('46083', '44621').replace('46084.6', '44622.6');
    assert.deepEqual(
      linesOf(workbook([{ ...statement, rows }], { shared, formats, isFrom1904: true })),
      LINES,
    );
  });
  test('reads a number without a date format as a day in a column of days', () => {
    const rows = statement.rows.replace('s="1"', 's="0"');
    assert.deepEqual(linesOf(workbook([{ ...statement, rows }], { shared, formats })), LINES);
  });
  test('with a heading that is merged over money in and money out is read by both', () => {
    const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = `<row r="1">${cell('A1', 'Dags.')}${cell('B1', 'Skýring')}${cell('C1', 'Upphæð')}<c r="D1"/></row>
      <row r="2"><c r="A2"/><c r="B2"/>${cell('C2', 'Inn')}${cell('D2', 'Út')}</row>
      <row r="3"><c r="A3" s="1"><v>46083</v></c>${cell('B3', 'Sala')}<c r="C3"><v>900</v></c></row>
      <row r="4"><c r="A4" s="1"><v>46084</v></c>${cell('B4', 'Gjald')}<c r="D4"><v>150</v></c></row>`;
    const merged = ['A1:A2', 'B1:B2', 'C1:D1'];
    assert.deepEqual(linesOf(workbook([{ name: 'Blað1', rows, merged }])), [
      [3, '2026-03-02', '900.00', 'Sala', null],
      [4, '2026-03-03', '-150.00', 'Gjald', null],
    ]);
  });
  test('names the row of the sheet where a value is wrong, and a formula that has none', () => {
    const withRows = (rows: string) => messageOf(workbook([{ ...statement, rows }], { shared, formats }));
    assert.equal(withRows(statement.rows.replace('<v>-500.5</v>', '')), 'Row 6: an empty cell is no amount');
    const error = statement.rows.replace('<c r="C6" s="2"><v>-500.5</v>', '<c r="C6" t="e"><v>#REF!</v>');
    assert.equal(withRows(error), 'Row 6: #REF! is no amount');
    assert.match(
      withRows(statement.rows.replace('14399.5', '14399')),
      /^Row 7: the balance should be 14399\.50/,
    );
  });
  test('is refused where a part is damaged, encrypted or duplicated', () => {
    const parts = workbookParts([statement], { shared, formats });
    const changed = (says: object) =>
      messageOf(zip(parts.map((one) => (one.name.includes('sheet1') ? { ...one, says } : one))));
    assert.match(changed({ checksum: 1 }), /xl\/worksheets\/sheet1\.xml is damaged/);
    assert.match(changed({ flags: 1 }), /locked with a password/);
    assert.match(changed({ size: 5 }), /sheet1\.xml is damaged/);
    assert.match(changed({ method: 12 }), /compression is not known/);
    assert.match(messageOf(zip([...parts, ...parts.slice(-1)])), /two parts of one name/);
    const bomb = parts.map((one) =>
      one.name.includes('sheet1') ? { ...one, content: Buffer.alloc(40 << 20) } : one,
    );
    assert.match(messageOf(zip(bomb)), /larger than 32 MB/);
    assert.match(
      messageOf(zip(bomb.map((one) => (Buffer.isBuffer(one.content) ? { ...one, says: { size: 9 } } : one)))),
      /larger than 32 MB/,
    );
  });
});
