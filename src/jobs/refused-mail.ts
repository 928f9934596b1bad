import { MAX_ATTEMPTS } from '../kernel/jobs/queue-worker.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import { DeliveryRejected } from '../kernel/ports/ports.ts';
import { withoutJob } from './job-callers.ts';

/** A refusal may be temporary (greylisting), so a refused mail is retried a few times before it is given up. */
const MAX_REFUSALS = 5;

/** Whether the mail server has refused the mail often enough that it is given up. */
export function isRefusedForGood(error: unknown, attempts: number): boolean {
  return error instanceof DeliveryRejected && error.refused && attempts >= MAX_REFUSALS;
}

/** For a mail of which no record says what became of it: a refusal for good is the end of it. */
export async function unlessMailRefused(sending: Promise<void>, attempts = MAX_REFUSALS): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!isRefusedForGood(error, attempts)) throw error;
  }
}

interface RecordedMail {
  /** What the account is told of a mail that failed here. */
  unprepared: string;
  /** Stores why the mail was not sent; empty: it was. */
  record(reason: string, caller: JobCaller): Promise<unknown>;
}

/** Sends a mail, and records that it was sent, or why it was given up. */
export async function sendRecorded(
  { attempts, caller }: { attempts: number; caller: JobCaller },
  { unprepared, record }: RecordedMail,
  send: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    const reason = error instanceof DeliveryRejected ? error.message : unprepared;
    if (isRefusedForGood(error, attempts)) return void (await record(reason, caller));
    if (attempts >= MAX_ATTEMPTS) await record(reason, withoutJob(caller)).catch(() => {});
    throw error;
  }
  await record('', caller);
}
