import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createAccount } from '../test/support/client.ts';
import { checkOut } from './commits.ts';
import { type RunningService, startServer, startService } from './services.ts';
import { Cleanup } from './setup.ts';
import { compareWithBooks, longestWait, SteadyWriter } from './steady-writer.ts';

const USAGE = `npm run walk:upgrade -- [options]
  Two nodes of another commit on PostgreSQL are replaced by nodes of this one, one after the other, while writers write.
  --from COMMIT  where they begin; 118af8e9, the second release, by default
  --probe PATH   what the balancer asks the nodes of that commit; /health by default, because nodes of the second release
                 are not ready beside a newer schema although they serve
  --writers N    how many; 8 by default
  --seconds N    how long they write before each step; 15 by default`;

const NODES = 2;
const POLL_MS = 50;

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '118af8e9' },
    probe: { type: 'string', default: '/health' },
    writers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '15' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [writers = 0, seconds = 0] = [options.writers, options.seconds].map(Number);
if (options.help || !(writers > 0 && seconds > 0)) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

/** Nodes behind a balancer that sends requests to those that are ready, and to any while none is. */
class Balanced {
  #nodes: { service: RunningService; probe: string; isReady: boolean }[] = [];
  #isOver = false;
  /** How long no node was ready. */
  unreadyMs = 0;

  add(service: RunningService, probe: string): void {
    this.#nodes.push({ service, probe, isReady: true });
  }

  /** Stops the oldest node after the balancer has taken it out. */
  async stopOldest(): Promise<void> {
    const [oldest, ...others] = this.#nodes;
    this.#nodes = others;
    await oldest?.service.stop();
  }

  readonly urlOf = (turn: number): string => {
    const ready = this.#nodes.filter(({ isReady }) => isReady);
    const some = ready.length > 0 ? ready : this.#nodes;
    return some[turn % some.length]?.service.url ?? '';
  };

  async watch(): Promise<void> {
    for (let last = Date.now(); !this.#isOver; await sleep(POLL_MS)) {
      for (const node of this.#nodes) {
        const answer = await fetch(node.service.url + node.probe).catch(() => null);
        await answer?.body?.cancel();
        node.isReady = answer?.ok ?? false;
      }
      const now = Date.now();
      if (this.#nodes.every(({ isReady }) => !isReady)) this.unreadyMs += now - last;
      last = now;
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    while (this.#nodes.length > 0) await this.stopOldest();
  }
}

const cleanup = new Cleanup();
try {
  await walk();
} finally {
  await cleanup.close();
}

async function walk(): Promise<void> {
  const folder = checkOut(options.from, cleanup);
  const server = await startServer();
  cleanup.add(server.close);
  const env = server.env('node');
  const nodes = new Balanced();
  cleanup.add(() => nodes.stop());
  const serviceOf = (name: string, of?: string) =>
    startService({ ...(of && { folder: of }), env, logFile: join(cleanup.dir, `${name}.log`) });
  for (let n = 1; n <= NODES; n++) nodes.add(await serviceOf(`old-${n}`, folder), options.probe);
  const all: SteadyWriter[] = [];
  for (let n = 0; n < writers; n++)
    all.push(new SteadyWriter(await createAccount(nodes.urlOf(n)), nodes.urlOf));
  const startedAt = Date.now();
  let isOver = false;
  void nodes.watch();
  const writing = Promise.all(all.map((one) => one.write(() => isOver)));
  const step = async (what: string, work: () => Promise<unknown>) => {
    await Promise.race([sleep(seconds * 1000), writing]);
    const began = Date.now();
    await work();
    console.log(`${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  };
  for (let n = 1; n <= NODES; n++) {
    await step(`new node ${n} is there`, async () => nodes.add(await serviceOf(`new-${n}`), '/health/ready'));
    await step(`old node ${n} has stopped`, () => nodes.stopOldest());
  }
  await step('the last calls are answered', () => {
    isOver = true;
    return writing;
  });
  for (const one of all) await compareWithBooks(one, nodes.urlOf(0));
  const { count, ms, from } = longestWait(all, startedAt);
  await compareRecords(env.DATABASE_URL ?? '', count);
  const total = (of: (one: SteadyWriter) => number) => all.reduce((sum, one) => sum + of(one), 0);
  console.log(
    [
      `from ${options.from}: ${count} invoices acknowledged by ${writers} writers, none lost and none twice`,
      `${total(({ repeated }) => repeated)} calls sent again, ${total(({ staleReads }) => staleReads)} reads older than the write`,
      `longest time without a write ${(ms / 1000).toFixed(1)} s, from second ${(from / 1000).toFixed(0)} on`,
      `no node was ready for ${(nodes.unreadyMs / 1000).toFixed(1)} s`,
    ].join('\n'),
  );
}

/** What nodes of both commits have written beside the invoices is whole. */
async function compareRecords(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read = async (query: string) => Number((await client.query(query)).rows[0].n);
  const events = await read("select count(*) as n from events where type = 'invoice.issued'");
  const audited = await read("select count(*) as n from audit_log where action = 'create-invoice'");
  const lines = await read('select count(distinct invoice_id) as n from invoice_lines');
  await client.end();
  assert.deepEqual({ events, audited, lines }, { events: count, audited: count, lines: count });
}
