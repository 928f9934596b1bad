import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { type ReceiptReading, UnreadableReceipt } from '../kernel/ports/receipt-reader.ts';
import { recordReading } from '../modules/costs/record-reading.ts';
import { findUnread, type UnreadFile } from '../modules/costs/store.ts';

/** Whoever waits for the cost should not wait for long; a receipt that ended the process is not tried for ever. */
const MOST_TRIES = 4;

/** Reads the receipt of a hidden cost and shows it, with what was read or, in the end, without. */
export async function readCost(kernel: Kernel, job: Job<'read-cost'>): Promise<void> {
  const { payload, caller } = job;
  const file = await findUnread(kernel.db, caller.account.id, payload.cost_guid);
  if (!file) return;
  const found = await tryReading(kernel, job, file);
  try {
    await runWrite(kernel, recordReading, caller, { guid: payload.cost_guid, ...found });
  } catch (error) {
    // Another run of this job was quicker.
    if (!(error instanceof Failure)) throw error;
  }
}

type Found = { reading: ReceiptReading } | { problem: string };

async function tryReading(
  kernel: Kernel,
  { attempts, caller }: Job<'read-cost'>,
  { bytes, content_type: contentType }: UnreadFile,
): Promise<Found> {
  if (attempts > MOST_TRIES) return { problem: 'Reading was broken off every time' };
  try {
    const own = caller.account.registrationNo;
    return { reading: await kernel.ports.receiptReader.read({ bytes, contentType, own }) };
  } catch (error) {
    const { message, name } = error as Error;
    if (error instanceof UnreadableReceipt) return { problem: message };
    // A node that stops breaks off what it reads; that is no fault of the receipt.
    if (attempts < MOST_TRIES || name === 'AbortError') throw error;
    return { problem: message.slice(0, 500) };
  }
}
