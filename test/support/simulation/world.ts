import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../src/config.ts';
import { type DatabaseKind, SECRET, templateDirectory } from '../databases.ts';
import { findFreePort } from '../free-port.ts';
import { type NodeProcess, startNode } from '../node-process.ts';
import { OwnDisk } from '../own-disk.ts';
import { TestSmtp } from '../smtp.ts';
import { type Outside, OutsideServices } from './outside-services.ts';
import { ServerPair } from './server-pair.ts';

/** The day of the simulation: later than every date of the year. */
const NOON = Date.parse('2026-12-31T12:00:00Z');
const HOUR_MS = 3_600_000;
const DISK_MB = 4000;
/** Each session plans every statement for itself. Calls of a round wait for a free one. */
const POOL = '4';

/** An installation that things are done to: its database on a disk of its own, its nodes, and the services outside it. */
export class World {
  readonly kind: DatabaseKind;
  readonly mail = new TestSmtp();
  readonly outside = new OutsideServices();
  readonly #directory = mkdtempSync(join(tmpdir(), 'kvitt-simulation-'));
  readonly #disk = openDisk();
  readonly #aheadMs = NOON - Date.now();
  #postgres: ServerPair | null = null;
  #nodes: { port: number; process: NodeProcess }[] = [];
  #clockHours = 0;
  #environment: Environment = {};
  readonly #done = new Map<string, Promise<unknown>>();
  #starting: Promise<void> | null = null;

  private constructor(kind: DatabaseKind) {
    this.kind = kind;
  }

  static async open(kind: DatabaseKind): Promise<World> {
    const world = new World(kind);
    try {
      await world.#start();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  /** Only root can give the database a disk that can be filled, and that can stop to answer. */
  get hasOwnDisk(): boolean {
    return this.#disk !== null;
  }

  get addresses(): string[] {
    return this.#nodes.map(({ process }) => process.url);
  }

  /** How many requests met a failure of this service. */
  failures(service: Outside | 'mail server'): number {
    return service === 'mail server' ? this.mail.failed : this.outside.failures(service);
  }

  /** Whether no node is left that could answer. */
  get isDown(): boolean {
    return this.#nodes.every(({ process }) => process.hasExited);
  }

  /** Does something that all companies share, whichever of them comes first. */
  once<T>(what: string, act: () => Promise<T>): Promise<T> {
    const done = this.#done.get(what) ?? act();
    this.#done.set(what, done);
    return done as Promise<T>;
  }

  /** The time by the clocks that are right. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  async #start(): Promise<void> {
    const smtp = await this.mail.start();
    this.#environment = {
      KVITT_SECRET: SECRET,
      KVITT_SMTP_URL: smtp,
      KVITT_MAIL_FROM: 'reikningar@kvitt.example',
      KVITT_JOBS: 'on',
      KVITT_POOL: POOL,
      ...(await this.outside.start()),
      KVITT_LOG_LEVEL: 'silent',
      ...(await this.#openDatabase()),
    };
    const count = this.kind === 'postgres' ? 2 : 1;
    for (let n = 0; n < count; n++) {
      const port = await findFreePort();
      this.#nodes.push({ port, process: await this.#startNode(port) });
    }
  }

  async #openDatabase(): Promise<Environment> {
    const directory = join(this.#disk?.path ?? this.#directory, 'database');
    mkdirSync(directory);
    // The server has a user of its own, whatever the umask of this process is.
    for (const path of [this.#directory, directory]) chmodSync(path, 0o755);
    if (this.kind === 'embedded') {
      if (process.env.KVITT_TEST_TEMPLATE_DIR)
        cpSync(await templateDirectory(), directory, { recursive: true });
      return { KVITT_DATA_DIR: directory };
    }
    this.#postgres = await ServerPair.start(directory);
    return { DATABASE_URL: this.#postgres.url };
  }

  #startNode(port: number): Promise<NodeProcess> {
    const ahead = this.#aheadMs + this.#clockHours * HOUR_MS;
    return startNode(
      { ...this.#environment, KVITT_TEST_AHEAD_MS: String(ahead) },
      { port, isOptimized: true },
    );
  }

  /** Kills a node without a warning. */
  async killNode(n: number): Promise<void> {
    await this.#nodes[n % this.#nodes.length]?.process.crash();
  }

  /** Starts the nodes that are down, by the clock as it is now. */
  async startNodes(): Promise<void> {
    const start = async () => {
      for (const node of this.#nodes) {
        if (!node.process.hasExited) continue;
        const { code, signal } = await node.process.exited;
        if (signal !== 'SIGKILL')
          throw new Error(`A node has ended by itself: ${code} ${node.process.output}`);
        node.process = await this.#startNode(node.port);
      }
    };
    // Several companies may find a node down at the same moment.
    this.#starting ??= start().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
  }

  /** Restarts a node whose clock is wrong from now on; 0 hours: it is right again. */
  async moveClock(n: number, hours: number): Promise<void> {
    await this.killNode(n);
    this.#clockHours = hours;
    await this.startNodes();
    this.#clockHours = 0;
  }

  /** Ends the database server as a power cut would. The embedded database ends with its node. */
  async crashDatabase(n: number): Promise<void> {
    if (!this.#postgres) return this.killNode(n);
    await this.#postgres.crash();
  }

  /** Starts the servers of the database that have ended. */
  async startDatabase(): Promise<void> {
    await this.#postgres?.startEnded();
  }

  /** Loses the database server, whose standby takes over; the embedded database has none. */
  async failOver(n: number): Promise<void> {
    if (!this.#postgres) return this.killNode(n);
    await this.#postgres.failOver();
  }

  /** The disk of the database does not answer for so long. */
  async freezeDisk(ms: number): Promise<void> {
    await this.#disk?.freeze();
    await sleep(ms);
    await this.#disk?.thaw();
  }

  /** The jobs of killed nodes would wait for the end of their leases, which last for a minute. */
  async releaseLeases(): Promise<void> {
    await this.#postgres?.run('update jobs set leased_until = null');
  }

  /** Leaves no room on the disk of the database. */
  async fillDisk(): Promise<void> {
    await this.#disk?.fill();
  }

  emptyDisk(): void {
    this.#disk?.empty();
  }

  async close(): Promise<void> {
    for (const { process } of this.#nodes) await process.crash();
    await this.#postgres?.stop();
    await this.mail.stop();
    await this.outside.stop();
    this.#disk?.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

function openDisk(): OwnDisk | null {
  try {
    return new OwnDisk(DISK_MB);
  } catch {
    return null;
  }
}
