import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStatement } from '../../src/adapters/bank-statements/read-statement.ts';
import { matchLines } from '../../src/domain/bank/known-lines.ts';
import type { OwnAccount, Statement, StatementLine } from '../../src/domain/bank/statement.ts';
import { camtFile, camtText, csvText, type FileLine } from '../support/bank-files.ts';
import { growthBy8, MAX_GROWTH } from '../support/growth.ts';

const ACCOUNT = '013326012345';
const OTHER = '013326099999';

function read(content: string, own: readonly OwnAccount[] = []) {
  return readStatement({ bytes: Buffer.from(content), format: null, mapping: null, own });
}

function statementOf(content: string, own: readonly OwnAccount[] = []): Statement {
  const outcome = read(content, own);
  assert.ok('statement' in outcome, JSON.stringify(outcome));
  return outcome.statement;
}

function problemOf(content: string): string {
  const outcome = read(content);
  assert.ok('problem' in outcome);
  return outcome.problem.message;
}

const shown = (lines: readonly StatementLine[]) =>
  lines.map(({ row, amount, text, counterpartyName, balance }) => [
    row,
    Number(amount),
    text,
    counterpartyName,
    Number(balance),
  ]);

const PAYMENTS: readonly FileLine[] = [
  { booked_on: '2026-03-03', amount: 1000, text: 'Reikningur 17', name: 'Jón', kennitala: '2405862319' },
  { booked_on: '2026-03-03', amount: 250.5, text: 'Reikningur 18', name: 'Anna' },
  { booked_on: '2026-03-03', amount: 1000, name: 'Sigga' },
];
const LINES: readonly FileLine[] = [
  { booked_on: '2026-03-02', amount: -400, text: 'Leiga', name: 'Eigandi hf.' },
  { booked_on: '2026-03-03', amount: 2250.5, text: 'Bunki', batch: PAYMENTS },
  { booked_on: '2026-03-04', amount: 70, text: 'Vextir' },
];

describe('the versions of camt.053', () => {
  const versions = Array.from({ length: 12 }, (_, at) => String(at + 2).padStart(2, '0'));
  for (const version of versions)
    test(`001.${version} has a line for each transaction of a batch`, () => {
      const { lines } = statementOf(camtText(LINES, { account: ACCOUNT, opening: 500, version }));
      assert.deepEqual(shown(lines), [
        [1, -400, 'Leiga', 'Eigandi hf.', 100],
        [2, 1000, 'Reikningur 17', 'Jón', 1100],
        [2, 250.5, 'Reikningur 18', 'Anna', 1350.5],
        [2, 1000, '', 'Sigga', 2350.5],
        [3, 70, 'Vextir', '', 2420.5],
      ]);
      assert.equal(lines[1]?.counterpartyId, '2405862319');
    });
  const xml = (version: string) => camtText(LINES, { account: ACCOUNT, opening: 500, version });
  test('other versions are refused with their number', () => {
    for (const version of ['01', '14', '99'])
      assert.equal(
        problemOf(xml(version)),
        `camt.053 of version 001.${version} is not read; send one of 001.02 to 001.13`,
      );
  });
  test('the version comes from the namespace of the document, whatever its prefix', () => {
    const prefixed = xml('08')
      .replace(/<(\/?)(?=[A-Z])/g, '<$1ns:')
      .replace('xmlns=', 'xmlns:ns=');
    assert.equal(statementOf(prefixed).lines.length, 5);
    const elsewhere = xml('08')
      .replace('camt.053', 'camt.054')
      .replace('<GrpHdr>', '<GrpHdr xmlns:x="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">');
    assert.match(problemOf(elsewhere), /not camt\.053/);
  });
});

describe('a batch', () => {
  test('in a file with the newest entry first keeps its order', () => {
    const text = camtText([...LINES].reverse(), { account: ACCOUNT, opening: 500 });
    assert.deepEqual(
      shown(statementOf(text).lines).map(([row, amount]) => [row, amount]),
      [
        [3, -400],
        [2, 1000],
        [2, 250.5],
        [2, 1000],
        [1, 70],
      ],
    );
  });
  test('whose transactions do not add up is refused with its row', () => {
    for (const version of ['02', '08']) {
      const text = camtText(LINES, { account: ACCOUNT, opening: 500, version });
      assert.equal(
        problemOf(text.replace('>250.50<', '>250.51<')),
        'Row 2: its 3 transactions add up to 2250.51, and it is 2250.50',
      );
    }
  });
  test('without amounts, or with amounts in another currency, is one line', () => {
    const text = camtText(LINES, { account: ACCOUNT, opening: 500 });
    const none = text.replaceAll(/<AmtDtls>.*?<\/AmtDtls>/g, '');
    const foreign = text.replace(
      /<AmtDtls>(.*?)<\/AmtDtls>/,
      '<AmtDtls><TxAmt><Amt Ccy="EUR">7.00</Amt></TxAmt></AmtDtls>',
    );
    for (const content of [none, foreign])
      assert.deepEqual(shown(statementOf(content).lines)[1], [
        2,
        2250.5,
        'Reikningur 17 Reikningur 18',
        '',
        2350.5,
      ]);
  });
  test('may have transactions of the opposite direction', () => {
    const batch = [...PAYMENTS, { booked_on: '2026-03-03', amount: -50.5, text: 'Þóknun' }];
    const lines = [{ booked_on: '2026-03-03', amount: 2200, batch }];
    const text = camtText(lines, { account: ACCOUNT, opening: 0, version: '04' });
    assert.deepEqual(
      statementOf(text).lines.map(({ amount }) => Number(amount)),
      [1000, 250.5, 1000, -50.5],
    );
  });
});

describe('a reversal', () => {
  const reversals: readonly FileLine[] = [
    { booked_on: '2026-03-02', amount: 900, name: 'Jón', text: 'Leiga', account: OTHER },
    { booked_on: '2026-03-03', amount: -900, name: 'Jón', text: 'Bakfært', account: OTHER, isReversal: true },
    { booked_on: '2026-03-04', amount: 300, name: 'Birgir hf.', text: 'Endursent', isReversal: true },
  ];
  const text = camtText(reversals, { account: ACCOUNT, opening: 0, version: '08' });
  const facts = (content: string) =>
    statementOf(content).lines.map((line) => [
      Number(line.amount),
      line.isReversal,
      line.counterpartyName,
      line.counterpartyAccount,
    ]);
  test('keeps its direction, is marked, and has the counterparty of the reversed transaction', () => {
    assert.deepEqual(facts(text), [
      [900, false, 'Jón', OTHER],
      [-900, true, 'Jón', OTHER],
      [300, true, 'Birgir hf.', ''],
    ]);
  });
  test('has the right counterparty where a bank swaps debtor and creditor', () => {
    const own = `<Dbtr><Pty><Nm>Við sjálf</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>IS00${ACCOUNT}5501234520</IBAN></Id></DbtrAcct>`;
    const other = `<Cdtr><Pty><Nm>Jón</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>${OTHER}</Id></Othr></Id></CdtrAcct>`;
    const turned = text.replaceAll(/<RltdPties>.*?<\/RltdPties>/gs, `<RltdPties>${own}${other}</RltdPties>`);
    assert.deepEqual(
      facts(turned).map(([, , name]) => name),
      ['Jón', 'Jón', 'Jón'],
    );
  });
  test('includes a payment that is returned with a reason', () => {
    const returned = text.replace('<RmtInf>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf><RmtInf>');
    assert.deepEqual(
      facts(returned).map(([, isReversal]) => isReversal),
      [true, true, true],
    );
  });
});

describe('a file of several accounts', () => {
  const more = [{ booked_on: '2026-03-05', amount: 30, text: 'Vextir' }];
  const ofOther = {
    account: OTHER,
    opening: 9,
    closing: 5,
    lines: [{ booked_on: '2026-03-02', amount: 1, text: 'x' }],
  };
  const text = camtFile([
    ofOther,
    { account: `IS00${ACCOUNT}5501234520`, opening: 500, lines: LINES },
    { account: ACCOUNT, opening: 2420.5, lines: more },
  ]);
  test('has the statements of the chosen account, with the row numbers of the file', () => {
    const own = [{ account_no: ACCOUNT, iban: '', mapping: null }];
    const { lines, openingBalance, closingBalance } = statementOf(text, own);
    assert.deepEqual(
      lines.map(({ row, amount }) => [row, Number(amount)]),
      [
        [2, -400],
        [3, 1000],
        [3, 250.5],
        [3, 1000],
        [4, 70],
        [5, 30],
      ],
    );
    assert.deepEqual([openingBalance, closingBalance].map(Number), [500, 2450.5]);
  });
  test('is refused without a chosen account, and the refusal names the accounts', () => {
    const own = [OTHER, ACCOUNT].map((account_no) => ({ account_no, iban: '', mapping: null }));
    const outcome = read(text, own);
    assert.ok('problem' in outcome && outcome.problem.code === 'statement_accounts');
    assert.deepEqual(outcome.problem.values, [`${OTHER}, IS00${ACCOUNT}5501234520`]);
  });
  test('is checked for the chosen account only', () => {
    const outcome = read(text, [{ account_no: OTHER, iban: '', mapping: null }]);
    assert.ok('problem' in outcome && outcome.problem.kind === 'balance');
    assert.match(outcome.problem.message, /^Row 1:/);
  });
  test('is refused where a statement between two of the account is missing', () => {
    const gap = camtFile([
      { account: ACCOUNT, opening: 500, lines: LINES },
      { account: ACCOUNT, opening: 9000, lines: more },
    ]);
    assert.equal(problemOf(gap), 'Row 4: the balance should be 2450.50, and is 9030.00');
  });
  test('is refused where the account has statements in two currencies', () => {
    const mixed = camtFile([
      { account: ACCOUNT, opening: 500, lines: LINES },
      { account: ACCOUNT, opening: 0, currency: 'EUR', lines: more },
    ]);
    assert.equal(problemOf(mixed), 'The statement is in EUR and the account in ISK');
  });
});

describe('a batch that another file has as a sum', () => {
  const camt = statementOf(camtText(LINES, { account: ACCOUNT, opening: 500 })).lines;
  const csv = statementOf(csvText(LINES, { opening: 500 })).lines;
  const known = (lines: readonly StatementLine[], format: 'csv' | 'camt.053') =>
    lines.map((line) => ({
      booked_on: line.bookedOn,
      amount: line.amount,
      text: line.text,
      reference: line.reference,
      balance: line.balance,
      format,
      from_date: lines[0]?.bookedOn ?? null,
      to_date: lines.at(-1)?.bookedOn ?? null,
    }));
  test('is recognised, whichever file is imported first', () => {
    assert.equal(matchLines(camt, known(csv, 'csv'), 'camt.053').size, camt.length);
    assert.equal(matchLines(csv, known(camt, 'camt.053'), 'csv').size, csv.length);
    assert.equal(matchLines(camt, known(camt, 'camt.053'), 'camt.053').size, camt.length);
  });
  test('is new where a part of it is missing, or leads to another balance', () => {
    const without = known(camt, 'camt.053').toSpliced(2, 1);
    assert.equal(matchLines(csv, without, 'csv').size, csv.length - 1);
    const later = statementOf(csvText(LINES, { opening: 501 })).lines;
    assert.equal(matchLines(camt, known(later, 'csv'), 'camt.053').size, 2);
  });
  test('is searched in linear time', async () => {
    const days = (count: number) =>
      Array.from({ length: count }, () => ({ booked_on: '2026-03-03', amount: 1, text: 'a' }));
    const growth = await growthBy8((size) => {
      const all = statementOf(csvText(days(size), { opening: 0 })).lines;
      const without = all.toSpliced(size / 2, 1);
      // The way to each of them leads over the line that is missing.
      const sums = known(all.slice(size / 2 + 1), 'camt.053').map((one) => ({
        ...one,
        amount: `${Number(one.balance) - 1}`,
        text: 'b',
      }));
      assert.equal(matchLines(without, sums, 'csv').size, 0);
    }, 500);
    assert.ok(growth < MAX_GROWTH, `${growth}`);
  });
});
