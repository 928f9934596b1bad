/**
 * Main thread of a document process. It parses nothing itself: it stays responsive while the thread below it is busy with
 * a document, so that the process ends at once when its node ends, even during an endless loop.
 */
import { Worker } from 'node:worker_threads';
import type { TaskAnswer, TaskOrder } from './tasks.ts';

/** An ordinary exit would wait for native code that is still converting a picture. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}

process.on('disconnect', endNow);
if (!process.connected) endNow();
// A terminal and some service managers signal the whole process group. The node decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const thread = new Worker(new URL('./process-thread.ts', import.meta.url));
thread.on('error', endNow).on('exit', endNow);
thread.on('message', (answer: TaskAnswer) => process.send?.(answer));
process.on('message', (order: TaskOrder) => thread.postMessage(order));
