import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type KnownLine, matchLines } from '../../src/domain/bank/known-lines.ts';
import type { StatementLine } from '../../src/domain/bank/statement.ts';
import { seededRandom } from '../support/random-books.ts';

const ROUNDS = 300;
const LINES = 25;
const FILES = 5;
const random = seededRandom(20_261_120);
const below = (max: number) => Math.floor(random() * max);

/** Few amounts and texts, so that many lines look alike and balances come back. */
interface Truth {
  day: string;
  amount: number;
  balance: number;
  text: string;
}

function history(): Truth[] {
  let [day, balance] = [1, 1000];
  return Array.from({ length: LINES }, () => {
    day += below(3) === 0 ? 1 : 0;
    const amount = (1 + below(3)) * (below(2) === 0 ? 100 : -100);
    balance += amount;
    return { day: `2026-03-${String(day).padStart(2, '0')}`, amount, balance, text: `Texti ${below(3)}` };
  });
}

/** What one layout says of a line; each calls it otherwise. */
function written({ day, amount, balance, text }: Truth, layout: number, hasBalances: boolean): StatementLine {
  return {
    row: 1,
    bookedOn: day,
    valueOn: null,
    amount: `${amount}.00`,
    isReversal: false,
    text: layout === 0 ? text : `Skýring ${layout} ${text.length + amount}`,
    reference: layout === 2 ? `R${Math.abs(amount)}` : '',
    counterpartyName: '',
    counterpartyId: '',
    counterpartyAccount: '',
    balance: hasBalances ? `${balance}.00` : null,
  };
}

interface File {
  from: string;
  to: string;
  lines: readonly Truth[];
}

/** A file has its days from their beginning; the last one ends where the bank was when it was written. */
function randomFile(lines: readonly Truth[]): File {
  const start = lines[below(LINES)]?.day ?? '';
  const first = lines.findIndex(({ day }) => day === start);
  const some = lines.slice(first, first + 1 + below(LINES - first));
  return { from: start, to: some.at(-1)?.day ?? '', lines: some };
}

/** The stored lines after these files were imported one after another. */
function importAll(files: readonly File[], hasBalances: (at: number) => boolean): KnownLine[] {
  const stored: KnownLine[] = [];
  for (const [at, { from, to, lines }] of files.entries()) {
    const read = lines.map((line) => written(line, at % 3, hasBalances(at)));
    const known = stored.filter(({ booked_on }) => booked_on >= from && booked_on <= to);
    const matches = matchLines(read, known, 'csv');
    for (const [line, same] of matches) if (same && line.balance !== null) same.balance ??= line.balance;
    for (const { bookedOn: booked_on, ...line } of read.filter((one) => !matches.has(one)))
      stored.push({ ...line, booked_on, format: 'csv', from_date: from, to_date: to });
  }
  return stored;
}

function countBy(lines: readonly { amount: string | number }[], dayOf: (at: number) => string) {
  const counts = new Map<string, number>();
  for (const [at, { amount }] of lines.entries()) {
    const key = `${dayOf(at)} ${Number(amount)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The lines that some file has, and how often each movement of a day is stored. */
function compare(files: readonly File[], stored: readonly KnownLine[]) {
  const covered = [...new Set(files.flatMap(({ lines }) => lines))];
  return {
    truth: countBy(covered, (at) => covered[at]?.day ?? ''),
    found: countBy(stored, (at) => stored[at]?.booked_on ?? ''),
  };
}

describe('files of the same days in other layouts', () => {
  test('add each transaction once, where they have balances', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const files = Array.from({ length: FILES }, () => randomFile(lines));
      const { truth, found } = compare(
        files,
        importAll(files, () => true),
      );
      assert.deepEqual(found, truth, `round ${round}`);
    }
  });

  test('never lose a transaction, and add days once that every file has in full, where only some have balances', () => {
    let whole = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const files = Array.from({ length: FILES }, () => randomFile(lines));
      const { truth, found } = compare(
        files,
        importAll(files, (at) => (at + round) % 4 === 0),
      );
      for (const [key, count] of truth)
        assert.ok((found.get(key) ?? 0) >= count, `round ${round}: ${key} is lost`);
      for (const [key, count] of found) {
        const day = key.slice(0, 10);
        const having = files.filter(({ from, to }) => from <= day && to >= day);
        if (!having.every(({ from, to }) => from < day && to > day)) continue;
        assert.equal(count, truth.get(key), `round ${round}: ${key} is there twice`);
        if (having.length > 1) whole += 1;
      }
    }
    assert.ok(whole > ROUNDS, `${whole}`);
  });

  test('add a file that begins in the middle of a day, although existing lines look alike', () => {
    const text = 'Innborgun';
    const morning = [{ day: '2026-03-02', amount: 100, balance: 100, text }];
    const evening = [
      { day: '2026-03-02', amount: -100, balance: 0, text: 'Greiðsla' },
      { day: '2026-03-02', amount: 100, balance: 100, text },
    ];
    const files = [morning, evening].map((lines) => ({ from: '2026-03-02', to: '2026-03-02', lines }));
    const stored = importAll([files[0] ?? assert.fail(), files[1] ?? assert.fail()], () => true);
    assert.deepEqual(
      stored.map(({ amount }) => amount),
      ['100.00', '-100.00', '100.00'],
    );
  });
});
