/** The thread of a document process that runs its tasks, one at a time. */

import { parentPort } from 'node:worker_threads';
import { toError } from '../../domain/values/errors.ts';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { TASKS, type TaskAnswer, type TaskOrder } from './tasks.ts';

async function perform({ task, input }: TaskOrder): Promise<TaskAnswer> {
  try {
    const run = (await TASKS[task]()) as (input: unknown) => unknown;
    return { output: await run(input) };
  } catch (error) {
    if (error instanceof UnreadableReceipt) return { refused: error.message };
    return { failed: toError(error).message.slice(0, 500) };
  }
}

parentPort?.on('message', async (order: TaskOrder) => parentPort?.postMessage(await perform(order)));
parentPort?.postMessage({ ready: true } satisfies TaskAnswer);
