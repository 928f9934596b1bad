import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { FileReport, type FileResult } from './file-result.ts';
import type { Order, Report } from './worker.ts';
import { WORKER_FLAGS } from './worker-flags.ts';

export interface Task {
  file: string;
  /** The databases that its tests are to run on, as support/databases.ts reads them. */
  databases: 'postgres' | 'both';
  /** Where the statements that it executes are written to. */
  statements: string;
}

export interface PoolOptions {
  limitMs: number;
  /** The number of processes. The default is two more than there are cores, because a test often waits. */
  size?: number;
  show(result: FileResult): void;
}

const WORKER = join(import.meta.dirname, 'worker.ts');
const PRELOADED = ['./follow-parent.ts', './moved-clock.ts'].map((one) => import.meta.resolve(one));
const CLOSING_MS = 30_000;

/** Runs the files in their order, one at a time in each process. */
export async function runFiles(tasks: readonly Task[], options: PoolOptions): Promise<void> {
  const queue = [...tasks];
  const size = Math.min(options.size ?? availableParallelism() + 2, tasks.length);
  await Promise.all(Array.from({ length: size }, () => new TestWorker(options).run(queue)));
}

/** A process that runs test files; one that crashed or hung is replaced, and the files that are left go on. */
class TestWorker {
  readonly #options: PoolOptions;
  #child: ChildProcess | null = null;
  #report: FileReport | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async run(queue: Task[]): Promise<void> {
    for (let task = queue.shift(); task; task = queue.shift()) this.#options.show(await this.#runFile(task));
    await this.#close();
  }

  async #runFile({ file, ...how }: Task): Promise<FileResult> {
    const { limitMs } = this.#options;
    const report = new FileReport(file);
    this.#report = report;
    const child = this.#child ?? this.#start();
    await new Promise<void>((done) => {
      const limit = setTimeout(() => {
        report.failAsWhole(`stopped after ${limitMs / 1000} s, with this still open: ${report.openTests}`);
        child.kill('SIGKILL');
      }, limitMs);
      const over = () => {
        clearTimeout(limit);
        child.off('message', onMessage).off('close', onClose);
        done();
      };
      const onMessage = (message: Report) => {
        if (message.type !== 'done') return report.add(message);
        report.result.cpuSeconds = message.cpuSeconds;
        over();
      };
      const onClose = (code: number | null, signal: string | null) => {
        this.#child = null;
        if (signal !== 'SIGKILL' || report.result.failures.length === 0)
          report.failAsWhole(
            `its process ended with ${signal ?? `exit code ${code}`} in: ${report.openTests}`,
          );
        over();
      };
      child.on('message', onMessage).on('close', onClose);
      child.send({ path: resolve(file), ...how } satisfies Order);
    });
    return report.close();
  }

  #start(): ChildProcess {
    const child = fork(WORKER, {
      execArgv: [...WORKER_FLAGS, ...PRELOADED.flatMap((one) => ['--import', one])],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => this.#report?.print(String(chunk)));
    return child;
  }

  /** Lets the process close what its files shared. */
  async #close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const limit = setTimeout(() => child.kill('SIGKILL'), CLOSING_MS);
    const exited = new Promise((done) => child.once('close', done));
    child.send('end' satisfies Order);
    await exited;
    clearTimeout(limit);
  }
}
