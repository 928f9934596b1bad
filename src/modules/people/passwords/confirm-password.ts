import { fail } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimit, RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { findPasswordHash } from '../person-store.ts';

/**
 * Re-authenticates before an operation with `confirm`: an unattended browser must not be enough to take the account over.
 * Only attempts within sessions of the person count, so that a stranger at the same address cannot use the limits up.
 */
export async function confirmPassword(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  { account, person, ip }: Caller,
  password: string,
): Promise<void> {
  const limits: RateLimit[] = [
    { subject: `password of ${account.id} ${person?.id ?? ''}`, address: ip, max: 10, seconds: 900 },
    { subject: `password of ${account.id} ${person?.id ?? ''}`, max: 60, seconds: 900 },
  ];
  const isRight = await rateLimiter.attempt(limits, async () => {
    const hash = await findPasswordHash(kernel.db, account.id, person?.id);
    return kernel.secrets.passwords.matches(password, hash);
  });
  if (!isRight) fail('password_wrong');
}
