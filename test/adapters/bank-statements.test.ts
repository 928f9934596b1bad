import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStatement } from '../../src/adapters/bank-statements/read-statement.ts';
import { isNumberOf, parseAccountNo, parseIban } from '../../src/domain/bank/account-number.ts';
import { type KnownLine, matchLines } from '../../src/domain/bank/known-lines.ts';
import type { ColumnMapping, StatementLine } from '../../src/domain/bank/statement.ts';
import { findDecimalSign, parseAmount, parseWrittenDate } from '../../src/domain/bank/written-values.ts';
import { camtText, csvText } from '../support/bank-files.ts';

function read(content: string | Buffer, mapping: ColumnMapping | null = null) {
  return readStatement({ bytes: Buffer.from(content), format: null, mapping, own: [] });
}

function linesOf(content: string | Buffer, mapping: ColumnMapping | null = null) {
  const outcome = read(content, mapping);
  assert.ok('statement' in outcome, JSON.stringify(outcome));
  return outcome.statement.lines.map(({ bookedOn, amount, text, balance }) => [
    bookedOn,
    amount,
    text,
    balance,
  ]);
}

describe('amounts as banks write them', () => {
  const cases: [column: string[], amounts: (string | null)[]][] = [
    [
      ['1.234,56', '-12.000'],
      ['1234.56', '-12000.00'],
    ],
    [
      ['1,234.56', '-12,000'],
      ['1234.56', '-12000.00'],
    ],
    [
      ['18.500', '1.250'],
      ['18500.00', '1250.00'],
    ],
    [
      ['18,500', '1,250'],
      ['18500.00', '1250.00'],
    ],
    [
      ['1 234,5', '1234'],
      ['1234.50', '1234.00'],
    ],
    [
      ['500-', '(500)', '−500', '+500'],
      ['-500.00', '-500.00', '-500.00', '500.00'],
    ],
    [
      ['1.500 kr.', 'kr. 200'],
      ['1500.00', '200.00'],
    ],
    [
      ['12.34.5', 'abc', '', '5-5', '1.2345,00'],
      [null, null, null, null, null],
    ],
    [['1,234'], ['1234.00']],
    [
      ['0,5', '1.000,255'],
      ['0.50', null],
    ],
  ];
  for (const [column, amounts] of cases)
    test(column.join(' | '), () => {
      const sign = findDecimalSign(column);
      assert.deepEqual(
        column.map((written) => parseAmount(written, sign)?.toFixed(2) ?? null),
        amounts,
      );
    });
});

describe('days as banks write them', () => {
  const cases: [written: string, day: string | null][] = [
    ['05.03.2026', '2026-03-05'],
    ['5.3.2026', '2026-03-05'],
    ['5.3.26', '2026-03-05'],
    ['2026-03-05', '2026-03-05'],
    ['2026-03-05T10:11:12', '2026-03-05'],
    ['05/03/2026 10:11', '2026-03-05'],
    ['20260305', '2026-03-05'],
    ['5. mars 2026', '2026-03-05'],
    ['5 Mar 2026', '2026-03-05'],
    ['46086', '2026-03-05'],
    ['31.02.2026', null],
    ['2026-13-01', null],
    ['Samtals', null],
    ['', null],
  ];
  for (const [written, day] of cases)
    test(`${written || 'nothing'} is ${day}`, () => assert.equal(parseWrittenDate(written), day));
  test('the month comes first where the format says so', () => {
    assert.equal(parseWrittenDate('03/05/2026', 'mdy'), '2026-03-05');
  });
});

describe('a CSV file', () => {
  const rows = (...all: string[]) => all.join('\r\n');
  test('is read in Windows-1252 with the newest line first', () => {
    const file = rows(
      'Reikningur;0133-26-012345',
      'Dags.;Upphæð;Staða;Skýring',
      '05.03.2026;-1.500;98.500;Þjónustugjald',
      '04.03.2026;100.000;100.000;Innborgun',
    );
    assert.deepEqual(linesOf(Buffer.from(file, 'latin1')), [
      ['2026-03-04', '100000.00', 'Innborgun', '100000.00'],
      ['2026-03-05', '-1500.00', 'Þjónustugjald', '98500.00'],
    ]);
  });
  test('has money in and out in two columns, tabs, and sums below', () => {
    const file = rows(
      'Dagsetning\tInnborgun\tÚttekt\tTexti',
      '1.3.2026\t1.000\t\ta',
      '2.3.2026\t\t250\tb',
      'Samtals\t1.000\t250\t',
    );
    assert.deepEqual(linesOf(file), [
      ['2026-03-01', '1000.00', 'a', null],
      ['2026-03-02', '-250.00', 'b', null],
    ]);
  });
  test('without a heading is read by its values, or by numbers of columns', () => {
    const file = rows('2026-03-01;Jón;-5,00;95,00', '2026-03-02;Gunna;10,50;105,50');
    assert.deepEqual(linesOf(file), [
      ['2026-03-01', '-5.00', 'Jón', '95.00'],
      ['2026-03-02', '10.50', 'Gunna', '105.50'],
    ]);
    assert.deepEqual(linesOf(file, { 1: 'booked_on', 4: 'amount' }), [
      ['2026-03-01', '95.00', '', null],
      ['2026-03-02', '105.50', '', null],
    ]);
  });
  test('keeps quoted separators, quotes and line ends', () => {
    const file = 'Date,Amount,Description\n2026-03-01,"1,000.50","a ""b"", c\nd"\n';
    assert.deepEqual(linesOf(file), [['2026-03-01', '1000.50', 'a "b", c d', null]]);
  });
  test('remembered columns serve where the file has them, and else its own headings', () => {
    const own = { account_no: '', iban: '', mapping: { Dags: 'booked_on', Velta: 'amount' } };
    const bytes = Buffer.from(rows('Dags;Upphæð;Velta', '1.3.2026;5;7'));
    const first = readStatement({ bytes, format: null, mapping: null, own: [own] });
    assert.ok('statement' in first && first.statement.lines[0]?.amount === '7.00');
    const other = Buffer.from(rows('Dagsetning;Upphæð', '1.3.2026;5'));
    const second = readStatement({ bytes: other, format: null, mapping: null, own: [own] });
    assert.ok('statement' in second && second.statement.lines[0]?.amount === '5.00');
  });
  test('of several accounts, the columns of the one that the file names are remembered', () => {
    const own = ['013326000001', '013326000002'].map((account_no, at) => ({
      account_no,
      iban: '',
      mapping: { Dags: 'booked_on', [at === 0 ? 'Velta' : 'Upphæð']: 'amount', Reikn: 'account_no' },
    }));
    const amountOf = (account: string) => {
      const bytes = Buffer.from(rows('Dags;Upphæð;Velta;Reikn', `1.3.2026;5;7;${account}`));
      const outcome = readStatement({ bytes, format: null, mapping: null, own });
      assert.ok('statement' in outcome, JSON.stringify(outcome));
      return outcome.statement.lines[0]?.amount;
    };
    assert.deepEqual(['0133-26-000001', '0133-26-000002'].map(amountOf), ['7.00', '5.00']);
  });
});

describe('a camt.053 file', () => {
  const lines = [
    {
      booked_on: '2026-03-02',
      amount: 12_400,
      text: 'Reikningur 17 & 18',
      kennitala: '550123-4520',
      name: 'Kaupandi ehf.',
    },
    { booked_on: '2026-03-03', amount: -500.5, reference: 'RF18' },
  ];
  for (const version of ['02', '04', '06', '08', '13'])
    test(`of version ${version} is read with balances, counterparty and reference`, () => {
      const outcome = read(camtText(lines, { account: '013326012345', opening: 100, version }));
      assert.ok('statement' in outcome, JSON.stringify(outcome));
      const { statement } = outcome;
      assert.deepEqual([statement.openingBalance, statement.closingBalance], ['100.00', '11999.50']);
      assert.deepEqual(
        statement.lines.map(({ row, ...line }) => line),
        [
          {
            bookedOn: '2026-03-02',
            valueOn: '2026-03-02',
            amount: '12400.00',
            isReversal: false,
            text: 'Reikningur 17 & 18',
            reference: '',
            counterpartyName: 'Kaupandi ehf.',
            counterpartyId: '5501234520',
            counterpartyAccount: '',
            balance: '12500.00',
          },
          {
            bookedOn: '2026-03-03',
            valueOn: '2026-03-03',
            amount: '-500.50',
            isReversal: false,
            text: '',
            reference: 'RF18',
            counterpartyName: '',
            counterpartyId: '',
            counterpartyAccount: '',
            balance: '11999.50',
          },
        ],
      );
    });
  test('leaves out what is pending', () => {
    const xml = camtText(lines, { account: '1', opening: 0, closing: 12_400 }).replace(
      /(-?500\.50<.*?)<Sts>BOOK/s,
      '$1<Sts>PDNG',
    );
    assert.equal(linesOf(xml).length, 1);
  });
});

describe('a broken file', () => {
  const camt = camtText([{ booked_on: '2026-03-02', amount: 5 }], { account: '1', opening: 0 });
  const csv = csvText(
    [
      { booked_on: '2026-03-02', amount: 5 },
      { booked_on: '2026-03-03', amount: 6 },
    ],
    { opening: 0 },
  );
  const damaged: [what: string, content: string | Buffer, code: string][] = [
    [
      'another closing balance',
      camt.replace(
        '<Amt Ccy="ISK">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>',
        '<Amt Ccy="ISK">6.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt>',
      ),
      'statement_balance',
    ],
    [
      'an entry without direction',
      camt.replace(/<CdtDbtInd>CRDT<\/CdtDbtInd><Sts>/, '<Sts>'),
      'statement_amount',
    ],
    ['an entry without a day', camt.replace(/<(Bookg|Val)Dt>.*?<\/\1Dt>/gs, ''), 'statement_date'],
    ['no account', camt.replace(/<Acct>.*<\/Acct>/s, ''), 'statement_missing'],
    ['another message', camt.replaceAll('camt.053', 'camt.054'), 'statement_not'],
    ['a DOCTYPE', camt.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'), 'statement_broken'],
    ['half of the XML', camt.slice(0, camt.length / 2), 'statement_broken'],
    ['no Stmt', camt.replaceAll('Stmt>', 'Stmp>'), 'statement_missing'],
    ['a wrong balance', csv.replace(';11\r', ';12\r'), 'statement_balance'],
    ['a wrong day', csv.replace('03.03.2026', '33.03.2026'), 'statement_date'],
    ['an empty day', csv.replace('03.03.2026', ''), 'statement_date'],
    ['a wrong amount', csv.replace(';6;', ';six;'), 'statement_amount'],
    ['an empty amount', csv.replace(';6;', ';;'), 'statement_amount'],
    ['an open quote', csv.replace('"";', '";'), 'statement_broken'],
    ['no heading', 'a;b\r\nc;d\r\n', 'statement_columns'],
    ['only a heading', csv.slice(0, csv.indexOf('\r\n')), 'statement_empty'],
    ['a PDF', '%PDF-1.7', 'statement_kind'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'statement_kind'],
    ['half of a workbook', Buffer.from('PK\u0003\u0004nothing more'), 'statement_broken'],
  ];
  for (const [what, content, code] of damaged)
    test(`with ${what} is refused with ${code}`, () => {
      const outcome = read(content);
      assert.equal('problem' in outcome ? outcome.problem.code : 'read', code);
    });
  test('names the row', () => {
    const outcome = read(csv.replace(';6;', ';six;'));
    assert.equal('problem' in outcome && outcome.problem.message, 'Row 3: six is no amount');
  });
  test('that is cut or damaged at any of 200 positions is read or refused, and never throws', () => {
    for (let at = 0; at < 200; at += 1) {
      const source = at % 2 === 0 ? camt : csv;
      const offset = Math.floor((source.length * at) / 200);
      const cut = read(source.slice(0, offset));
      const changed = read(`${source.slice(0, offset)}\u0000<"${source.slice(offset + 1)}`);
      assert.ok([cut, changed].every((outcome) => 'statement' in outcome || outcome.problem.message !== ''));
    }
  });
});

describe('what is known of a file', () => {
  const line = (fields: Partial<StatementLine>): StatementLine => ({
    row: 1,
    bookedOn: '2026-03-02',
    valueOn: null,
    amount: '1000.00',
    isReversal: false,
    text: 'Innborgun',
    reference: '',
    counterpartyName: '',
    counterpartyId: '',
    counterpartyAccount: '',
    balance: null,
    ...fields,
  });
  const known = (fields: Partial<KnownLine>): KnownLine => ({
    booked_on: '2026-03-02',
    amount: '1000.00',
    text: 'Innborgun',
    reference: '',
    balance: null,
    format: 'csv',
    from_date: '2026-03-02',
    to_date: '2026-03-02',
    ...fields,
  });
  const count = (lines: StatementLine[], stored: KnownLine[], format: 'csv' | 'camt.053' = 'csv') =>
    lines.length - matchLines(lines, stored, format).size;
  test('two equal transactions of one day stay two', () => {
    assert.equal(count([line({}), line({})], [known({})]), 1);
    assert.equal(count([line({}), line({})], [known({}), known({})]), 0);
  });
  test('lines are compared by reference, or by text where one has no reference', () => {
    assert.equal(count([line({ reference: 'A' })], [known({ reference: 'B' })]), 1);
    assert.equal(count([line({ reference: 'A', text: 'x' })], [known({ reference: 'a', text: 'y' })]), 0);
    assert.equal(count([line({ reference: 'A' })], [known({})]), 0);
    assert.equal(count([line({ text: 'Útborgun' })], [known({})]), 1);
  });
  test('between two formats an equal text or balance is enough', () => {
    assert.equal(count([line({ reference: 'A' })], [known({ reference: 'B' })], 'camt.053'), 0);
    const byBalance = [line({ text: 'x', balance: '5.00' })];
    assert.equal(count(byBalance, [known({ balance: '5.0' })], 'camt.053'), 0);
  });
  test('between two layouts the balances of a day that begins alike are enough', () => {
    const all = [line({ text: 'x', balance: '1005.00' }), line({ text: 'y', balance: '2005.00' })];
    const stored = known({ balance: '1005.0' });
    assert.equal(count(all, [stored]), 1);
    assert.equal(count(all, [stored, known({ balance: '2005.0' })]), 0);
    assert.equal(count(all, [known({ balance: '3005.0' })]), 2);
    // A file that begins in the middle of the day does not begin alike.
    assert.equal(count(all.slice(1), [stored, known({ balance: '2005.0' })]), 1);
  });
});

describe('account numbers', () => {
  test('are twelve digits or an IBAN', () => {
    assert.equal(parseAccountNo('133-26-12345'), '013326012345');
    assert.equal(parseAccountNo('13326'), null);
    assert.equal(parseIban('IS14 0159 2600 7654 5510 7303 39'), 'IS140159260076545510730339');
    assert.equal(parseIban('IS15 0159 2600 7654 5510 7303 39'), null);
    const account = { account_no: '015926007654', iban: '' };
    assert.ok(isNumberOf(account, 'IS140159260076545510730339') && isNumberOf(account, '0159-26-007654'));
    assert.ok(!isNumberOf(account, '0159-26-007655'));
  });
});
