import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/config.ts';
import { KVITT_MAX_LOOP_DELAY_MS, OPERATOR_TOKEN } from './databases.ts';
import { findFreePort } from './free-port.ts';
import type { TestService } from './service.ts';
import { ROOT } from './tree.ts';
import { until } from './until.ts';

const PRELOADED = ['./runner/follow-parent.ts', './runner/moved-clock.ts'].map((one) =>
  import.meta.resolve(one),
);
const STATEMENT_LOG = import.meta.resolve('./log-statements.ts');
/**
 * The flags of the start script, and one more: a node of a test lives for seconds, in which the optimizing compiler
 * of WebAssembly costs more than it saves.
 */
const NODE_FLAGS = [
  ...(/exec "\$node" (--.*?) "\$root/.exec(readFileSync(`${ROOT}/bin/kvitt`, 'utf8'))?.[1]?.split(' ') ?? []),
  '--liftoff-only',
];
/**
 * Flags for a node that answers a few hundred requests: in its life the optimizing compilers of JavaScript cost more than
 * they save, and so do growing the young generation step by step and collecting the old one. Start and 325 invoices take
 * 2.2 s instead of 2.5 s.
 */
export const SHORT_LIFE_FLAGS = [
  ...NODE_FLAGS,
  '--no-opt',
  '--no-maglev',
  '--min-semi-space-size=16',
  '--initial-heap-size=200',
];
const OUTPUT_LIMIT = 20_000;
/** The first start of the embedded database takes many seconds, and longer on a busy machine. */
const START_LIMIT_MS = 240_000;

/** Of processor time, in a second. */
const TICKS = 100;
let processorSeconds = 0;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A node of the service in a process of its own, as an operator runs it, so that a test can kill it. */
export class NodeProcess {
  readonly url: string;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #output = '';
  #hasExited = false;

  constructor(
    port: number,
    env: Environment,
    { command = 'serve', imports = [], isOptimized = false }: SpawnOptions,
  ) {
    this.url = `http://127.0.0.1:${port}`;
    const bundle = process.env.KVITT_TEST_BUNDLE;
    const [script, preloaded] = bundle
      ? [join(bundle, 'node.mjs'), [...PRELOADED, ...imports]]
      : ['src/main.ts', [...PRELOADED, STATEMENT_LOG, ...imports]];
    const flags = isOptimized ? NODE_FLAGS : SHORT_LIFE_FLAGS;
    this.#child = spawn(process.execPath, [...flags, script, command], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        KVITT_TEST_STATEMENTS: process.env.KVITT_TEST_STATEMENTS,
        KVITT_TEST_AHEAD_MS: process.env.KVITT_TEST_AHEAD_MS,
        NODE_OPTIONS: preloaded.map((module) => `--import=${module}`).join(' '),
        PORT: String(port),
        KVITT_DEMO: 'off',
        KVITT_PROCESSES: '1',
        KVITT_JOBS: 'off',
        KVITT_LOG_LEVEL: 'warn',
        KVITT_RATE_LIMIT: 'off',
        KVITT_MAX_LOOP_DELAY_MS,
        KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const appendOutput = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-OUTPUT_LIMIT);
    };
    this.#child.stdout?.on('data', appendOutput);
    this.#child.stderr?.on('data', appendOutput);
    this.exited = once(this.#child, 'close').then(([code, signal]) => {
      this.#hasExited = true;
      return { code, signal };
    });
  }

  get pid(): number {
    if (!this.#child.pid) throw new Error('the node did not start');
    return this.#child.pid;
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** The last part of its output. */
  get output(): string {
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Kills the process without a chance to clean up, as a power cut would. */
  async crash(): Promise<void> {
    if (!this.#hasExited) processorSeconds += this.#readSeconds();
    this.signal('SIGKILL');
    await this.exited;
  }

  async stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.exited;
  }

  async ready(): Promise<this> {
    await until(
      'the node is ready',
      async () => {
        if (this.#hasExited) throw new Error(`the node ended instead of serving:\n${this.#output}`);
        return fetch(`${this.url}/health/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
      },
      START_LIMIT_MS,
    );
    return this;
  }

  #readSeconds(): number {
    try {
      const ticks = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return (Number(ticks[11]) + Number(ticks[12])) / TICKS;
    } catch {
      return 0;
    }
  }

  /** Resident memory in megabytes. */
  residentMb(): number {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
}

/** Seconds of processor time of the nodes that were killed. */
export function killedNodeSeconds(): number {
  return processorSeconds;
}

export interface SpawnOptions {
  /** The port to listen on; otherwise a free one. */
  port?: number;
  command?: string;
  /** Modules to preload. They must not import the product, of which a bundled node has other copies. */
  imports?: string[];
  /** Runs as an operator runs it, for a test of its memory or with thousands of requests. */
  isOptimized?: boolean;
}

/** Starts a node without waiting until it is ready. */
export async function spawnNode(env: Environment, options: SpawnOptions = {}): Promise<NodeProcess> {
  return new NodeProcess(options.port ?? (await findFreePort()), env, options);
}

export async function startNode(env: Environment, options: SpawnOptions = {}): Promise<NodeProcess> {
  return (await spawnNode(env, options)).ready();
}

/**
 * A node in a process of its own beside one in this process, which costs a fraction. What one process alone sees, such as a
 * lock in its memory, does not hold the other one back.
 */
export async function startSecondNode(kvitt: TestService): Promise<NodeProcess> {
  kvitt.now = () => new Date();
  return startNode(kvitt.database.env);
}
