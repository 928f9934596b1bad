import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatClock, formatWeekday } from '../../domain/values/format.ts';

/** What a mail says of an event. */
export interface EventFacts {
  title: string;
  date: string | null;
  minute: number | null;
  place: string;
}

const AT = { is: 'kl.', en: 'at' } as const;

/** The title, the day and time, and the place, one line each. */
export function eventText({ title, date, minute, place }: EventFacts, lang: Lang): string {
  const day = date ? formatWeekday(date, lang) : '';
  const time = minute === null ? '' : `${AT[lang]} ${formatClock(minute)}`;
  const lines = [isolateText(title), [day, time].filter(Boolean).join(' '), isolateText(place)];
  return lines.filter(Boolean).join('\n');
}
