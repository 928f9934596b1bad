import { formatClock } from '../domain/values/format.ts';
import type { EventFacts } from './mail/event-text.ts';

interface CalendarEvent extends EventFacts {
  /** Identifies the event: a second file with it replaces the first in a calendar. */
  id: string;
  link: string;
  now: Date;
}

const MAX_LINE_OCTETS = 75;

/** The event as an iCalendar file (RFC 5545); empty where its day is not known. Iceland has no offset from UTC all year. */
export function renderCalendar({ id, title, date, minute, place, link, now }: CalendarEvent): string {
  if (date === null) return '';
  const day = date.replaceAll('-', '');
  const start =
    minute === null
      ? `DTSTART;VALUE=DATE:${day}`
      : `DTSTART:${day}T${formatClock(minute).replace(':', '').padStart(4, '0')}00Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kvitt//Kvitt//IS',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    start,
    `SUMMARY:${escapeText(title)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    `URL:${link}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');
}

/** Lines are at most 75 octets; a continued line starts with a space. A character is never split. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let [part, size] = ['', 0];
  for (const char of line) {
    const octets = Buffer.byteLength(char);
    if (size + octets > MAX_LINE_OCTETS) {
      parts.push(part);
      [part, size] = [' ', 1];
    }
    part += char;
    size += octets;
  }
  return [...parts, part].join('\r\n');
}
