import type { NotificationKind } from '../../domain/access/notification-modes.ts';
import { toPlainDate } from '../../domain/values/dates.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import type { MailedNews } from '../../rendering/mail/notification-mail.ts';
import { DEFAULT_MODES } from '../preferences/notification-choices.ts';
import type { NEEDS } from '../reports/overview/inbox-schema.ts';
import { readNeeds } from '../reports/overview/inbox-store.ts';
import {
  listAnsweredQuotes,
  listKnown,
  listSubscribers,
  type PendingNotification,
  type Subscriber,
} from './notification-store.ts';

/** The choice that decides about each reason to wait. */
const KIND_OF: Record<(typeof NEEDS)[number], NotificationKind> = {
  refused: 'other',
  proposal: 'proposal',
  payment: 'other',
  surplus: 'other',
  refund: 'other',
  claim: 'other',
  consent: 'bank',
  einvoice: 'mail',
  mail: 'mail',
  collection: 'overdue',
  overdue: 'overdue',
  unread: 'cost',
  cost: 'cost',
  paused: 'paused',
  unverified: 'other',
  question: 'question',
  answer: 'question',
};

/** What is mailed on its own to people who want it at once. */
const HAS_OWN_MAIL: readonly NotificationKind[] = ['proposal', 'question'];

/** The limit of each reason: more than a mail lists, and few enough for one statement. */
const MAX_EACH = 1000;
/** How long an answered quote is news; longer than the time between two digests. */
const QUOTE_MS = 2 * 24 * 3600_000;

/** Something that people may be notified of, with what a mail says of it. */
interface News extends MailedNews {
  guid: string;
  kind: NotificationKind;
}

/** What waits in the account now, and the quotes that were answered lately. */
export async function listNews(db: Queryable, accountId: number, now: Date): Promise<News[]> {
  const today = toPlainDate(now);
  const { rows: needs } = await readNeeds(db, accountId, today, { take: MAX_EACH });
  const quotes = await listAnsweredQuotes(db, accountId, new Date(now.getTime() - QUOTE_MS));
  return [
    ...needs.map((need) => ({ ...need, kind: KIND_OF[need.what] })),
    ...quotes.map(({ is_accepted, ...quote }) => ({
      ...quote,
      what: is_accepted ? 'quote-accepted' : 'quote-declined',
      kind: 'quote' as const,
    })),
  ];
}

/** The notifications that people subscribe to and that still apply. `notify_now`: the people with a new one that is mailed at once. */
export async function findPendingNotifications(db: Queryable, accountId: number, now: Date) {
  const [subscribers, news, known] = [
    await listSubscribers(db, accountId),
    await listNews(db, accountId, now),
    new Set((await listKnown(db, accountId)).map(keyOf)),
  ];
  const pending = subscribers.flatMap((person) => news.flatMap((one) => notificationFor(person, one)));
  const fresh = pending.filter((one) => !known.has(keyOf(one)));
  const notify_now = subscribers
    .filter(({ id }) => fresh.some((one) => one.person_id === id && one.mode === 'now'))
    .map(({ guid }) => guid);
  const isChanged = fresh.length > 0 || pending.length < known.size;
  return { pending, notify_now, isChanged };
}

function keyOf({ person_id, what, guid, mode }: PendingNotification): string {
  return `${person_id} ${what} ${guid} ${mode}`;
}

function notificationFor({ id, choices }: Subscriber, { what, guid, kind }: News): PendingNotification[] {
  const mode = choices[kind] ?? DEFAULT_MODES[kind];
  if (mode === 'none' || (mode === 'now' && HAS_OWN_MAIL.includes(kind))) return [];
  return [{ person_id: id, what, guid, mode }];
}
