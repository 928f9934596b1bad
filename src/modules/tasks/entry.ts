import { hoursElapsed, hoursOfSpan, hoursOverDays, storedHours } from '../../domain/tasks/task-time.ts';
import { daysBetween, type PlainDate } from '../../domain/values/dates.ts';
import { type Decimal, decimal } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { Entry } from './log-store.ts';

const MAX_DAYS = 366;
const HOURS_PER_DAY: Decimal = decimal(24);

/** Time as a request states it: hours or clock times, on one day or on each day of a range. */
export interface TimeInput {
  adv: boolean;
  date: PlainDate;
  end_date: PlainDate;
  h: number | undefined;
  p: number | undefined;
  qty: Decimal | undefined;
}

/** `hoursField` is the field that a refusal of the hours names. */
export function toEntry(input: TimeInput, hoursField: 'qty' | 'h' = 'qty'): Entry {
  const { adv, date: from, end_date: to, qty } = input;
  if (to < from) fail('field_invalid', 'end_date', violation('after_field', 'date', from));
  if (daysBetween(from, to) >= MAX_DAYS) fail('field_invalid', 'end_date', violation('days_apart', MAX_DAYS));
  const clocks = qty ? null : requireClockTimes(input);
  const hours = qty ? storedHours(qty) : hoursBetween(input, clocks);
  if (adv && hours.gt(HOURS_PER_DAY)) fail('field_invalid', hoursField, violation('day_hours'));
  return {
    advanced: adv,
    from_date: from,
    to_date: to,
    start_minute: clocks?.start ?? null,
    end_minute: clocks?.end ?? null,
    hours_per_day: adv ? hours.toFixed() : null,
    quantity: (adv ? hoursOverDays(hours, from, to) : hours).toFixed(),
  };
}

interface ClockTimes {
  start: number;
  end: number;
}

function requireClockTimes({ h, p }: TimeInput): ClockTimes {
  return { start: h ?? fail('field_required', 'h'), end: p ?? fail('field_required', 'p') };
}

/** In a range the clock times are those of each day; on a single day the work may go on past midnight. */
function hoursBetween({ adv, date, end_date }: TimeInput, clocks: ClockTimes | null): Decimal {
  if (!clocks) throw new Error('A time without hours has clock times');
  const hours = hoursOfSpan({ from: date, to: adv ? date : end_date, ...clocks });
  if (!hours) fail('field_invalid', 'p', violation('clock_order'));
  if (hours.gt(HOURS_PER_DAY)) fail('field_invalid', 'end_date', violation('day_away'));
  return hours;
}

/** The time of a timer that is stopped now. */
export function entryFromTimer(
  { now, today }: Pick<WriteContext, 'now' | 'today'>,
  runningSince: string | null,
): Entry {
  const started = runningSince ?? fail('task_not_running');
  const from_date = started.slice(0, 10);
  return {
    advanced: false,
    from_date,
    to_date: today < from_date ? from_date : today,
    start_minute: null,
    end_minute: null,
    hours_per_day: null,
    quantity: hoursElapsed(new Date(`${started.replace(' ', 'T')}Z`), now).toFixed(),
  };
}
