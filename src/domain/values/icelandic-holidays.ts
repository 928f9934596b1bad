import { addDays, firstOfMonth, type PlainDate } from './dates.ts';

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6];

function weekday(date: PlainDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The first such weekday on or after a day. */
function firstWeekday(day: number, from: PlainDate): PlainDate {
  return addDays(from, (day - weekday(from) + 7) % 7);
}

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easterSunday(year: number): PlainDate {
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const golden = year % 19;
  const correction = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (19 * golden + correction + 15) % 30;
  const weekdayShift =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const exception = Math.floor((golden + 11 * epact + 22 * weekdayShift) / 451);
  return addDays(firstOfMonth(year, 3), 21 + epact + weekdayShift - 7 * exception);
}

/** Maundy Thursday, Good Friday, Easter Sunday and Monday, Ascension Day, Whit Sunday and Monday. */
const DAYS_FROM_EASTER = [-3, -2, 0, 1, 39, 49, 50];

/**
 * New Year's Day, 1 May, 17 June and Christmas. Christmas Eve and New Year's Eve are holidays from 13:00. They count as
 * whole ones here: nobody can rely on an office or a bank on these days, and a day that something is due must be open.
 */
const FIXED_DAYS = ['01-01', '05-01', '06-17', '12-24', '12-25', '12-26', '12-31'];

/** The public holidays of a year, from article 6 of act 88/1971 on the working week. */
function publicHolidays(year: number): PlainDate[] {
  const easter = easterSunday(year);
  const firstDayOfSummer = firstWeekday(THURSDAY, addDays(firstOfMonth(year, 4), 18));
  const commerceDay = firstWeekday(MONDAY, firstOfMonth(year, 8));
  return [
    ...DAYS_FROM_EASTER.map((days) => addDays(easter, days)),
    ...FIXED_DAYS.map((day) => `${firstOfMonth(year, 1).slice(0, 4)}-${day}`),
    firstDayOfSummer,
    commerceDay,
  ];
}

/** Whether the day is neither on a weekend nor a public holiday in Iceland. */
export function isWorkingDay(date: PlainDate): boolean {
  const day = weekday(date);
  return day !== SATURDAY && day !== SUNDAY && !publicHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The day itself if it is a working day in Iceland, else the first one after it. */
export function nextWorkingDay(date: PlainDate): PlainDate {
  let day = date;
  while (!isWorkingDay(day)) day = addDays(day, 1);
  return day;
}
