import { daysBetween, type PlainDate } from '../values/dates.ts';

/** Days after a reminder in which another one needs a reason. */
export const REMINDER_PAUSE_DAYS = 3;

/** Whether the customer was reminded so lately that another reminder would look like a mistake. */
export function isRemindedLately(remindedAt: string | null, today: PlainDate): boolean {
  return remindedAt !== null && daysBetween(remindedAt.slice(0, 10), today) < REMINDER_PAUSE_DAYS;
}
