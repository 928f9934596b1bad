import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../../src/domain/values/dates.ts';
import { easterSunday, isWorkingDay, nextWorkingDay } from '../../src/domain/values/icelandic-holidays.ts';

describe('easterSunday', () => {
  const days: [year: number, day: string][] = [
    [1961, '04-02'],
    // The latest and the earliest that is possible, and the years of the two exceptions of the calendar.
    [1943, '04-25'],
    [1818, '03-22'],
    [2285, '03-22'],
    [1954, '04-18'],
    [1981, '04-19'],
    [2000, '04-23'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2015, '04-05'],
    [2019, '04-21'],
    [2021, '04-04'],
    [2024, '03-31'],
    [2025, '04-20'],
    [2026, '04-05'],
    [2027, '03-28'],
    [2028, '04-16'],
    [2029, '04-01'],
    [2030, '04-21'],
    [2038, '04-25'],
  ];
  for (const [year, day] of days)
    test(`of ${year} is ${day}`, () => assert.equal(easterSunday(year), `${year}-${day}`));
});

/** Public holidays that are not on a weekend. */
const HOLIDAYS: Record<number, string> = {
  2024: '01-01 03-28 03-29 04-01 04-25 05-01 05-09 05-20 06-17 08-05 12-24 12-25 12-26 12-31',
  2025: '01-01 04-17 04-18 04-21 04-24 05-01 05-29 06-09 06-17 08-04 12-24 12-25 12-26 12-31',
  2026: '01-01 04-02 04-03 04-06 04-23 05-01 05-14 05-25 06-17 08-03 12-24 12-25 12-31',
  2027: '01-01 03-25 03-26 03-29 04-22 05-06 05-17 06-17 08-02 12-24 12-31',
  2028: '04-13 04-14 04-17 04-20 05-01 05-25 06-05 08-07 12-25 12-26',
};

describe('isWorkingDay', () => {
  for (const [year, holidays] of Object.entries(HOLIDAYS))
    test(`is false on weekends and on the holidays of ${year}, and on no other day`, () => {
      const closed: string[] = [];
      for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
        const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
        if (isWeekend) assert.equal(isWorkingDay(day), false, day);
        else if (!isWorkingDay(day)) closed.push(day.slice(5));
      }
      assert.equal(closed.join(' '), holidays);
    });
});

describe('nextWorkingDay', () => {
  const cases: [day: string, next: string, why: string][] = [
    ['2026-02-05', '2026-02-05', 'a Thursday'],
    ['2026-04-05', '2026-04-07', 'Easter Sunday, and the Monday after it'],
    ['2026-12-05', '2026-12-07', 'a Saturday'],
    ['2025-10-05', '2025-10-06', 'a Sunday'],
    ['2024-08-05', '2024-08-06', 'Commerce Day'],
    ['2017-06-05', '2017-06-06', 'Whit Monday'],
    ['2012-04-05', '2012-04-10', 'Maundy Thursday until Easter Monday'],
    ['2021-04-05', '2021-04-06', 'Easter Monday'],
    ['2026-04-23', '2026-04-24', 'the First Day of Summer'],
    ['2026-12-24', '2026-12-28', 'Christmas Eve, Christmas and a weekend'],
    ['2026-12-31', '2027-01-04', "New Year's Eve, New Year's Day and a weekend"],
  ];
  for (const [day, next, why] of cases)
    test(`of ${day}, ${why}, is ${next}`, () => assert.equal(nextWorkingDay(day), next));
});
