import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  comingDates,
  countOccurrences,
  dueOccurrences,
  INTERVALS,
  occurrenceDate,
  occurrencePeriod,
  parseInterval,
  resumeIndex,
  type Schedule,
} from '../../src/domain/sales/recurrence.ts';
import { addDays } from '../../src/domain/values/dates.ts';

const monthly: Schedule = { start: '2026-01-31', interval: 'monthly', next: 0, max: null };

describe('recurring schedule', () => {
  const days: [string, (typeof INTERVALS)[number], number, string][] = [
    ['2026-01-31', 'monthly', 1, '2026-02-28'],
    ['2026-01-31', 'monthly', 2, '2026-03-31'],
    ['2026-01-31', 'monthly', 3, '2026-04-30'],
    ['2027-12-31', 'monthly', 2, '2028-02-29'],
    ['2026-11-30', 'quarterly', 1, '2027-02-28'],
    ['2026-11-30', 'quarterly', 2, '2027-05-30'],
    ['2028-02-29', 'yearly', 1, '2029-02-28'],
    ['2028-02-29', 'yearly', 4, '2032-02-29'],
    ['2026-12-28', 'weekly', 1, '2027-01-04'],
  ];
  for (const [start, interval, index, date] of days) {
    test(`${interval} from ${start}: occurrence ${index} is on ${date}`, () => {
      assert.equal(occurrenceDate(start, interval, index), date);
    });
  }

  for (const [text, interval] of [
    ['yearly', 'yearly'],
    ['annually', 'yearly'],
    ['annuall', 'yearly'],
    [' Monthly ', 'monthly'],
    ['daily', null],
    ['', null],
    ['constructor', null],
    ['__proto__', null],
  ] as const) {
    test(`parses the interval "${text}" as ${interval}`, () => assert.equal(parseInterval(text), interval));
  }

  test('is for the days up to the next occurrence, or since the one before', () => {
    const plan = { start_date: '2026-01-31', interval: 'monthly' } as const;
    assert.equal(occurrencePeriod({ ...plan, period: '' }, 1), null);
    assert.deepEqual(occurrencePeriod({ ...plan, period: 'ahead' }, 1), {
      start: '2026-02-28',
      end: '2026-03-30',
    });
    assert.deepEqual(occurrencePeriod({ ...plan, period: 'behind' }, 0), {
      start: '2025-12-31',
      end: '2026-01-30',
    });
    const weekly = { start_date: '2026-01-05', interval: 'weekly', period: 'behind' } as const;
    assert.deepEqual(occurrencePeriod(weekly, 0), { start: '2025-12-29', end: '2026-01-04' });
  });
  test('waits until its first day', () => {
    assert.deepEqual(dueOccurrences('2026-01-30', monthly), { kind: 'wait', until: '2026-01-31' });
  });

  test('issues the occurrence of today', () => {
    assert.deepEqual(dueOccurrences('2026-01-31', monthly), {
      kind: 'issue',
      occurrences: [{ index: 0, date: '2026-01-31' }],
    });
  });

  test('catches up on three missed occurrences', () => {
    const due = dueOccurrences('2026-04-29', monthly);
    assert.deepEqual(due, {
      kind: 'issue',
      occurrences: [
        { index: 0, date: '2026-01-31' },
        { index: 1, date: '2026-02-28' },
        { index: 2, date: '2026-03-31' },
      ],
    });
  });

  test('pauses if a fourth is due, including today', () => {
    assert.deepEqual(dueOccurrences('2026-04-30', monthly), { kind: 'pause', missed: 4 });
  });

  test('is finished after the last occurrence', () => {
    assert.deepEqual(dueOccurrences('2026-06-01', { ...monthly, next: 2, max: 2 }), { kind: 'finished' });
  });

  test('does not count occurrences after the last one as missed', () => {
    const due = dueOccurrences('2027-01-01', { ...monthly, max: 2 });
    assert.equal(due.kind, 'issue');
  });

  test('resumes with the first occurrence today or later', () => {
    assert.equal(resumeIndex('2026-04-30', monthly), 3);
    assert.equal(resumeIndex('2026-05-01', monthly), 4);
  });

  test('are listed and counted from the start day, month ends included', () => {
    const schedule = { start: '2026-01-31', interval: 'monthly', max: null } as const;
    assert.deepEqual(comingDates(schedule, '2026-01-31', 3), ['2026-01-31', '2026-02-28', '2026-03-31']);
    assert.deepEqual(comingDates(schedule, '2026-02-10', 1), ['2026-02-28']);
    assert.deepEqual(comingDates({ ...schedule, max: 2 }, '2026-02-01', 9), ['2026-02-28']);
    assert.equal(countOccurrences('2026-01-31', 'monthly', '2026-02-27'), 1);
    assert.equal(countOccurrences('2026-01-31', 'monthly', '2026-02-28'), 2);
    assert.equal(countOccurrences('2026-01-31', 'monthly', '2026-01-30'), 0);
    assert.equal(countOccurrences('2026-01-01', 'weekly', '9999-12-31'), 10_000, 'a bound');
  });

  test('yields every occurrence once when polled daily', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INTERVALS),
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 50, maxLength: 200 }),
        (interval, offset, steps) => {
          const start = addDays('2024-01-01', offset);
          let next = 0;
          let today = start;
          const seen: string[] = [];
          for (const step of steps) {
            const due = dueOccurrences(today, { start, interval, next, max: null });
            assert.notEqual(due.kind, 'pause');
            if (due.kind === 'issue') {
              seen.push(...due.occurrences.map(({ date }) => date));
              next = (due.occurrences.at(-1)?.index ?? next) + 1;
            }
            today = addDays(today, step);
          }
          assert.deepEqual(
            seen,
            seen.map((_, index) => occurrenceDate(start, interval, index)),
          );
        },
      ),
      { numRuns: 200, seed: 42 },
    );
  });
});
