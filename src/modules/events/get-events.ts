import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { EVENT_TYPES, visibleTypes } from '../../kernel/events/catalogue.ts';
import type { EventWait } from '../../kernel/events/event-waiters.ts';
import { expandPatterns } from '../../kernel/events/type-patterns.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { checkPermission } from '../../kernel/operations/permission.ts';
import { type EventFilter, type EventsRow, findLastPosition, readEvents } from './event-store.ts';
import { DEFAULT_LIMIT, type EventPage, eventPage, eventsInput } from './schema.ts';

export const getEvents = defineRead({
  name: 'get-events',
  summary: 'Lists the events of the account in order, after a cursor.',
  description:
    'Send `next` of the last answer as the cursor: no event is then missed or returned twice. With `wait` the call waits until there is an event. Events are kept for 90 days.',
  access: { scope: 'any' },
  input: eventsInput,
  output: eventPage,
  refusals: ['cursor_expired', 'too_many_requests'],
  async run(ctx, { after, types, limit = DEFAULT_LIMIT, wait = 0 }): Promise<EventPage> {
    const query = { after: parseCursor(after), patterns: types, limit };
    const filter = filterFor(ctx.caller, types);
    if (wait === 0) return toPage(await readChecked(ctx, filter, query), query.after);
    const waiting = ctx.events.register(ctx.account.id);
    try {
      return await poll(ctx, query, waiting, performance.now() + wait * 1000);
    } finally {
      waiting.release();
    }
  },
});

interface EventQuery {
  after: number | null;
  patterns: readonly string[] | undefined;
  limit: number;
}

/** Wake-ups that bring nothing slow the call down, so that a busy account with few matching events is not read all the time. */
const MAX_PAUSE_MS = 1000;
const FIRST_PAUSE_MS = 25;

async function poll(
  ctx: ReadContext,
  query: EventQuery,
  waiting: EventWait,
  until: number,
): Promise<EventPage> {
  const signal = ctx.caller.connection?.signal();
  let filter = filterFor(ctx.caller, query.patterns);
  let hasWaited = false;
  let pause = 0;
  let { after } = query;
  for (;;) {
    const found = await readChecked(ctx, filter, { ...query, after });
    const isOver = ctx.events.isClosed || signal?.aborted || performance.now() >= until;
    if (found.events.length > 0 || isOver) {
      const current = hasWaited ? filterFor(await reauthenticate(ctx.caller), query.patterns) : filter;
      if (isSame(current, filter)) return toPage(found, query.after);
      filter = current; // The scopes have changed meanwhile, so what was read may be more than they allow.
      continue;
    }
    // What was read without a match need not be read again within this call.
    after = Math.max(after ?? 0, found.last);
    await waiting.next(until - performance.now(), signal);
    hasWaited = true;
    if (pause > 0) await sleep(Math.min(pause, Math.max(0, until - performance.now())));
    pause = Math.min(MAX_PAUSE_MS, pause === 0 ? FIRST_PAUSE_MS : pause * 2);
  }
}

/**
 * The access of the caller after the read: where it has ended while the call was held, the call is refused, so it tells
 * nothing that happened after the end.
 */
async function reauthenticate(caller: Caller): Promise<Caller> {
  const current = caller.connection ? await caller.connection.reauthenticate() : caller;
  checkPermission(getEvents, current);
  return current;
}

async function readChecked(
  ctx: ReadContext,
  filter: EventFilter,
  { after, limit }: EventQuery,
): Promise<EventsRow> {
  const found = await readEvents(ctx.db, ctx.account.id, filter, after, limit);
  if (after !== null && after < found.pruned) fail('cursor_expired');
  if (after !== null && after > found.last) fail('field_invalid', 'after', violation('cursor'));
  return found;
}

/** The position of a cursor that the account was given; null without one. */
export async function readCursor(
  db: Queryable,
  accountId: number,
  after: string | undefined,
): Promise<number | null> {
  const position = parseCursor(after);
  if (position !== null && position > (await findLastPosition(db, accountId)))
    fail('field_invalid', 'after', violation('cursor'));
  return position;
}

/** The position of a cursor; null without one. */
function parseCursor(after: string | undefined): number | null {
  if (after === undefined) return null;
  return /^\d{1,15}$/.test(after) ? Number(after) : fail('field_invalid', 'after', violation('cursor'));
}

/** With an empty answer the cursor that was sent; without one the begin of what is kept. */
function toPage({ events, pruned }: EventsRow, after: number | null): EventPage {
  const next = events.at(-1)?.position ?? after ?? pruned;
  return { events: events.map(({ position: _, ...event }) => event), next: String(next) };
}

/** A program sees what its scopes may read, and its own proposals. The account itself sees everything. */
function filterFor({ by, scopes, agentId }: Caller, patterns?: readonly string[]): EventFilter {
  const visible = by === 'program' ? visibleTypes(scopes ?? []) : EVENT_TYPES;
  const types = expandPatterns(patterns).filter((type) => visible.includes(type));
  return { types, proposalsOf: by === 'program' ? (agentId ?? '') : null };
}

function isSame(one: EventFilter, other: EventFilter): boolean {
  return one.types.join() === other.types.join() && one.proposalsOf === other.proposalsOf;
}
