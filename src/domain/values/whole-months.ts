import { addDays, addMonthsAnchored, type DateRange, FIRST_DAY, LAST_DAY, type PlainDate } from './dates.ts';

export interface MonthsAndDays {
  /** The first and the last day of the whole months. */
  months: DateRange;
  /** The days before and after them. A range whose end lies before its beginning has no days. */
  edges: readonly [DateRange, DateRange];
}

/** The days of a filter whose ends may be left out, or lie beyond all days; null where it leaves out none. */
export function openRange(from: PlainDate | undefined, to: PlainDate | undefined): DateRange | null {
  if (!from && !to) return null;
  if ((from && from > LAST_DAY) || (to && to < FIRST_DAY)) return { from: LAST_DAY, to: FIRST_DAY };
  return { from: from && from > FIRST_DAY ? from : FIRST_DAY, to: to && to < LAST_DAY ? to : LAST_DAY };
}

/** Divides a range of days into the whole months in it and the days around them. */
export function wholeMonths({ from, to }: DateRange): MonthsAndDays {
  const first = firstOf(from) === from ? from : nextMonth(from);
  const end = addDays(to, 1);
  const last = addDays(firstOf(end), -1);
  if (first > last)
    return {
      months: { from: first, to: last },
      edges: [
        { from, to },
        { from: end, to },
      ],
    };
  return {
    months: { from: first, to: last },
    edges: [
      { from, to: addDays(first, -1) },
      { from: addDays(last, 1), to },
    ],
  };
}

function firstOf(day: PlainDate): PlainDate {
  return `${day.slice(0, 7)}-01`;
}

function nextMonth(day: PlainDate): PlainDate {
  return addMonthsAnchored(firstOf(day), 1);
}
