import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Environment } from '../../src/config.ts';
import { OPERATOR_TOKEN } from './databases.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './tree.ts';
import { until } from './until.ts';

const PRELOADED = ['./runner/follow-parent.ts', './runner/moved-clock.ts', './log-statements.ts'].map((one) =>
  import.meta.resolve(one),
);
const OUTPUT_LIMIT = 20_000;
/** A first start of the embedded database takes many seconds, and more where the machine has other work. */
const START_LIMIT_MS = 240_000;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A node of the service as an operator runs it: a process of its own, which can be killed. */
export class NodeProcess {
  readonly url: string;
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #output = '';
  #hasExited = false;

  constructor(port: number, env: Environment, command: string, imports: string[]) {
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn('bin/kvitt', [command], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        KVITT_TEST_STATEMENTS: process.env.KVITT_TEST_STATEMENTS,
        KVITT_TEST_AHEAD_MS: process.env.KVITT_TEST_AHEAD_MS,
        NODE_OPTIONS: [...PRELOADED, ...imports].map((module) => `--import=${module}`).join(' '),
        PORT: String(port),
        KVITT_DEMO: 'off',
        KVITT_JOBS: 'off',
        KVITT_LOG_LEVEL: 'warn',
        KVITT_RATE_LIMIT: 'off',
        KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      this.#output = (this.#output + chunk).slice(-OUTPUT_LIMIT);
    };
    this.#child.stdout?.on('data', keep);
    this.#child.stderr?.on('data', keep);
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

  /** The end of what it has printed. */
  get output(): string {
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it as a power cut would. */
  async crash(): Promise<void> {
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

  /** Megabytes of memory that are its own at this moment. */
  residentMb(): number {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1024;
  }
}

export interface SpawnOptions {
  /** Where it listens; else on a free port. */
  port?: number;
  command?: string;
  /** Modules to load into it before it starts. */
  imports?: string[];
}

/** Starts a node and does not wait for it. */
export async function spawnNode(env: Environment, options: SpawnOptions = {}): Promise<NodeProcess> {
  const { port = await freePort(), command = 'serve', imports = [] } = options;
  return new NodeProcess(port, env, command, imports);
}

export async function startNode(env: Environment, options: SpawnOptions = {}): Promise<NodeProcess> {
  return (await spawnNode(env, options)).ready();
}
