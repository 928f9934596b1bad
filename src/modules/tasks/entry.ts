import { daysBetween, type PlainDate } from '../../domain/dates.ts';
import { type Decimal, decimal } from '../../domain/money.ts';
import { hoursOfSpan, hoursOverDays, storedHours } from '../../domain/task-time.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { Entry } from './log-store.ts';

const MOST_DAYS = 366;
const A_DAY: Decimal = decimal(24);

/** Time as somebody types it: hours, or clock times; on a day, or on each day of a range. */
export interface TypedTime {
  adv: boolean;
  date: PlainDate;
  end_date: PlainDate;
  h: number | undefined;
  p: number | undefined;
  qty: Decimal | undefined;
}

/** The entry that it makes, or a refusal that says which field does not fit. `hours` names the field that holds hours. */
export function entryOf(typed: TypedTime, hours: 'qty' | 'h' = 'qty'): Entry {
  const { adv, date: from, end_date: to, qty } = typed;
  if (to < from) fail('field_invalid', 'end_date', violation('after_field', 'date', from));
  if (daysBetween(from, to) >= MOST_DAYS)
    fail('field_invalid', 'end_date', violation('days_apart', MOST_DAYS));
  const clocks = qty ? null : clocksOf(typed);
  const spent = qty ? storedHours(qty) : spanOf(typed, clocks);
  if (adv && spent.gt(A_DAY)) fail('field_invalid', hours, violation('day_hours'));
  return {
    advanced: adv,
    from_date: from,
    to_date: to,
    start_minute: clocks?.start ?? null,
    end_minute: clocks?.end ?? null,
    hours_per_day: adv ? spent.toFixed() : null,
    quantity: (adv ? hoursOverDays(spent, from, to) : spent).toFixed(),
  };
}

interface Clocks {
  start: number;
  end: number;
}

function clocksOf({ h, p }: TypedTime): Clocks {
  return { start: h ?? fail('field_required', 'h'), end: p ?? fail('field_required', 'p') };
}

/** In a range the clock times are those of each day; else the work may go on past midnight. */
function spanOf({ adv, date, end_date }: TypedTime, clocks: Clocks | null): Decimal {
  if (!clocks) throw new Error('Without hours there are clock times');
  const hours = hoursOfSpan({ from: date, to: adv ? date : end_date, ...clocks });
  if (!hours) fail('field_invalid', 'p', violation('clock_order'));
  if (hours.gt(A_DAY)) fail('field_invalid', 'end_date', violation('day_away'));
  return hours;
}
