import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, invoice, type Reply } from '../test/support/client.ts';
import { assertGapFree, clientOn, listInvoicesByNumber } from '../test/support/load.ts';

const PAUSE_MS = 100;

/** Answers the address of the node for a turn. */
type NodeOf = (turn: number) => string;

/** Issues invoices one after the other, each until it is acknowledged, and reads what it has written at the other node. */
export class SteadyWriter {
  readonly seller: Client;
  readonly acknowledged: { guid: string; sentAt: number; at: number }[] = [];
  /** Every answer, also to calls that were sent again; status 0: there was none. */
  readonly answers: { status: number; sentAt: number; at: number }[] = [];
  reads = 0;
  staleReads = 0;
  /** How many calls were sent again. */
  repeated = 0;
  readonly #nodeOf: NodeOf;

  constructor(seller: Client, nodeOf: NodeOf) {
    this.seller = seller;
    this.#nodeOf = nodeOf;
  }

  async write(isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const sentAt = Date.now();
      const key = { 'idempotency-key': `invoice-${n}` };
      const guid = await this.#untilAnswered(n, (client) =>
        client.call('create-invoice', { data: invoice({ description: `Reikningur ${n}` }) }, key),
      );
      this.acknowledged.push({ guid, sentAt, at: Date.now() });
      const [newest] = await this.#untilAnswered(n + 1, (client) =>
        client.call('get-invoices', { limit: 1 }),
      );
      this.reads += 1;
      if (newest?.guid !== guid) this.staleReads += 1;
    }
  }

  async #untilAnswered(n: number, call: (client: Client) => Promise<Reply>): Promise<Reply['result']> {
    for (let attempt = n; ; attempt++) {
      const sentAt = Date.now();
      const answer = await call(clientOn({ url: this.#nodeOf(attempt) }, this.seller)).catch(() => null);
      this.answers.push({ status: answer?.httpStatus ?? 0, sentAt, at: Date.now() });
      if (answer?.status) return answer.result;
      if (answer && answer.httpStatus !== 503 && answer.httpStatus !== 409)
        throw new Error(`${answer.httpStatus}: ${answer.message}`);
      this.repeated += 1;
      await sleep(PAUSE_MS);
    }
  }
}

/** The books have what was acknowledged, each once, without gaps in the numbers. */
export async function compareWithBooks({ seller, acknowledged }: SteadyWriter, url: string): Promise<void> {
  const books = await listInvoicesByNumber(clientOn({ url }, seller));
  assertGapFree(books);
  assert.deepEqual(
    books.map(({ guid }) => guid),
    acknowledged.map(({ guid }) => guid),
    'the books have what was acknowledged, each once',
  );
}

/** The longest time in which none of them got an acknowledgement, from which moment after the start on, and how many they got. */
export function longestWait(
  writers: readonly SteadyWriter[],
  startedAt: number,
): { count: number; ms: number; from: number } {
  const times = writers.flatMap(({ acknowledged }) => acknowledged.map(({ at }) => at)).sort((a, b) => a - b);
  const waits = times.map((at, n) => ({ from: (times[n - 1] ?? startedAt) - startedAt, at }));
  const lasting = waits.map(({ from, at }) => ({ from, ms: at - startedAt - from }));
  const longest = lasting.reduce((one, other) => (other.ms > one.ms ? other : one), { from: 0, ms: 0 });
  return { count: times.length, ...longest };
}
