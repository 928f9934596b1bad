import type { Answer } from './transport.ts';

/** Something that happened in the books. */
export interface KvittEvent {
  id: string;
  /** Such as `invoice.paid`. */
  type: string;
  /** ISO 8601 in UTC, with milliseconds. */
  at: string;
  data: { guid?: string; [more: string]: unknown };
}

export interface EventFilter {
  /** The cursor to continue after; without it, from the oldest event that is stored. */
  after?: string;
  /** Types such as `invoice.paid` or `invoice.*`; all when left out. */
  types?: string | readonly string[];
  /** False: ends after the newest event instead of waiting for more. */
  follow?: boolean;
  /** Events in a call at most, 1 to 500. */
  limit?: number;
}

type FetchEvents = (fields: Record<string, unknown>) => Promise<Answer>;

/** Seconds for which the service holds a call until something happens. */
const LONG_POLL_SECONDS = 25;

/** The events of the account in commit order, each once. It waits for new ones until it is left or aborted. */
export class EventStream implements AsyncIterable<KvittEvent> {
  readonly #fetchEvents: FetchEvents;
  readonly #filter: EventFilter;
  #cursor: string | undefined;

  constructor(fetchEvents: FetchEvents, filter: EventFilter) {
    this.#fetchEvents = fetchEvents;
    this.#filter = filter;
    this.#cursor = filter.after;
  }

  /**
   * Store it after an event is handled, and pass it as `after` to continue. It moves on with the last event of a call, so
   * a program that stops between two events may see some of them again, and never misses one.
   */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<KvittEvent, void, undefined> {
    const { types, follow = true, limit } = this.#filter;
    for (;;) {
      const answer = await this.#fetchEvents({
        after: this.#cursor,
        types,
        limit,
        wait: follow ? LONG_POLL_SECONDS : undefined,
      });
      const events = answer.result as KvittEvent[];
      const last = events.length - 1;
      for (const [at, event] of events.entries()) {
        if (at === last) this.#moveTo(answer.next);
        yield event;
      }
      if (events.length > 0) continue;
      this.#moveTo(answer.next);
      if (!follow) return;
    }
  }

  #moveTo(next: unknown): void {
    if (next !== undefined && next !== null) this.#cursor = String(next);
  }
}
