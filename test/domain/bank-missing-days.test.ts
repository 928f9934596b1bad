import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findMissingDays, type StatedBalances } from '../../src/domain/bank/missing-days.ts';
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

/** What the service has after parts of a history were imported one after another. */
function imported(parts: readonly (readonly Line[])[], format: 'csv' | 'bank' = 'csv') {
  const owners = new Map<Line, number>();
  for (const [at, part] of parts.entries())
    for (const line of part) if (!owners.has(line)) owners.set(line, at);
  const statements = parts.map((part, at): StatedBalances => {
    const [first, last] = [part[0] ?? assert.fail(), part.at(-1) ?? assert.fail()];
    const opening = first.balance - first.amount;
    return {
      format,
      from_date: first.day,
      to_date: last.day,
      opening_balance: `${opening}`,
      closing_balance: `${last.balance}`,
      opens_within_day: [...owners].some(
        ([line, owner]) => owner !== at && line.day === first.day && line.balance === opening,
      ),
    };
  });
  const days = [...owners.keys()].map(({ day, amount }) => ({ booked_on: day, amount: `${amount}` }));
  return { statements, days };
}

const found = (parts: readonly (readonly Line[])[]) => {
  const { statements, days } = imported(parts);
  return findMissingDays(statements, days).map(({ from_date, to_date, amount }) => [
    from_date,
    to_date,
    amount.toNumber(),
  ]);
};

/** The lines between the first and the last known one that are not known: each run of them is a hole. */
function holes(lines: readonly Line[], parts: readonly (readonly Line[])[]) {
  const known = new Set(parts.flat());
  const [first, last] = [
    lines.findIndex((one) => known.has(one)),
    lines.findLastIndex((one) => known.has(one)),
  ];
  const all: [from: string, to: string, amount: number][] = [];
  let [before, amount] = [lines[first], 0];
  for (const line of lines.slice(first, last + 1)) {
    if (!known.has(line)) {
      amount += line.amount;
    } else {
      if (amount !== 0) all.push([before?.day ?? '', line.day, amount]);
      [before, amount] = [line, 0];
    }
  }
  return all;
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);

describe('days that are missing between statements', () => {
  test('are those of no statement, whatever statements of whole days overlap and arrive in any order', () => {
    let [some, none] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const parts = Array.from({ length: 1 + below(5) }, () => {
        const [from, length] = [1 + below(31), below(9)];
        return lines.filter(
          ({ day }) => Number(day.slice(8)) >= from && Number(day.slice(8)) <= from + length,
        );
      }).filter(({ length }) => length > 0);
      const expected = holes(lines, parts);
      assert.deepEqual(found(parts), expected, `round ${round}`);
      if (expected.length > 0) some += 1;
      else none += 1;
    }
    assert.ok(some > ROUNDS / 10 && none > ROUNDS / 10, `${some} ${none}`);
  });

  test('are found where statements end and begin in the middle of a day', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const cuts = [...new Set([0, 6 + below(4), 14 + below(4), 22 + below(4), LINES])];
      const all = cuts.slice(1).map((end, at) => lines.slice(cuts[at], end));
      const parts = shuffled(all.filter(() => random() < 0.7));
      assert.deepEqual(found(parts), holes(lines, parts), `round ${round}`);
    }
  });

  test('are none where statements overlap in the middle of a day', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = history();
      const starts = [0, 5, 10, 15, 20, 25];
      const parts = starts.map((start) => lines.slice(Math.max(0, start - below(5)), start + 5 + below(4)));
      assert.deepEqual(found(shuffled(parts)), [], `round ${round}`);
    }
  });

  test('are not those before which the bank has booked something late', () => {
    const before = [
      { day: '2026-03-10', amount: 50, balance: 150 },
      { day: '2026-03-11', amount: 20, balance: 170 },
    ];
    const restated = [
      { day: '2026-03-09', amount: 5, balance: 105 },
      ...before.map((one) => ({ ...one, balance: one.balance + 5 })),
    ];
    const { statements } = imported([before], 'bank');
    const { statements: later, days } = imported([restated], 'bank');
    assert.deepEqual(findMissingDays([...statements, ...later], days), []);
    // What a file says is not taken back by another one.
    const files = imported([before]).statements;
    assert.equal(findMissingDays([...files, ...later], days).length, 1);
  });
});
