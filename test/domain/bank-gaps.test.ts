import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BalancedLine, followBalances } from '../../src/domain/bank/gaps.ts';
import { seededRandom } from '../support/random-books.ts';

const ROUNDS = 300;
const LINES = 30;
const random = seededRandom(20261119);
const below = (max: number) => Math.floor(random() * max);

interface Line {
  day: string;
  amount: number;
  /** The balance after it. */
  balance: number;
}

/** Lines of March, none to three a day. No two sets of them have the same sum. */
function history(): Line[] {
  let [day, balance] = [1, below(1e6)];
  return Array.from({ length: LINES }, () => {
    day = Math.min(31, day + Math.floor(below(5) / 2));
    const amount = 1 + below(1e9) - 5e8;
    balance += amount;
    return { day: `2026-03-${String(day).padStart(2, '0')}`, amount, balance };
  });
}

/** What is stored after parts of a history were imported one after another. */
function stored(parts: readonly (readonly Line[])[]): BalancedLine[] {
  return [...new Set(parts.flat())].map(toStored);
}

function toStored({ day, amount, balance }: Line): BalancedLine {
  return { booked_on: day, amount: `${amount}`, balance: `${balance}` };
}

type Found = [from: string, to: string, amount: number];

function found(lines: readonly BalancedLine[]): { opening: number | undefined; gaps: Found[] } {
  const { opening, gaps } = followBalances(lines);
  return {
    opening: opening?.toNumber(),
    gaps: gaps.map(({ from_date, to_date, amount }) => [from_date, to_date, amount]),
  };
}

/** The lines between the first and the last known one that are not known, run by run; all within one day are one gap. */
function gapsIn(lines: readonly Line[], known: ReadonlySet<Line>): Found[] {
  const [first, last] = [
    lines.findIndex((one) => known.has(one)),
    lines.findLastIndex((one) => known.has(one)),
  ];
  const all = new Map<string, Found>();
  let before = lines[first] ?? assert.fail();
  for (const line of lines.slice(first, last + 1)) {
    if (!known.has(line)) continue;
    const amount = line.balance - line.amount - before.balance;
    const days: [string, string] = [before.day, line.day];
    if (line !== before && amount !== 0)
      all.set(`${days}`, [...days, (all.get(`${days}`)?.[2] ?? 0) + amount]);
    before = line;
  }
  return [...all.values()];
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);

describe('gaps between statements', () => {
  test('are the days of no statement, whatever statements of whole days overlap and arrive in any order', () => {
    let [some, none] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const parts = Array.from({ length: 1 + below(5) }, () => {
        const [from, length] = [1 + below(31), below(9)];
        return lines.filter(
          ({ day }) => Number(day.slice(8)) >= from && Number(day.slice(8)) <= from + length,
        );
      }).filter(({ length }) => length > 0);
      if (parts.length === 0) continue;
      const gaps = gapsIn(lines, new Set(parts.flat()));
      assert.deepEqual(found(stored(parts)).gaps, gaps, `round ${round}`);
      if (gaps.length > 0) some += 1;
      else none += 1;
    }
    assert.ok(some > ROUNDS / 10 && none > ROUNDS / 10, `${some} ${none}`);
  });

  test('are found where statements end and begin in the middle of a day, also several times within one', () => {
    let within = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const cuts = [...new Set([0, ...Array.from({ length: 12 }, () => below(LINES)), LINES])].sort(
        (a, b) => a - b,
      );
      const all = cuts.slice(1).map((end, at) => lines.slice(cuts[at], end));
      const parts = all.filter(() => random() < 0.6);
      const known = new Set(parts.flat());
      if (known.size === 0) continue;
      const gaps = gapsIn(lines, known);
      assert.deepEqual(found(stored(parts)).gaps, gaps, `round ${round}`);
      // Stored in another order, the first and the last day may begin and end with another of their parts, and the sum is right.
      const any = found(stored(shuffled(parts)));
      const days = [...known].map(({ day }) => day).sort();
      const balances = (day: string | undefined) => [...known].filter((one) => one.day === day);
      const opening = any.opening ?? Number.NaN;
      assert.ok(balances(days[0]).some(({ balance, amount }) => balance - amount === opening));
      const moved = [...[...known].map(({ amount }) => amount), ...any.gaps.map(([, , amount]) => amount)];
      const closing = moved.reduce((sum, amount) => sum + amount, opening);
      assert.ok(balances(days.at(-1)).some(({ balance }) => balance === closing));
      within += gaps.filter(([from, to]) => from === to).length;
    }
    assert.ok(within > 10, `${within}`);
  });

  test('are none where statements overlap in the middle of a day, and the opening is that of the first line', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const starts = [0, 5, 10, 15, 20, 25];
      const parts = starts.map((start) => lines.slice(Math.max(0, start - below(5)), start + 5 + below(4)));
      const [first] = lines;
      const opening = (first?.balance ?? 0) - (first?.amount ?? 0);
      assert.deepEqual(found(stored(shuffled(parts))), { opening, gaps: [] }, `round ${round}`);
    }
  });

  test('are filled by lines without a balance, on days of their own and within one', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const [from, to] = [1 + below(10), 12 + below(15)];
      // On the first and the last day nothing says on which side of the others those without a balance are.
      const inside = new Set(
        lines.slice(from, to).filter(({ day }) => day !== lines[0]?.day && day !== lines.at(-1)?.day),
      );
      const missing = new Set(shuffled([...inside]).slice(0, below(3) === 0 ? 1 : 0));
      const all = lines
        .filter((line) => !missing.has(line))
        .map((line) => ({ ...toStored(line), ...(inside.has(line) && { balance: null }) }));
      const total = [...missing].reduce((sum, { amount }) => sum + amount, 0);
      const { gaps } = found(all);
      assert.deepEqual(
        gaps.map(([, , amount]) => amount),
        total === 0 ? [] : [total],
        `round ${round}`,
      );
    }
  });

  test('of a window of days are the same as those of all days', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const known = lines.filter(({ day }) => (Number(day.slice(8)) * 7 + round) % 5 !== 0);
      const days = [...new Set(known.map(({ day }) => day))];
      const [first, last] = [below(days.length - 2), days.length - 1 - below(2)];
      const [from, to] = [days[first] ?? '', days[last] ?? ''];
      const window = known.filter(({ day }) => day >= from && day <= to);
      assert.deepEqual(
        found(window.map(toStored)).gaps,
        found(known.map(toStored)).gaps.filter(([a, b]) => a >= from && b <= to),
        `round ${round}`,
      );
    }
  });
});
