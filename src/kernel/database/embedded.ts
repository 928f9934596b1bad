import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { OperatorError } from '../node/operator-error.ts';
import { makeDirectoryPrivate } from '../node/private-files.ts';
import { limitWasmMemory } from './wasm-memory.ts';

/**
 * Lets node-postgres connect to the embedded PostgreSQL. The engine has a single session, so the pool above it holds one
 * connection. A worker that died is replaced at the next connect, and the engine then recovers from its write-ahead log
 * as any PostgreSQL does.
 */
export class EmbeddedEngine {
  readonly #directory: string;
  readonly #lock: DatabaseSync;
  #worker: Worker | null = null;
  #connection: WorkerStream | null = null;

  /** How many files and directories other users of the machine could open before this start. */
  readonly openToOthers: number;

  constructor(dataDir: string) {
    this.openToOthers = makeDirectoryPrivate(dataDir);
    this.#directory = join(dataDir, 'db');
    this.#lock = lockDirectory(dataDir);
    limitWasmMemory();
  }

  /** Resolves when the engine has started, however long its recovery takes. Called once, before any connect. */
  async start(): Promise<void> {
    const worker = this.#liveWorker();
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve()); // It says that it is ready.
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('its thread ended')));
    });
  }

  connect(): Duplex {
    this.#connection?.destroy();
    const connection = new WorkerStream(this.#liveWorker());
    this.#connection = connection;
    return connection;
  }

  #liveWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { directory: this.#directory },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const onExit = (error?: Error) => {
      // An error is followed by the exit, and another worker may have replaced this one by then.
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#connection?.destroy(error ?? new Error('The embedded database stopped'));
    };
    worker.on('error', onExit);
    worker.on('exit', () => onExit());
    this.#worker = worker;
    return worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#connection = null;
    if (worker) {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await exited;
    }
    this.#lock.close();
  }
}

/**
 * Two processes on one data directory would destroy it. SQLite's exclusive lock is held by the operating
 * system on behalf of this process, so a crash can't leave it behind the way a pid file can.
 */
function lockDirectory(dataDir: string): DatabaseSync {
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'));
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive; commit');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new OperatorError(
      `The data directory ${dataDir} is in use by another kvitt process. Stop that one, or set KVITT_DATA_DIR.`,
    );
  }
}

const SQLITE_BUSY = 5;

/** The thread moves bytes between the memory of the engine and messages: its own objects are few. */
const YOUNG_MB = 6;

/**
 * The socket that node-postgres writes to. Each socket has its own channel to the engine: a late answer to a connection
 * that was given up must never be read as the answer to a statement of another one.
 */
class WorkerStream extends Duplex {
  readonly #worker: Worker;
  readonly #channel: MessagePort;

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    const { port1, port2 } = new MessageChannel();
    this.#channel = port1;
    worker.postMessage(port2, [port2]);
    port1.on('message', (answer: Uint8Array) => this.push(answer));
    port1.unref();
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#worker.ref();
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#channel.postMessage(new Uint8Array(chunk));
    done();
  }

  /** One message per batch: node-postgres corks parse, bind, execute and sync together. */
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#channel.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    done();
  }

  /** Closes both directions: the driver ends its own, and the pool replaces the connection when all of it is closed. */
  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#channel.close();
    done(error);
  }
}
