import assert from 'node:assert/strict';
import { Client, invoice, type Reply } from './client.ts';
import { until } from './until.ts';

const ANSWER_LIMIT_MS = 120_000;

export interface LoadOptions {
  /** How many calls each seller has in flight at any time. */
  concurrency?: number;
  /** Every call carries an Idempotency-Key, so that it can be retried. */
  idempotent?: boolean;
  /** Prefix of the invoice names. */
  prefix?: string;
}

/**
 * Clients that create invoices without a pause, each with a unique name in its description. A client stops when its
 * connection breaks, because then its node has ended.
 */
export class Load {
  /** The guid of each acknowledged invoice, by its name. */
  readonly acknowledged = new Map<string, string>();
  /** Names of invoices whose calls got no answer or a 503; they may or may not exist. */
  readonly unanswered: string[] = [];
  readonly refusals: Reply[] = [];
  readonly #idempotent: boolean;
  readonly #prefix: string;
  readonly #clients: Promise<void>[];
  #sent = 0;
  #stopping = false;

  constructor(
    sellers: Client[],
    { concurrency = 8, idempotent = false, prefix = 'invoice' }: LoadOptions = {},
  ) {
    this.#prefix = prefix;
    this.#idempotent = idempotent;
    this.#clients = sellers.flatMap((seller) =>
      Array.from({ length: concurrency }, () => this.#sendUntilStopped(seller)),
    );
  }

  /** Waits until this many more invoices are acknowledged. */
  async waitForProgress(count: number): Promise<void> {
    const target = this.acknowledged.size + count;
    await until(`${target} invoices acknowledged`, () => this.acknowledged.size >= target, 240_000);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#clients);
  }

  /** Retries the unanswered calls, as a client does that uses Idempotency-Key. */
  async retry(seller: Client): Promise<void> {
    await Promise.all(this.unanswered.splice(0).map((name) => this.#send(seller, name)));
    assert.deepEqual(this.unanswered, []);
  }

  async #sendUntilStopped(seller: Client): Promise<void> {
    while (!this.#stopping) {
      this.#sent += 1;
      if (!(await this.#send(seller, `${this.#prefix} ${this.#sent}`))) return;
    }
  }

  async #send(seller: Client, name: string): Promise<boolean> {
    const headers: Record<string, string> = this.#idempotent
      ? { 'idempotency-key': name.replaceAll(' ', '-') }
      : {};
    let reply: Reply;
    try {
      reply = await withTimeout(
        seller.call('create-invoice', { data: invoice({ description: name }) }, headers),
      );
    } catch (error) {
      if (error instanceof AnswerTimeout) throw error;
      this.unanswered.push(name);
      return false;
    }
    if (reply.status) this.acknowledged.set(name, reply.result);
    else this.refusals.push(reply);
    // The connection to the database may have broken between the commit and its confirmation.
    if (reply.httpStatus === 503) this.unanswered.push(name);
    return true;
  }
}

class AnswerTimeout extends Error {}

/** Returns the answer; throws when there is neither an answer nor a broken connection within the limit. */
export async function withTimeout<T>(call: Promise<T>, limitMs = ANSWER_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AnswerTimeout(`no answer for ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Repeats a call while the node answers 503 because it is overloaded. */
export async function retryWhileBusy<T extends { httpStatus: number } | { status: number }>(
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const reply = await call();
    if (('httpStatus' in reply ? reply.httpStatus : reply.status) !== 503) return reply;
  }
}

/** The same account, called through another node. */
export function clientOn({ url }: { url: string }, { username, apiKey }: Client): Client {
  return new Client(url, username, apiKey);
}

export interface ListedInvoice {
  guid: string;
  number: string;
  description: string;
}

/** Lists all invoices of an account by number. */
export async function listInvoicesByNumber(seller: Client): Promise<ListedInvoice[]> {
  const invoices: ListedInvoice[] = await seller.ok('get-invoices');
  return invoices.sort((a, b) => Number(a.number) - Number(b.number));
}

/** Asserts that numbers run from 1 without gaps or duplicates, and that every acknowledged invoice exists exactly once. */
export function assertIntact(invoices: ListedInvoice[], ...loads: Load[]): void {
  assertGapFree(invoices);
  const byName = Map.groupBy(invoices, ({ description }) => description);
  for (const [name, duplicates] of byName)
    assert.equal(duplicates.length, 1, `${name} is there ${duplicates.length} times`);
  for (const [name, guid] of loads.flatMap(({ acknowledged }) => [...acknowledged])) {
    assert.equal(byName.get(name)?.[0]?.guid, guid, `${name} was acknowledged and is not there`);
  }
  const known = new Set(loads.flatMap((load) => [...load.acknowledged.keys(), ...load.unanswered]));
  const unexpected = invoices.filter(({ description }) => !known.has(description));
  assert.deepEqual(unexpected, [], 'invoices whose calls were refused');
}

export function assertGapFree(invoices: ListedInvoice[]): void {
  const numbers = invoices.map(({ number }) => Number(number));
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
}
