import { ClusterNotifications } from '../database/cluster-notifications.ts';
import type { Database } from '../database/database.ts';
import { TooManyRequests } from '../failures/failure.ts';
import { hasShare } from '../node/fair-share.ts';

const CHANNEL = 'kvitt_events';
/** Not that of the account cache: its barrier counts the connections of its own name. */
const LISTENER_NAME = 'kvitt-events';
/** Announcements within this time become one notification, because NOTIFY locks out other notifying commits. */
const BATCH_MS = 20;
/** A notification holds at most 8000 bytes; beyond this many accounts it wakes all. */
const MAX_ACCOUNTS = 400;
const EVERYBODY = '*';
/** Calls that a node holds at the same time, shared out by the rule of `hasShare`, and those of one account at most. */
const MAX_WAITERS = 1000;
const MAX_WAITERS_OF_ACCOUNT = 50;
const RETRY_SECONDS = 5;

/**
 * Wakes calls that wait for events of an account, on all nodes. A notification is sent after the commit and not by its
 * transaction: NOTIFY takes a lock that all notifying commits of the server share. A node that ends between the two
 * loses a notification; a waiting call then finds the event when its time is up.
 */
export class EventWaiters {
  readonly #notifications: ClusterNotifications;
  readonly #waiters = new Map<number, Set<() => void>>();
  readonly #announced = new Set<number>();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(db: Database) {
    const handlers = {
      onNotify: (text: string) => {
        if (text === EVERYBODY) this.#wakeAll();
        else for (const id of text.split(',')) this.#wake(Number(id));
      },
      // Notifications may have been missed meanwhile.
      onConnectionLost: () => this.#wakeAll(),
    };
    this.#notifications = new ClusterNotifications(db, CHANNEL, handlers, LISTENER_NAME);
  }

  start(): Promise<void> {
    return this.#notifications.start();
  }

  /** Ends all waits, also those that begin later. */
  end(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  async close(): Promise<void> {
    this.end();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#flush();
    await this.#notifications.close();
  }

  /** Called after a commit that has written events. */
  announce(accountId: number): void {
    this.#wake(accountId);
    this.#announced.add(accountId);
    this.#schedule();
  }

  /**
   * A registered wait. Register before reading the events, so that one that is committed between the read and the wait
   * ends the wait at once. `release` must be called in the end.
   */
  register(accountId: number): EventWait {
    const waiters = this.#waiters.get(accountId) ?? new Set();
    const hasPlace = hasShare({ held: waiters.size, free: MAX_WAITERS - this.waiting });
    if (!hasPlace || waiters.size >= MAX_WAITERS_OF_ACCOUNT) throw new TooManyRequests(RETRY_SECONDS);
    const wait = new EventWait(() => {
      waiters.delete(wait.wake);
      if (waiters.size === 0) this.#waiters.delete(accountId);
    });
    waiters.add(wait.wake);
    this.#waiters.set(accountId, waiters);
    if (this.#isClosed) wait.wake();
    return wait;
  }

  /** How many calls wait on this node. */
  get waiting(): number {
    return [...this.#waiters.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  #wake(accountId: number): void {
    for (const wake of this.#waiters.get(accountId) ?? []) wake();
  }

  #wakeAll(): void {
    for (const waiters of this.#waiters.values()) for (const wake of waiters) wake();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#flush(), BATCH_MS).unref();
  }

  /** One notification is on its way at a time: what is announced meanwhile becomes part of the next one. */
  async #flush(): Promise<void> {
    const ids = [...this.#announced];
    this.#announced.clear();
    if (ids.length > 0)
      await this.#notifications.notify(ids.length > MAX_ACCOUNTS ? EVERYBODY : ids.join(','));
    this.#timer = null;
    if (this.#announced.size > 0) this.#schedule();
  }
}

/** One call that waits. A wake-up between two waits is remembered. */
export class EventWait {
  readonly #onRelease: () => void;
  #isWoken = false;
  #resolve: (() => void) | null = null;

  constructor(onRelease: () => void) {
    this.#onRelease = onRelease;
  }

  readonly wake = (): void => {
    this.#isWoken = true;
    this.#resolve?.();
  };

  /** Resolves at the next wake-up, when the time is up, or when the signal aborts. */
  async next(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isWoken && milliseconds > 0 && !signal?.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        const done = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#resolve = done;
        signal?.addEventListener('abort', done, { once: true });
      });
    this.#resolve = null;
    this.#isWoken = false;
  }

  release(): void {
    this.#onRelease();
  }
}
