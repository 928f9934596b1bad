import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/kernel/database/sql.ts';
import { Agent } from '../support/agents/agent.ts';
import { changeAgent } from '../support/agents/limits.ts';
import { type Client, createAccount, invoice } from '../support/client.ts';
import { clientOn, retryWhileBusy } from '../support/load.ts';
import { type NodeProcess, startSecondNode } from '../support/node-process.ts';
import { authorizeClient, registerClient } from '../support/person.ts';
import { Receiver } from '../support/receiver.ts';
import { TestService } from '../support/service.ts';
import { query } from '../support/tables.ts';
import { until } from '../support/until.ts';

const WRITES = 200;
const READERS = 5;

interface Event {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

/** Follows the cursor until it is told to stop, on another node where one does not answer. */
class Reader {
  readonly events: Event[] = [];
  readonly done: Promise<void>;
  #after = '0';
  #isStopping = false;
  readonly #clients: readonly Client[];

  constructor(clients: readonly Client[]) {
    this.#clients = clients;
    this.done = this.#follow();
  }

  async #follow(): Promise<void> {
    for (let call = 0; ; call++) {
      const client = this.#clients[call % this.#clients.length];
      const page = await client
        ?.call('get-events', { after: this.#after, wait: 2, limit: 7 })
        .catch(() => null);
      if (!page?.status) {
        await sleep(20);
        continue;
      }
      this.events.push(...page.result);
      this.#after = page.next;
      if (this.#isStopping && page.result.length === 0) return;
    }
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.done;
  }
}

const BOUNDED_WRITES = 50;
const BOUND = 20;

/** A program that writes on two nodes against the bound of a day. */
class BoundedProgram {
  readonly #seller: Client;
  readonly #agents: readonly Agent[];
  readonly #writes: Promise<void>[];
  #done = 0;

  static async start(nodes: readonly { url: string }[]): Promise<BoundedProgram> {
    const seller = await createAccount(nodes[0]?.url ?? '');
    const authorized = await authorizeClient(seller, 'create_invoice', await registerClient(seller));
    const agents = nodes.map(({ url }) => new Agent(url, authorized));
    const limits = { max_documents_per_day: BOUND, max_amount_per_day: BOUND * 1240 };
    await changeAgent(seller, agents[0] as Agent, { limits });
    return new BoundedProgram(seller, agents);
  }

  private constructor(seller: Client, agents: readonly Agent[]) {
    this.#seller = seller;
    this.#agents = agents;
    this.#writes = Array.from({ length: BOUNDED_WRITES }, (_, n) => this.#write(agents[n % 2] as Agent));
  }

  async #write(agent: Agent): Promise<void> {
    // A call on the node that is killed may get no answer, whether its write was committed or not.
    const answer = await agent.call('POST', '/invoices', { data: invoice() }).catch(() => null);
    if (answer?.status === 200) this.#done += 1;
  }

  /** After the crash: the bound is not passed, and what is left of it can still be used. */
  async check(): Promise<void> {
    await Promise.all(this.#writes);
    const count = () => this.#seller.ok('get-count-invoices');
    const made = await count();
    assert.ok(made >= this.#done && made <= BOUND, `${made} of ${BOUND}, ${this.#done} acknowledged`);
    for (let n = made; n < BOUND; n++) await this.#write(this.#agents[0] as Agent);
    assert.equal(await count(), BOUND);
    await this.#write(this.#agents[0] as Agent);
    assert.equal(await count(), BOUND);
  }
}

describe('events on two nodes (postgres)', () => {
  const first = new TestService();
  let second: NodeProcess;
  before(async () => {
    await first.startOwn('postgres');
    second = await startSecondNode(first);
  });
  after(async () => {
    await second.crash();
    await first.stop();
  });

  /** The node has accepted the first call of the account: it records the use of a key when it looks the account up. */
  const untilServed = ({ username }: Client) =>
    until('the node serves the call', async () => {
      const statement = sql`select from api_key_uses join accounts using (account_id) where username = ${username}`;
      return (await query(first, statement)).length > 0;
    });

  test('wake a call that waits on the other node', async () => {
    const seller = await createAccount(first.url);
    const waiting = clientOn(second, seller).call('get-events', { wait: 20 });
    await untilServed(seller);
    const started = performance.now();
    await seller.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
    const { result } = await waiting;
    assert.equal(result.length, 1);
    assert.ok(performance.now() - started < 5000);
  });

  test('reach every reader once and in the same order, and bounds hold, although a node is killed meanwhile', async () => {
    const seller = await createAccount(first.url);
    const clients = [first, second].map((node) => clientOn(node, seller));
    const readers = Array.from(
      { length: READERS },
      (_, n) => new Reader(n % 2 ? clients.toReversed() : clients),
    );
    const program = await BoundedProgram.start([first, second]);
    const acknowledged: string[] = [];
    let unanswered = 0;
    const writes = Array.from({ length: WRITES }, async (_, n) => {
      await sleep(n * 5);
      try {
        const { status, result } = await retryWhileBusy(() =>
          (clients[n % 2] as Client).call('create-invoice', { data: invoice() }),
        );
        if (status) acknowledged.push(result);
      } catch {
        unanswered += 1;
      }
    });
    await until('half of the writes are done', () => acknowledged.length >= WRITES / 2 || unanswered > 0);
    await second.crash();
    await Promise.all(writes);
    assert.ok(acknowledged.length >= WRITES / 2);
    await program.check();
    await Promise.all(readers.map((reader) => reader.stop()));

    const [one] = readers;
    assert.ok(one);
    const ids = one.events.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const reader of readers) assert.deepEqual(reader.events, one.events);
    const issued = one.events.filter(({ type }) => type === 'invoice.issued').map(({ data }) => data);
    const guids = new Set(issued.map(({ guid }) => guid));
    assert.deepEqual(
      acknowledged.filter((guid) => !guids.has(guid)),
      [],
    );
    const numbers = issued.map(({ number }) => Number(number));
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      numbers.map((_, n) => n + 1),
    );
  });

  test('end a call that waits on a node that stops', async () => {
    second = await startSecondNode(first);
    const seller = await createAccount(second.url);
    const waiting = seller.call('get-events', { wait: 25 });
    await untilServed(seller);
    const started = performance.now();
    assert.equal((await second.stop()).code, 0);
    assert.deepEqual((await waiting).result, []);
    assert.ok(performance.now() - started < 10_000);
  });
});

describe('webhooks (postgres)', () => {
  const kvitt = new TestService();
  const receiver = new Receiver();
  before(async () => {
    await receiver.start();
    await kvitt.startOwn('postgres', { KVITT_JOBS: 'on', KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
    kvitt.now = () => new Date();
  });
  after(async () => {
    await receiver.stop();
    await kvitt.stop();
  });

  test('to a receiver that hangs delay no other receiver, of the same account or of another', async () => {
    receiver.answer = (response, { path }) => {
      if (path !== '/hangs') response.writeHead(204).end();
    };
    const [one, other] = [await kvitt.account(), await kvitt.account()];
    await one.ok('create-webhook', { data: { url: `${receiver.url}/hangs` } });
    await one.ok('create-webhook', { data: { url: `${receiver.url}/one` } });
    await other.ok('create-webhook', { data: { url: `${receiver.url}/other` } });
    const item = (client: Client) =>
      client.ok('create-item', { data: { description: 'V', unit_price: 1, tax: 'S' } });
    for (let n = 0; n < 20; n++) await item(one);
    await until('the receiver hangs', () => receiver.events('/hangs').length >= 4);
    const delays: number[] = [];
    for (let n = 0; n < 5; n++) {
      for (const [client, path] of [
        [one, '/one'],
        [other, '/other'],
      ] as const) {
        const before = receiver.events(path).length;
        const started = performance.now();
        await item(client);
        await until(`a message at ${path}`, () => receiver.events(path).length > before);
        delays.push(performance.now() - started);
      }
    }
    assert.ok(receiver.events('/hangs').length <= 8, 'the lane of the receiver is bounded');
    // A lane polls every second; the limit leaves room for a machine that is busy with other tests.
    assert.ok(Math.max(...delays) < 4000, `${delays.map(Math.round)}`);
  });
});
