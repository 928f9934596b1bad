import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerMetricsRequests } from '../surfaces/http/server/process-metrics.ts';
import { consoleLog } from './console-log.ts';

/** What a process tells the one that started it when it serves. */
export const SERVING = 'kvitt:serving';

/** A process that ends sooner than this is started again only after a pause. */
const SHORT_LIFE_MS = 10_000;
const PAUSE_MS = 1_000;

/**
 * Runs the service in several processes that share its port. One that dies is replaced; SIGHUP replaces them one after the
 * other, each only when its successor serves; SIGTERM and SIGINT stop them all.
 */
export async function superviseProcesses(count: number): Promise<void> {
  const processes = new Set<Worker>();
  let isStopping = false;
  let hasServed = false;

  const start = (): Worker => {
    const worker = cluster.fork();
    const startedAt = performance.now();
    processes.add(worker);
    worker.on('message', (message) => {
      if (message === SERVING) hasServed = true;
    });
    worker.once('exit', async (code, signal) => {
      const isReplaced = !processes.delete(worker);
      if (isStopping || isReplaced) return;
      // A mistake that every process would make, such as a wrong configuration, which it has printed.
      if (!hasServed) return stop(code || 1);
      consoleLog.warn(
        { pid: worker.process.pid, code, signal },
        'a process has ended; another one is started',
      );
      if (performance.now() - startedAt < SHORT_LIFE_MS) await sleep(PAUSE_MS);
      if (!isStopping && processes.size < count) start();
    });
    return worker;
  };

  const replaceAll = async () => {
    for (const old of [...processes]) {
      const successor = start();
      if (!(await serves(successor)) || isStopping) return;
      processes.delete(old);
      await end(old);
    }
  };

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all([...processes].map(end));
    process.exit(code);
  };

  answerMetricsRequests();
  let replacing = Promise.resolve();
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll);
  });
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  for (let n = 0; n < count; n++) start();
}

/** Resolves when a new process serves, or has ended without. */
async function serves(worker: Worker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  worker.on('message', (message) => message === SERVING && resolve(true));
  worker.once('exit', () => resolve(false));
  return promise;
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await exit;
}
