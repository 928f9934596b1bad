import { toError } from '../domain/values/errors.ts';
import { runTransaction } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { type ReceiptReading, UnreadableReceipt } from '../kernel/ports/receipt-reader.ts';
import { recordReading } from '../modules/costs/record-reading.ts';
import { findUnread, type UnreadFile } from '../modules/costs/store.ts';

/** After so many failures the cost is shown without a reading, because a person waits for it. */
const MAX_FAILURES = 4;
/** One attempt more, because one that ends with its node is not the fault of the receipt. */
export const READ_ATTEMPTS = 5;

/** Reads the receipt of a hidden cost and shows the cost, after the last failure without a reading. */
export async function readCost(kernel: Kernel, job: Job<'read-cost'>): Promise<void> {
  const { payload, caller } = job;
  const file = await findUnread(kernel.db, caller.account.id, payload.cost_guid);
  if (!file) return;
  const result = await tryReading(kernel, job, file);
  await recordUnlessShown(kernel, caller, payload.cost_guid, result);
}

async function recordUnlessShown(
  kernel: Kernel,
  caller: Caller,
  guid: string,
  result: ReadResult,
): Promise<void> {
  try {
    await runTransaction(kernel, recordReading, caller, { guid, ...result });
  } catch (error) {
    // Another run of this job was quicker.
    if (!(error instanceof Failure)) throw error;
  }
}

/** Shows a cost whose reading was never completed: its node stopped at each attempt, or the receipt crashed it. */
export async function showUnreadCost(kernel: Kernel, { payload, caller }: Job<'read-cost'>): Promise<void> {
  const problem = 'Reading was broken off every time';
  await recordUnlessShown(kernel, caller, payload.cost_guid, { problem });
}

type ReadResult = { reading: ReceiptReading } | { problem: string };

async function tryReading(
  kernel: Kernel,
  { attempts, caller }: Job<'read-cost'>,
  { bytes, content_type: contentType }: UnreadFile,
): Promise<ReadResult> {
  try {
    const own = caller.account.registrationNo;
    return { reading: await kernel.ports.receiptReader.read({ bytes, contentType, own }) };
  } catch (error) {
    const { message, name } = toError(error);
    if (error instanceof UnreadableReceipt) return { problem: message };
    // A node that stops aborts the reading, which is not the fault of the receipt.
    if (attempts < MAX_FAILURES || name === 'AbortError') throw error;
    return { problem: message.slice(0, 500) };
  }
}
