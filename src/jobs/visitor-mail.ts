import { mailboxOf } from '../domain/values/email.ts';
import { TooManyAttempts } from '../kernel/failures/failure.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

const MAX_MAILS = 40;
const SECONDS = 24 * 3600;

/**
 * Whether an address that nobody confirmed may get one more mail. The bound is per recipient over all accounts and all
 * nodes: strangers choose the recipient, and could otherwise flood a mailbox through many sellers. The purchase itself
 * goes through, so that nobody can keep a recipient from buying. A retry of the same job is not counted again.
 */
export async function mayMailUnconfirmed(
  { rateLimiter }: Pick<Kernel, 'rateLimiter'>,
  email: string,
  attempt: number,
): Promise<boolean> {
  if (attempt > 1) return true;
  try {
    await rateLimiter.record([{ subject: `mail to ${mailboxOf(email)}`, max: MAX_MAILS, seconds: SECONDS }]);
    return true;
  } catch (error) {
    if (error instanceof TooManyAttempts) return false;
    throw error;
  }
}
