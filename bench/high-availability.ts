import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createAccount } from '../test/support/client.ts';
import { SECRET } from '../test/support/databases.ts';
import { findFreePort } from '../test/support/free-port.ts';
import { type NodeProcess, startNode } from '../test/support/node-process.ts';
import { findServerPrograms, serverUser } from '../test/support/postgres-binaries.ts';
import { seededRandom } from '../test/support/random-books.ts';
import { until } from '../test/support/until.ts';
import { Cluster } from './cluster-machines.ts';
import { compareWithBooks, longestWait, SteadyWriter } from './steady-writer.ts';

const USAGE = `npm run walk:availability -- [options]
  Needs root, and patroni, etcd, haproxy and pgbackrest of the system.
  --minutes N  how long the writers write; 10 by default
  --writers N  how many; 8 by default
  --seed N     the order of the faults; 1 by default`;

/** How often each happens within the time. */
const FAULTS = { 'node killed': 20, 'primary killed': 5, 'standby killed': 3, 'primary cut off': 1 };
type Fault = keyof typeof FAULTS;
/** How long a machine is away. */
const AWAY_MS = 10_000;
/** Longer than the primary's key in etcd lives. */
const CUT_OFF_MS = 40_000;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    writers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [minutes = 0, writers = 0, seed = 0] = [options.minutes, options.writers, options.seed].map(Number);
if (options.help || !(minutes > 0 && writers > 0 && seed >= 0)) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

/** Nodes that are started again when they have ended. */
class Nodes {
  readonly #env: Record<string, string>;
  #all: { port: number; process: NodeProcess }[] = [];

  constructor(cluster: Cluster) {
    this.#env = {
      DATABASE_URL: cluster.url,
      KVITT_REPLICA_URL: cluster.replicaUrl,
      KVITT_SECRET: SECRET,
      KVITT_JOBS: 'on',
      KVITT_LOG_LEVEL: 'silent',
    };
  }

  async start(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const port = await findFreePort();
      this.#all.push({ port, process: await startNode(this.#env, { port, isOptimized: true }) });
    }
  }

  get(n: number): NodeProcess {
    const node = this.#all[n % this.#all.length];
    if (!node) throw new Error('There are no nodes');
    return node.process;
  }

  async kill(n: number): Promise<void> {
    const node = this.#all[n % this.#all.length];
    if (!node) return;
    await node.process.crash();
    // A node that finds no database ends, and is started again a second later, as systemd does.
    for (let started = null; !started; await sleep(1000)) {
      started = await startNode(this.#env, { port: node.port, isOptimized: true }).catch(() => null);
      if (started) node.process = started;
    }
  }

  async stop(): Promise<void> {
    for (const { process } of this.#all) await process.crash();
  }
}

async function happen(fault: Fault, cluster: Cluster, nodes: Nodes, n: number): Promise<void> {
  if (fault === 'node killed') return nodes.kill(n);
  // One machine at a time: of three, one may be away.
  await until('the cluster is whole', () => cluster.isWhole(), 240_000);
  const leader = await cluster.leader();
  const machine = fault === 'standby killed' ? cluster.machines.find((one) => one !== leader) : leader;
  if (!machine) throw new Error('There is no such machine');
  if (fault === 'primary cut off') {
    machine.disconnect();
    await sleep(CUT_OFF_MS);
    return machine.connect();
  }
  machine.kill();
  await sleep(AWAY_MS);
  machine.start();
}

/** The faults in an order that the seed decides. */
function plan(): Fault[] {
  const random = seededRandom(seed);
  const faults = Object.entries(FAULTS).flatMap(([fault, count]) =>
    Array.from({ length: count }, () => fault as Fault),
  );
  return faults
    .map((fault) => ({ fault, order: random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ fault }) => fault);
}

const cluster = new Cluster(findServerPrograms('/tmp', serverUser()).dir);
const nodes = new Nodes(cluster);
try {
  await cluster.start();
  await nodes.start(2);
  console.log('three machines, HAProxy, a full backup and two nodes are there');
  await walk();
} finally {
  await nodes.stop();
  cluster.close();
}

async function walk(): Promise<void> {
  const all: SteadyWriter[] = [];
  for (let n = 0; n < writers; n++)
    all.push(new SteadyWriter(await createAccount(nodes.get(n).url), (turn) => nodes.get(turn).url));
  const startedAt = Date.now();
  const endsAt = startedAt + minutes * 60_000;
  let isDone = false;
  const writing = Promise.all(all.map((one) => one.write(() => isDone && Date.now() >= endsAt)));
  const faults = plan();
  let restoreTo = new Date();
  for (const [n, fault] of faults.entries()) {
    const due = startedAt + ((n + 0.5) * minutes * 60_000) / faults.length;
    await sleep(Math.max(0, due - Date.now()));
    const from = secondsSince(startedAt);
    await Promise.race([happen(fault, cluster, nodes, n), writing]);
    console.log(`${from} to ${secondsSince(startedAt)} s: ${fault}`);
    if (n === Math.floor((2 * faults.length) / 3)) restoreTo = new Date();
  }
  isDone = true;
  await writing;
  const seconds = (Date.now() - startedAt) / 1000;
  await until('the cluster is whole', () => cluster.isWhole(), 240_000);
  for (const writer of all) await compareWithBooks(writer, nodes.get(0).url);
  const { count, ms, from } = longestWait(all, startedAt);
  const total = (of: (one: SteadyWriter) => number) => all.reduce((sum, one) => sum + of(one), 0);
  console.log(
    [
      `${count} invoices acknowledged by ${writers} writers in ${seconds.toFixed(0)} s, none lost and none twice`,
      `${total(({ reads }) => reads)} reads after a write, ${total(({ staleReads }) => staleReads)} of them older than the write`,
      `longest time without a write ${(ms / 1000).toFixed(1)} s, from second ${(from / 1000).toFixed(0)} on`,
      Object.entries(FAULTS)
        .map(([fault, count]) => `${fault} ${count}`)
        .join(', '),
    ].join('\n'),
  );
  await restore(all, restoreTo);
}

function secondsSince(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(0);
}

/** What was acknowledged before the point in time is restored, and nothing that was sent after it. */
async function restore(all: readonly SteadyWriter[], to: Date): Promise<void> {
  const leader = await cluster.leader();
  leader.execute('psql', ['-h', leader.directory, '-c', 'select pg_switch_wal()']);
  await sleep(5000);
  const count = Number(await cluster.restore(to, 'select count(*) from invoices'));
  const before = (key: 'at' | 'sentAt') =>
    all.flatMap(({ acknowledged }) => acknowledged.filter((one) => one[key] <= to.getTime())).length;
  assert.ok(
    count >= before('at') && count <= before('sentAt'),
    `${count} of ${before('at')} to ${before('sentAt')}`,
  );
  console.log(
    `restored to ${to.toISOString()}: ${count} invoices; ${before('at')} were acknowledged by then`,
  );
}
