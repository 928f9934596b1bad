import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TASK_EVENTS, TASK_STATUSES, transitionViolation } from '../../src/domain/tasks/task-states.ts';
import {
  hoursByDay,
  hoursElapsed,
  hoursOfSpan,
  hoursOverDays,
  parseClock,
  storedHours,
} from '../../src/domain/tasks/task-time.ts';
import { decimal } from '../../src/domain/values/money.ts';

describe('task time', () => {
  for (const [text, minutes] of [
    ['9', 540],
    ['09', 540],
    ['09:30', 570],
    ['0:00', 0],
    [' 7:05 ', 425],
    ['24:00', 1440],
    ['24:01', null],
    ['25', null],
    ['12:60', null],
    ['12:5', null],
    ['-1', null],
    ['9.5', null],
    ['noon', null],
    ['', null],
  ] as const) {
    test(`parses "${text}" as ${minutes} minutes`, () => assert.equal(parseClock(text), minutes));
  }

  for (const [start, to, end, hours] of [
    [540, '2026-02-28', 570, '0.5'],
    [540, '2026-02-28', 560, '0.333'],
    [0, '2026-02-28', 1440, '24'],
    [540, '2026-02-28', 540, undefined],
    [600, '2026-02-28', 540, undefined],
    [1320, '2026-03-01', 120, '4'],
    [1320, '2026-02-27', 1400, undefined],
  ] as const) {
    test(`is ${hours ?? 'no'} hours from minute ${start} of 28 February to minute ${end} of ${to}`, () => {
      assert.equal(hoursOfSpan({ from: '2026-02-28', start, to, end })?.toFixed(), hours);
    });
  }

  test('counts a timer in seconds and never as zero', () => {
    const start = new Date('2026-03-02T09:00:00Z');
    assert.equal(hoursElapsed(start, new Date('2026-03-02T10:30:00Z')).toFixed(), '1.5');
    assert.equal(hoursElapsed(start, new Date('2026-03-02T09:00:30Z')).toFixed(), '0.008');
    assert.equal(hoursElapsed(start, start).toFixed(), '0.001');
    assert.equal(hoursElapsed(start, new Date('2026-03-02T08:00:00Z')).toFixed(), '0.001');
  });

  test('rounds typed hours to three decimals', () => {
    assert.equal(storedHours(decimal('1.33333333')).toFixed(), '1.333');
    assert.equal(storedHours(decimal('0.0015')).toFixed(), '0.002');
  });

  test('counts both ends of a range', () => {
    assert.equal(hoursOverDays(decimal(8), '2026-02-27', '2026-03-02').toFixed(), '32');
    assert.equal(hoursOverDays(decimal('7.5'), '2026-03-02', '2026-03-02').toFixed(), '7.5');
  });
});

describe('task transitions', () => {
  const running = { start: 'running', stop: null, log: null, deactivate: 'running', bill: 'running' };
  const open = { start: null, stop: 'not running', log: null, deactivate: null, bill: null };
  const done = { start: 'finished', stop: 'not running', log: 'finished', deactivate: 'finished' };
  const table = {
    open,
    closed: { ...done, bill: null },
    invoiced: { ...done, start: null, log: null, bill: 'finished' },
  };

  for (const status of TASK_STATUSES) {
    test(`with status ${status}`, () => {
      const found = TASK_EVENTS.map((event) => [
        event,
        transitionViolation({ status, running: false }, event),
      ]);
      assert.deepEqual(Object.fromEntries(found), table[status]);
    });
  }
  test('while the timer is running', () => {
    const found = TASK_EVENTS.map((event) => [
      event,
      transitionViolation({ status: 'open', running: true }, event),
    ]);
    assert.deepEqual(Object.fromEntries(found), running);
  });
});

describe('hoursByDay', () => {
  const log = { advanced: false, to_date: '2026-03-02', quantity: 2.5, hours_per_day: 0 };
  test('sums all entries and spreads a range over its days', () => {
    // The API also returns the hours of a day as integers; they are not counted.
    const shown = { ...log, hours_worked_per_day: 2, hours_per_day: 1.5 };
    const days = hoursByDay([
      { ...log, from_date: '2026-03-02' },
      { ...shown, advanced: true, from_date: '2026-02-28', quantity: 4.5 },
      { ...log, from_date: '2026-03-01', quantity: 0.1 },
    ]);
    assert.deepEqual(
      days.map(({ date, hours }) => [date, hours.toFixed()]),
      [
        ['2026-02-28', '1.5'],
        ['2026-03-01', '1.6'],
        ['2026-03-02', '4'],
      ],
    );
  });
});
