import assert from 'node:assert/strict';
import { Client, invoice, type Reply } from './client.ts';
import { until } from './until.ts';

const ANSWER_LIMIT_MS = 120_000;

export interface LoadOptions {
  /** How many calls each seller has under way at any time. */
  atOnce?: number;
  /** Every call carries an Idempotency-Key, so that it may be sent again. */
  idempotent?: boolean;
  /** Begins the names of the invoices. */
  prefix?: string;
}

/**
 * Clients that create invoices without a pause, each invoice described by a name of its own. A client whose
 * connection breaks stops, as its node is gone.
 */
export class Load {
  /** The guid that was answered, by the invoice's name. */
  readonly acknowledged = new Map<string, string>();
  /** Names of invoices whose calls got no answer, or a 503: they may have been made or not. */
  readonly unanswered: string[] = [];
  readonly refusals: Reply[] = [];
  readonly #idempotent: boolean;
  readonly #prefix: string;
  readonly #clients: Promise<void>[];
  #sent = 0;
  #stopping = false;

  constructor(sellers: Client[], { atOnce = 8, idempotent = false, prefix = 'invoice' }: LoadOptions = {}) {
    this.#prefix = prefix;
    this.#idempotent = idempotent;
    this.#clients = sellers.flatMap((seller) => Array.from({ length: atOnce }, () => this.#work(seller)));
  }

  /** Waits until so many more invoices are acknowledged than at the call. */
  async progress(count: number): Promise<void> {
    const aim = this.acknowledged.size + count;
    await until(`${aim} invoices acknowledged`, () => this.acknowledged.size >= aim, 240_000);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#clients);
  }

  /** Sends what got no answer again, as a client does that knows of Idempotency-Key. */
  async retry(seller: Client): Promise<void> {
    await Promise.all(this.unanswered.splice(0).map((name) => this.#send(seller, name)));
    assert.deepEqual(this.unanswered, []);
  }

  async #work(seller: Client): Promise<void> {
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
      reply = await answered(
        seller.call('create-invoice', { data: invoice({ description: name }) }, headers),
      );
    } catch (error) {
      if (error instanceof Hang) throw error;
      this.unanswered.push(name);
      return false;
    }
    if (reply.status) this.acknowledged.set(name, reply.result);
    else this.refusals.push(reply);
    // The connection to the database may have broken after the commit and before the news of it.
    if (reply.httpStatus === 503) this.unanswered.push(name);
    return true;
  }
}

class Hang extends Error {}

/** The answer, or a failure when there is neither an answer nor a broken connection for long. */
export async function answered<T>(call: Promise<T>, limitMs = ANSWER_LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Hang(`no answer for ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([call, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a call of a crowd again as long as the node has no time for it, which on a busy machine it says by a 503. */
export async function inCrowd<T extends { httpStatus: number } | { status: number }>(
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const reply = await call();
    if (('httpStatus' in reply ? reply.httpStatus : reply.status) !== 503) return reply;
  }
}

/** The same account, served by another node. */
export function through({ url }: { url: string }, { username, apiKey }: Client): Client {
  return new Client(url, username, apiKey);
}

export interface BookedInvoice {
  guid: string;
  number: string;
  description: string;
}

/** All invoices of an account in the order of their numbers. */
export async function booked(seller: Client): Promise<BookedInvoice[]> {
  const invoices: BookedInvoice[] = await seller.ok('get-invoices');
  return invoices.sort((a, b) => Number(a.number) - Number(b.number));
}

/** Numbers run from 1 without a gap or a double, and every acknowledged invoice is there exactly once. */
export function assertIntact(invoices: BookedInvoice[], ...loads: Load[]): void {
  assertGapFree(invoices);
  const byName = Map.groupBy(invoices, ({ description }) => description);
  for (const [name, twins] of byName) assert.equal(twins.length, 1, `${name} is there ${twins.length} times`);
  for (const [name, guid] of loads.flatMap(({ acknowledged }) => [...acknowledged])) {
    assert.equal(byName.get(name)?.[0]?.guid, guid, `${name} was acknowledged and is not there`);
  }
  const known = new Set(loads.flatMap((load) => [...load.acknowledged.keys(), ...load.unanswered]));
  const stray = invoices.filter(({ description }) => !known.has(description));
  assert.deepEqual(stray, [], 'invoices whose calls were refused');
}

export function assertGapFree(invoices: BookedInvoice[]): void {
  const numbers = invoices.map(({ number }) => Number(number));
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
}
