import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStatement } from '../../src/adapters/bank-statements/read-statement.ts';
import { BANK_LAYOUTS, type BankExport } from '../support/bank-exports.ts';
import type { FileLine } from '../support/bank-files.ts';

const read = (bytes: Buffer) => readStatement({ bytes, format: null, mapping: null, own: [] });

/** Several lines of a day, a year that changes, and amounts that look like decimals. */
const LINES: readonly FileLine[] = [
  {
    booked_on: '2025-12-30',
    amount: 1_135_983,
    text: 'Innborgun þæö',
    reference: '030326',
    name: 'Elva Sturludóttir',
    kennitala: '1607735109',
  },
  { booked_on: '2025-12-31', amount: -1948, text: 'Rafmagn', name: 'HS Veitur hf.', kennitala: '4312080590' },
  { booked_on: '2025-12-31', amount: -1948, text: 'Rafmagn', name: 'HS Veitur hf.', kennitala: '4312080590' },
  { booked_on: '2026-01-02', amount: 24_484, text: 'Reikningur 17', reference: '0000017' },
  { booked_on: '2026-01-02', amount: -500, text: 'Þjónustugjald' },
];
const STATEMENT: BankExport = {
  account: '013326012345',
  lines: LINES,
  opening: 242_562,
  isNewestFirst: true,
};

/** The balance after each line in cents, added up apart from the reader. */
const BALANCES = LINES.map((_, at) =>
  LINES.slice(0, at + 1).reduce((sum, { amount }) => sum + amount * 100, STATEMENT.opening * 100),
);

const ENCODINGS: readonly [name: string, encode: (text: string) => Buffer][] = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
];

for (const layout of BANK_LAYOUTS)
  describe(`an export of ${layout.bank}`, () => {
    for (const [encoding, encode] of ENCODINGS)
      for (const isNewestFirst of [true, false])
        test(`in ${encoding}, the ${isNewestFirst ? 'newest' : 'oldest'} line first`, () => {
          const text = layout.write({ ...STATEMENT, isNewestFirst });
          const outcome = read(encode(text));
          assert.ok('statement' in outcome, JSON.stringify(outcome));
          const { lines, accounts, openingBalance, closingBalance } = outcome.statement;
          assert.deepEqual(
            lines.map((line) => ({
              day: line.bookedOn,
              amount: Number(line.amount) * 100,
              balance: Number(line.balance) * 100,
              text: line.text,
              reference: line.reference,
              name: line.counterpartyName,
              kennitala: line.counterpartyId,
            })),
            LINES.map((line, at) => ({
              day: line.booked_on,
              amount: line.amount * 100,
              balance: BALANCES[at],
              ...layout.expect(line),
            })),
          );
          assert.deepEqual(
            [openingBalance, closingBalance].map((balance) => Number(balance) * 100),
            [STATEMENT.opening * 100, BALANCES.at(-1)],
          );
          assert.equal(accounts.length > 0, text.includes('0133-26-012345'));
          assert.ok(accounts.every((account) => account.replace(/\D/g, '').includes(STATEMENT.account)));
          assert.ok(lines.every(({ valueOn, bookedOn }) => valueOn === null || valueOn === bookedOn));
        });

    test('is refused with its row where an amount was changed', () => {
      const rows = layout.write(STATEMENT).split('\n');
      const at = rows.findIndex((row) => row.startsWith('31.12.2025'));
      const changed = rows.with(at, (rows[at] ?? '').replaceAll('-1.948', '-1.949'));
      const outcome = read(Buffer.from(changed.join('\n')));
      assert.ok('problem' in outcome && outcome.problem.kind === 'balance');
      assert.match(outcome.problem.message, new RegExp(`^Row ${at + 1}:`));
    });
  });

describe('what banks write in their own way', () => {
  const [companies] = BANK_LAYOUTS;
  test('a day of value without its year is in the year that is nearest', () => {
    const text = companies?.write(STATEMENT) ?? '';
    const outcome = read(Buffer.from(text.replaceAll(';02.01;', ';31.12;').replaceAll(';30.12;', ';02.01;')));
    assert.ok('statement' in outcome, JSON.stringify(outcome));
    assert.deepEqual(
      outcome.statement.lines.map(({ valueOn }) => valueOn),
      ['2026-01-02', '2025-12-31', '2025-12-31', '2025-12-31', '2025-12-31'],
    );
  });
  test('a day of value that does not exist is refused with its row', () => {
    const outcome = read(Buffer.from((companies?.write(STATEMENT) ?? '').replaceAll(';30.12;', ';31.02;')));
    assert.equal('problem' in outcome && outcome.problem.message, 'Row 10: 31.02 is no date');
  });
});
