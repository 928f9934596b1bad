import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Environment } from '../src/config.ts';
import { createAccount } from '../test/support/client.ts';
import { type DatabaseKind, SECRET } from '../test/support/databases.ts';
import { type NodeProcess, startNode } from '../test/support/node-process.ts';
import { OwnDisk } from '../test/support/own-disk.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres-server.ts';
import { until } from '../test/support/until.ts';
import { markdownTable } from './report.ts';
import { compareWithBooks, SteadyWriter } from './steady-writer.ts';

const USAGE = `npm run walk:disk -- [options]
  Needs root, and mkfs.ext4, fsfreeze and fallocate of the system.
  --database KIND  postgres, embedded, or both (default), one after the other
  --writers N      how many; 4 by default`;

const DISK_MB = 700;
const SETTINGS = { max_wal_size: '64MB', min_wal_size: '32MB' };
const CALM_MS = 10_000;
const FULL_MS = 20_000;
/** Longer than a statement may take. */
const SILENT_MS = 90_000;
const SLOW_MS = 30_000;
/** A slow disk answers for a moment in each of these periods. */
const PERIOD_MS = 1500;
const MOMENT_MS = 100;
const RECOVERY_LIMIT_MS = 120_000;

const { values: options } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    writers: { type: 'string', default: '4' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const writerCount = Number(options.writers);
if (options.help || !(writerCount > 0) || !/^(postgres|embedded|both)$/.test(options.database)) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

/** A node and its database, whose files are on a disk of their own. */
class Installation {
  readonly disk: OwnDisk;
  readonly node: NodeProcess;
  readonly #server: PostgresServer | null;
  #isOver = false;
  readonly #supervision: Promise<void>;

  private constructor(disk: OwnDisk, node: NodeProcess, server: PostgresServer | null) {
    this.disk = disk;
    this.node = node;
    this.#server = server;
    this.#supervision = this.#supervise();
  }

  static async start(kind: DatabaseKind): Promise<Installation> {
    const disk = new OwnDisk(DISK_MB);
    const server =
      kind === 'postgres' ? await startPostgres({ directory: disk.path, settings: SETTINGS }) : null;
    const database: Environment = server
      ? { DATABASE_URL: server.url() }
      : { KVITT_DATA_DIR: join(disk.path, 'data') };
    const env = { ...database, KVITT_SECRET: SECRET, KVITT_JOBS: 'on', KVITT_LOG_LEVEL: 'silent' };
    return new Installation(disk, await startNode(env, { isOptimized: true }), server);
  }

  /** A server that cannot write its log ends, and is started again a second later, as systemd does. */
  async #supervise(): Promise<void> {
    for (; !this.#isOver; await sleep(1000))
      if (this.#server && !this.#server.isRunning()) await this.#server.start().catch(() => {});
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#supervision;
    // Nothing can end that waits for a frozen disk.
    await this.disk.thaw().catch(() => {});
    await this.node.crash();
    await this.#server?.stop();
    this.disk.close();
  }
}

interface Phase {
  what: string;
  /** Does it, and undoes it. */
  happen(disk: OwnDisk): Promise<void>;
}

const PHASES: readonly Phase[] = [
  { what: 'nothing', happen: () => sleep(CALM_MS) },
  {
    what: 'the disk is full',
    async happen(disk) {
      await disk.fill();
      await sleep(FULL_MS);
      disk.empty();
    },
  },
  {
    what: 'the disk does not answer',
    async happen(disk) {
      await disk.freeze();
      await sleep(SILENT_MS);
      await disk.thaw();
    },
  },
  {
    what: `the disk answers for ${MOMENT_MS / 1000} s in every ${PERIOD_MS / 1000} s`,
    async happen(disk) {
      for (const end = Date.now() + SLOW_MS; Date.now() < end; await sleep(MOMENT_MS)) {
        await disk.freeze();
        await sleep(PERIOD_MS - MOMENT_MS);
        await disk.thaw();
      }
    },
  },
];

const rows: string[][] = [];
const kinds = (['postgres', 'embedded'] as const).filter(
  (kind) => options.database === 'both' || options.database === kind,
);
for (const kind of kinds) await walk(kind);
const heads = [
  ...['database', 'what happens', 'seconds', 'invoices acknowledged', 'answers with 503'],
  ...['longest answer, s', 'next invoice after its end, s'],
];
console.log(`\n${markdownTable(heads, rows)}`);

async function walk(kind: DatabaseKind): Promise<void> {
  const installation = await Installation.start(kind);
  try {
    const { url } = installation.node;
    const writers: SteadyWriter[] = [];
    for (let n = 0; n < writerCount; n++) writers.push(new SteadyWriter(await createAccount(url), () => url));
    let isOver = false;
    const writing = Promise.all(writers.map((one) => one.write(() => isOver)));
    const phases = async () => {
      for (const phase of PHASES) rows.push([kind, ...(await pass(phase, installation.disk, writers))]);
      isOver = true;
    };
    await Promise.race([phases(), writing]);
    await writing;
    if (installation.node.hasExited) throw new Error('The node has ended');
    for (const writer of writers) await compareWithBooks(writer, url);
    const count = writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    console.log(`${kind}: ${count} invoices acknowledged, none lost and none twice`);
  } finally {
    await installation.stop();
  }
}

/** Lets something happen to the disk, and waits until each writer goes on. */
async function pass(
  { what, happen }: Phase,
  disk: OwnDisk,
  writers: readonly SteadyWriter[],
): Promise<string[]> {
  const from = Date.now();
  await happen(disk);
  const to = Date.now();
  const acknowledged = (since: number) =>
    writers.map((one) => one.acknowledged.filter(({ at }) => at >= since).map(({ at }) => at));
  const isWorking = () => acknowledged(to).every((times) => times.length > 0);
  await until('each writer goes on', isWorking, RECOVERY_LIMIT_MS);
  const next = Math.max(...acknowledged(to).map((times) => times[0] ?? Number.POSITIVE_INFINITY));
  const during = acknowledged(from).flatMap((times) => times.filter((at) => at < to));
  const answers = writers.flatMap((one) => one.answers.filter(({ at }) => at >= from && at <= next));
  const longest = Math.max(...answers.map(({ at, sentAt }) => at - sentAt));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const refused = answers.filter(({ status }) => status === 503).length;
  const row = [what, seconds(to - from), String(during.length), String(refused)];
  console.log(`${[...row, seconds(longest), seconds(next - to)].join(' | ')}`);
  return [...row, seconds(longest), seconds(next - to)];
}
