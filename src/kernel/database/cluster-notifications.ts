import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import type { Listener } from './listener.ts';
import { sql } from './sql.ts';

const RELISTEN_MS = 1_000;
const HEARD_BY_ALL_MS = 2_000;
/** By this name the database knows which of its connections listen. */
const EAR = 'kvitt-ear';
const ASK = 'heard? ';
const ANSWER = 'heard! ';

export interface NotificationHandlers {
  onNotify(news: string): void;
  /** News may have been missed: whatever relied on hearing them is not to be trusted any more. */
  onConnectionLost(): void;
}

/** What the nodes on one database tell each other through it. Alone on the embedded one there is nobody to tell. */
export class ClusterNotifications {
  readonly #db: Database;
  readonly #channel: string;
  readonly #hearer: NotificationHandlers;
  readonly #answers = new Map<string, () => void>();
  #listener: Listener | null = null;
  #retry: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(db: Database, channel: string, hearer: NotificationHandlers) {
    this.#db = db;
    this.#channel = channel;
    this.#hearer = hearer;
  }

  /** Whether every change from now on will be heard. */
  get isListening(): boolean {
    return this.#db.embedded || this.#listener !== null;
  }

  async start(): Promise<void> {
    if (this.#db.embedded) return;
    try {
      const listener = await this.#db.listen(this.#channel, EAR, {
        onNotify: (text) => this.#heard(text),
        onClose: () => this.#lost(),
      });
      if (this.#closed) return await listener.close();
      // What was looked up before this moment may have changed since, unheard.
      this.#hearer.onConnectionLost();
      this.#listener = listener;
    } catch {
      this.#lost();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    await this.#listener?.close();
  }

  /**
   * Resolves when all nodes have heard what was announced until now: each answers a question, which it hears
   * after the news. A node that does not answer is waited for only so long.
   */
  async waitForAllNodes(): Promise<void> {
    const listener = this.#listener;
    if (!listener) return;
    const question = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      const [ears] = await this.#db.query<{ count: number }>(sql`
        select count(*) from pg_stat_activity
        where datname = current_database() and application_name = ${EAR}`);
      let missing = ears?.count ?? 0;
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(resolve, HEARD_BY_ALL_MS);
        this.#answers.set(question, () => {
          missing -= 1;
          if (missing <= 0) resolve();
        });
        listener.notify(ASK + question).catch(reject);
      });
    } catch {
      // The change itself is made, and a node that has lost the database remembers nothing.
    } finally {
      clearTimeout(timer);
      this.#answers.delete(question);
    }
  }

  #heard(text: string): void {
    if (text.startsWith(ASK)) this.#listener?.notify(ANSWER + text.slice(ASK.length)).catch(() => {});
    else if (text.startsWith(ANSWER)) this.#answers.get(text.slice(ANSWER.length))?.();
    else this.#hearer.onNotify(text);
  }

  #lost(): void {
    this.#listener = null;
    this.#hearer.onConnectionLost();
    if (this.#closed || this.#retry) return;
    this.#retry = setTimeout(() => {
      this.#retry = null;
      void this.start();
    }, RELISTEN_MS).unref();
  }
}
