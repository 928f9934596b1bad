import { join } from 'node:path';
import { findFreePort } from '../test/support/free-port.ts';
import { type BenchCall, CALLS } from './calls.ts';
import { compare } from './compare.ts';
import { childrenCpu, processCpu } from './cpu-time.ts';
import { type Measured, markdownTable, median, middle, percent, processorTime, speeds } from './report.ts';
import {
  CONNECTIONS,
  type RunningService,
  serviceTarget,
  startServer,
  startService,
  type Target,
} from './services.ts';
import { Cleanup, withFilledEngine } from './setup.ts';

const MEASURED = ['get-invoice', 'get-invoices', 'create-invoice of 8 accounts'];
/** As many for each of two processes as the other rows of the bench have for one. */
const SHARED_CONNECTIONS = 2 * CONNECTIONS;
/** A process with less than this share of the processor time of its fellow has too few of the connections. */
const FAIR_SHARE = 0.5;
const CONNECT_ATTEMPTS = 5;
const FIRST_CALLS_SECONDS = 1;

interface Way {
  name: string;
  nodes: number;
  processes: number;
}

const WAYS: readonly Way[] = [
  { name: 'one process', nodes: 1, processes: 1 },
  { name: 'KVITT_PROCESSES=2', nodes: 1, processes: 2 },
  { name: 'two nodes', nodes: 2, processes: 1 },
];

export interface NodesRow {
  call: string;
  ways: { name: string; rounds: readonly Measured[] }[];
}

interface NodesOptions {
  invoices: number;
  seconds: number;
  nodeOptions: readonly string[];
}

/** Measures the same calls at one process, at two processes of a node and at two nodes, in turns, on one PostgreSQL server. */
export async function benchNodes({ invoices, seconds, nodeOptions }: NodesOptions): Promise<NodesRow[]> {
  const calls = CALLS.filter(({ name }) => MEASURED.includes(name));
  const cleanup = new Cleanup();
  try {
    const database = await startServer();
    cleanup.add(database.close);
    const env = database.env('first');
    const receiverPort = await findFreePort();
    const books = await withFilledEngine(env, invoices, receiverPort, async (_engine, filled) => filled);
    const targets: { way: Way; target: Target }[] = [];
    for (const way of WAYS) {
      const services: RunningService[] = [];
      for (let n = 0; n < way.nodes; n++) {
        const service = await startService({
          // Jobs would be run by the services that are not measured.
          env: { ...env, KVITT_PROCESSES: String(way.processes), KVITT_JOBS: 'off' },
          nodeOptions,
          logFile: join(cleanup.dir, `${way.name}-${n}.log`),
        });
        cleanup.add(service.stop);
        services.push(service);
      }
      const { databaseCpu } = database;
      const options = { books, receiverPort: 0, connections: SHARED_CONNECTIONS, databaseCpu };
      const connect = () => serviceTarget(way.name, services, calls, options);
      const target = await connectEvenly(connect, services, calls[0]?.name ?? '');
      cleanup.add(() => target.driver.stop());
      targets.push({ way, target });
    }
    const rows: NodesRow[] = [];
    for (const call of calls) rows.push(await measureRow(call, targets, seconds));
    return rows;
  } finally {
    await cleanup.close();
  }
}

/** The processes of a node take turns in accepting connections, but only those that have started by then. */
async function connectEvenly(
  connect: () => Promise<Target>,
  services: readonly RunningService[],
  call: string,
): Promise<Target> {
  const spent = () =>
    services.flatMap(({ pid }) => {
      const workers = childrenCpu(pid);
      return workers.length > 0 ? workers : [processCpu(pid)];
    });
  for (let attempt = 1; attempt <= CONNECT_ATTEMPTS; attempt++) {
    const target = await connect();
    const before = spent();
    await warmUp(target, call, FIRST_CALLS_SECONDS);
    const shares = spent().map((now, n) => now - (before[n] ?? 0));
    if (Math.min(...shares) >= FAIR_SHARE * Math.max(...shares)) return target;
    await target.driver.stop();
  }
  throw new Error('The connections are not spread over the processes');
}

function warmUp({ driver }: Target, call: string, seconds: number): Promise<unknown> {
  return driver.run({ call, connections: SHARED_CONNECTIONS, rampUpMs: 0, seconds });
}

async function measureRow(
  { name: call, warmUp: seconds }: BenchCall,
  targets: readonly { way: Way; target: Target }[],
  measured: number,
): Promise<NodesRow> {
  // Each process compiles its hot code for itself.
  for (const { way, target } of targets) await warmUp(target, call, seconds * way.nodes * way.processes);
  const contestants = targets.map(({ target }) => ({ target, call }));
  const compared = await compare(contestants, SHARED_CONNECTIONS, measured);
  const ways = compared.map(({ one, rounds }) => ({ name: one.target.name, rounds }));
  return { call, ways };
}

/** Ratios are medians over pairs of neighbouring rounds, as those of two commits. */
export function nodesTable(rows: readonly NodesRow[]): string {
  const heads = [
    ...['call', 'service', 'calls/s', 'p50 ms', 'p99 ms', '÷ one process'],
    ...['CPU µs: client + service + database', 'service and database CPU ÷ one process', 'other work'],
  ];
  const cells = rows.flatMap(({ call, ways }) =>
    ways.map(({ name, rounds }) => {
      const figures = median(rounds);
      const ratio = (of: (one: Measured) => number) => {
        const one = ways[0]?.rounds ?? [];
        return middle(rounds.flatMap((round, n) => (one[n] ? [of(round) / of(one[n])] : []))).toFixed(2);
      };
      return [
        ...[call, name, ...speeds(figures), ratio(({ perSecond }) => perSecond)],
        ...[processorTime(figures), ratio(({ serviceCpu, databaseCpu }) => serviceCpu + databaseCpu)],
        percent(figures.otherLoad),
      ];
    }),
  );
  return markdownTable(heads, cells);
}
