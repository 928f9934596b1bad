import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import type { Listener } from './listener.ts';
import { col, row } from './row.ts';
import { sql } from './sql.ts';

const RELISTEN_MS = 1_000;
const BARRIER_MS = 2_000;
/** The application_name of listening connections, by which they are counted, and the two messages of the barrier. */
const PROTOCOL = { listenerName: 'kvitt-listener', question: 'received? ', answer: 'received! ' };
/** The same of the release before, whose nodes listen beside those of this one while nodes are replaced. */
const OLD_PROTOCOL = { listenerName: 'kvitt-ear', question: 'heard? ', answer: 'heard! ' };

const listenersRow = row({ count: col.bigint(), old_count: col.bigint() });

export interface NotificationHandlers {
  onNotify(text: string): void;
  /** Notifications may have been missed: caches that rely on them must be cleared. */
  onConnectionLost(): void;
}

/** Notifications between the nodes on one server, by LISTEN and NOTIFY. An embedded database has one node and needs none. */
export class ClusterNotifications {
  readonly #db: Database;
  readonly #channel: string;
  readonly #handlers: NotificationHandlers;
  readonly #listenerName: string;
  readonly #answers = new Map<string, () => void>();
  /** Resolves the barriers that wait for the connection of this node. */
  readonly #waiting = new Set<() => void>();
  #listener: Listener | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(
    db: Database,
    channel: string,
    handlers: NotificationHandlers,
    listenerName = PROTOCOL.listenerName,
  ) {
    this.#db = db;
    this.#channel = channel;
    this.#handlers = handlers;
    this.#listenerName = listenerName;
  }

  /** Whether every notification from now on will be received. */
  get isListening(): boolean {
    return this.#db.embedded || this.#listener !== null;
  }

  async start(): Promise<void> {
    if (this.#db.embedded) return;
    try {
      const listener = await this.#db.listen(this.#channel, this.#listenerName, {
        onNotify: (text) => this.#receive(text),
        onClose: () => this.#reconnect(),
      });
      if (this.#closed) return await listener.close();
      // An entry that was cached before this moment may have changed without a notification.
      this.#handlers.onConnectionLost();
      this.#listener = listener;
      for (const resolve of this.#waiting) resolve();
    } catch {
      this.#reconnect();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    for (const resolve of this.#waiting) resolve();
    await this.#listener?.close();
  }

  /** Sends to all nodes, at most once: without a connection nothing is sent. */
  async notify(text: string): Promise<void> {
    await this.#listener?.notify(text).catch(() => {});
  }

  /**
   * A barrier: resolves when all nodes have received the notifications sent so far. Each node answers a question, which
   * arrives after those notifications. The wait for a node that does not answer is bounded. Where a node of the release
   * before listens, the question is the one that it knows.
   *
   * A node that has lost its own connection waits for it first: another node may listen and cache already, and would
   * serve its entry for as long as the notification is on its way.
   */
  async waitForAllNodes(): Promise<void> {
    if (this.#db.embedded) return;
    const listener = this.#listener ?? (await this.#reconnected());
    if (!listener) return;
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      const [listeners] = await this.#db.query(
        listenersRow,
        sql`select count(*), count(*) filter (where application_name = ${OLD_PROTOCOL.listenerName}) as old_count
          from pg_stat_activity where datname = current_database()
          and application_name in (${this.#listenerName}, ${OLD_PROTOCOL.listenerName})`,
      );
      const { question } = listeners && listeners.old_count > 0 ? OLD_PROTOCOL : PROTOCOL;
      let missing = listeners?.count ?? 0;
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(resolve, BARRIER_MS);
        this.#answers.set(id, () => {
          missing -= 1;
          if (missing <= 0) resolve();
        });
        listener.notify(question + id).catch(reject);
      });
    } catch {
      // The change is committed, and a node without a connection caches nothing.
    } finally {
      clearTimeout(timer);
      this.#answers.delete(id);
    }
  }

  /** The listener once this node listens again, or null when that takes too long or the node stops. */
  async #reconnected(): Promise<Listener | null> {
    if (this.#closed) return null;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, BARRIER_MS);
      this.#waiting.add(done);
    });
    return this.#listener;
  }

  #receive(text: string): void {
    for (const { question, answer } of [PROTOCOL, OLD_PROTOCOL]) {
      if (text.startsWith(question)) {
        this.#listener?.notify(answer + text.slice(question.length)).catch(() => {});
        return;
      }
      if (text.startsWith(answer)) {
        this.#answers.get(text.slice(answer.length))?.();
        return;
      }
    }
    this.#handlers.onNotify(text);
  }

  #reconnect(): void {
    this.#listener = null;
    this.#handlers.onConnectionLost();
    if (this.#closed || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.start();
    }, RELISTEN_MS).unref();
  }
}
