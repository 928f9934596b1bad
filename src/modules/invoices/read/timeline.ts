import type { z } from 'zod';
import { component, out } from '../../../kernel/fields/output-fields.ts';
import type { InvoiceDetailRow } from './invoice-store.ts';

const TIMELINE_EVENTS = [
  'issued',
  'sent',
  'delivered',
  'opened',
  'reminded',
  'failed',
  'given_up',
  'delayed',
  'bounced',
  'rejected',
  'claim_sent',
  'claim_failed',
  'claim_cancelled',
  'claim_paid',
  'collection',
  'part_paid',
  'paid',
  'payment_reversed',
  'reopened',
  'written_off',
  'write_off_undone',
  'unexpected_payment',
  'credited',
] as const;

export const timelineEntry = component('TimelineEntry', {
  at: out.time('When it happened'),
  event: out
    .code(TIMELINE_EVENTS, 'What happened; after failed it is tried again, after given_up and bounced not')
    .meta({ examples: ['sent'] }),
  via: out
    .code(['', 'email', 'einvoice', 'bank', 'link'], 'The way it went, or where the news came from')
    .meta({ examples: ['email'] }),
  recipient: out.own('Where it was sent', 'bokhald@kaupandi.example'),
  reason: out.outside('Reason of a failure, or a detail'),
  by: out.own('The person of the account who did it; empty where it was nobody of them', 'Anna Björnsdóttir'),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/**
 * The timeline of an invoice. Issuing, payment at creation and credit notes are derived from the invoices themselves and
 * not stored a second time.
 */
export function toTimeline(row: InvoiceDetailRow): TimelineEntry[] {
  const stored = new Set(row.events.map(({ event }) => event));
  const entry = (at: string, event: string, by: string, reason = '') => ({
    at,
    event,
    via: '',
    recipient: '',
    reason,
    by,
  });
  const creator = row.created_by ?? '';
  const timeline: TimelineEntry[] = [];
  if (row.status !== 'Draft' && !stored.has('issued'))
    timeline.push(entry(row.created_at, 'issued', creator));
  if (row.paid_on && !stored.has('paid')) {
    timeline.push(entry(latest(row.created_at, `${row.paid_on} 00:00:00`), 'paid', creator));
  }
  for (const { by, ...event } of row.events) timeline.push({ ...event, by: by ?? '' });
  for (const { at, number, by } of row.notes)
    timeline.push(entry(at, 'credited', by ?? '', `Credit note ${number}`));
  return timeline.sort((a, b) => a.at.localeCompare(b.at));
}

function latest(a: string, b: string): string {
  return a > b ? a : b;
}
