import { mailboxOf } from '../../domain/values/email.ts';
import { fail, TooManyAttempts } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import type { RateLimit } from '../../kernel/security/rate-limits.ts';

/** Mails in a day from one account to one address, for all operations that take the address from their caller. */
const MAX_TO_ADDRESS = 40;
const DAY_SECONDS = 24 * 3600;

/**
 * Counts a mail to an address that the caller chose, for `prepare`: nobody has confirmed that its owner wants mail, and a
 * limit for each record alone would let an account fill a mailbox by many records. `record` is a further limit.
 */
export async function limitMailTo(
  { account, rateLimiter }: Pick<ReadContext, 'account' | 'rateLimiter'>,
  email: string,
  record?: { subject: string; maxPerDay: number },
): Promise<void> {
  const limits: RateLimit[] = [
    { subject: `mail of ${account.id} to ${mailboxOf(email)}`, max: MAX_TO_ADDRESS, seconds: DAY_SECONDS },
  ];
  if (record)
    limits.push({ subject: `mail of ${record.subject}`, max: record.maxPerDay, seconds: DAY_SECONDS });
  try {
    await rateLimiter.record(limits);
  } catch (error) {
    if (error instanceof TooManyAttempts) fail('delivery_refused', violation('mailed_too_often'));
    throw error;
  }
}
