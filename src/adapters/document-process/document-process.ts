import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { processUsage } from './process-usage.ts';
import type { TaskAnswer, TaskName, TaskOrder } from './tasks.ts';

/** The most that one document may take. */
export interface DocumentLimits {
  /** Resident memory of the process. */
  memoryMb: number;
  /** Processor time: on a busy machine an honest document takes long, but no more of it. */
  cpuSeconds: number;
  /** Elapsed time, for a document that waits for ever without using the processor. */
  seconds: number;
}

/** A document exceeded a limit, or crashed the process that parsed it. It must not be tried again. */
export class DocumentLimitExceeded extends Error {
  override readonly name = 'DocumentLimitExceeded';
}

const WATCH_MS = 50;
/**
 * V8 optimizes a WebAssembly function after it has run for a while. With the default budget that takes 0.7 s of processor
 * time and 30 MB when the first picture is read; with this one only the inner loops of Tesseract are optimized, and
 * reading is as fast.
 */
const FLAGS = ['--max-old-space-size=256', '--wasm-tiering-budget=400000000'];
/**
 * The limit of the kernel (RLIMIT_DATA) above the watched one, in case this process is too busy to watch. It counts what
 * is reserved: a process with two threads has 700 MB reserved before it opens a document.
 */
const RESERVED_MB = 1000;
const ENTRY = fileURLToPath(new URL('./process-entry.ts', import.meta.url));
const SOURCES = join(dirname(ENTRY), '..', '..');

/**
 * The shell sets what Node cannot: the memory limit, and that the kernel ends this process first when the machine runs out
 * of memory. Both are missing on systems without them; the watch remains.
 */
const LAUNCHER = `{ echo 1000 > /proc/self/oom_score_adj; ulimit -d "$0"; } 2>/dev/null; exec "$@"`;

/** A child process that parses documents, one at a time. It is killed as soon as a document exceeds its limits. */
export class DocumentProcess {
  readonly #child: ChildProcess;
  readonly #memoryMb: number;
  #isReady = false;
  #hasEnded = false;
  #endRunning: ((error: Error) => void) | null = null;
  #onAnswer: ((answer: TaskAnswer) => void) | null = null;
  documents = 0;

  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb;
    const limitKb = String((memoryMb + RESERVED_MB) * 1024);
    const node = [process.execPath, ...FLAGS, ...permissions(), ENTRY];
    // The environment has the keys of the installation, which a document must not reach.
    this.#child = spawn('/bin/sh', ['-c', LAUNCHER, limitKb, ...node], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.on('message', (answer: TaskAnswer) => {
      if ('ready' in answer) this.#isReady = true;
      else this.#onAnswer?.(answer);
    });
    this.#child.on('error', (cause) => this.#end(new Error('The document process did not start', { cause })));
    this.#child.on('exit', () => this.#end(this.#exitError()));
    this.#hold(false);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  memoryMb(): number {
    return processUsage(this.#child.pid ?? 0)?.memoryMb ?? 0;
  }

  kill(): void {
    this.#hasEnded = true;
    this.#child.kill('SIGKILL');
  }

  /** Rejects with `UnreadableReceipt` or `DocumentLimitExceeded` where the document is at fault. */
  async run(
    task: TaskName,
    input: unknown,
    limits: Omit<DocumentLimits, 'memoryMb'>,
    signal: AbortSignal,
  ): Promise<unknown> {
    signal.throwIfAborted();
    const running = Promise.withResolvers<unknown>();
    const stop = (error: Error) => {
      this.kill();
      running.reject(error);
    };
    const onAbort = () => stop(signal.reason);
    this.documents += 1;
    this.#endRunning = running.reject;
    this.#onAnswer = (answer) => {
      if ('output' in answer) running.resolve(answer.output);
      else if ('refused' in answer) running.reject(new UnreadableReceipt(answer.refused));
      else if ('failed' in answer) running.reject(new Error(answer.failed));
    };
    signal.addEventListener('abort', onAbort);
    const watch = this.#watch(limits, stop);
    this.#hold(true);
    try {
      this.#child.send({ task, input } satisfies TaskOrder, (error) => error && running.reject(error));
      return await running.promise;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      this.#endRunning = null;
      this.#onAnswer = null;
      this.#hold(false);
    }
  }

  #watch({ cpuSeconds, seconds }: Omit<DocumentLimits, 'memoryMb'>, stop: (error: Error) => void) {
    const { pid = 0 } = this.#child;
    const cpuBefore = processUsage(pid)?.cpuSeconds ?? 0;
    const until = performance.now() + seconds * 1000;
    return setInterval(() => {
      const usage = processUsage(pid);
      if (usage && usage.memoryMb > this.#memoryMb)
        stop(new DocumentLimitExceeded('The file needs too much memory to be read'));
      else if (performance.now() > until || (usage && usage.cpuSeconds - cpuBefore > cpuSeconds))
        stop(new DocumentLimitExceeded('The file takes too long to be read'));
    }, WATCH_MS);
  }

  /** A process that ends before its first document was not ended by one: that is worth another attempt. */
  #exitError(): Error {
    return this.#isReady
      ? new DocumentLimitExceeded('The file cannot be read: it ended the process that read it')
      : new Error('The document process ended before it could start');
  }

  #end(error: Error): void {
    this.#hasEnded = true;
    this.#endRunning?.(error);
  }

  /** Whether the child keeps this process alive; only a running document may. */
  #hold(isHeld: boolean): void {
    const channel = this.#child.channel as { ref(): void; unref(): void } | null | undefined;
    if (isHeld) {
      this.#child.ref();
      channel?.ref();
    } else {
      this.#child.unref();
      channel?.unref();
    }
  }
}

/** The process may read its own code and packages, and no other file; it may write none and start no program. */
function permissions(): string[] {
  const packages = createRequire(import.meta.url).resolve('sharp');
  const [home = ''] = packages.split(`${sep}node_modules${sep}`);
  const readable = [SOURCES, join(home, 'node_modules'), join(home, 'package.json')];
  return [
    '--permission',
    '--allow-worker',
    '--allow-addons',
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}
